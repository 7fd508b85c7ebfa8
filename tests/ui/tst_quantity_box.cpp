#include "quantities.h"

#include "tests/registered.h"
#include "ui/widgets/quantity_box.h"
#include "ui/widgets/stop_slider.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace tst_quantity_box {

using samples::bandwidth;
using samples::bufferSize;
using samples::energy;
using samples::rows;
using tilescape::ui::widgets::Quantity;
using tilescape::ui::widgets::QuantityBox;
using tilescape::ui::widgets::StopSlider;
using tilescape::ui::widgets::unlimited;
using namespace Qt::StringLiterals;

namespace {

void typeInto(QuantityBox& box, const QString& text)
{
    box.setFocus();
    box.findChild<QLineEdit*>()->selectAll();
    QTest::keyClicks(&box, text);
    QTest::keyClick(&box, Qt::Key_Return);
}

void turnWheel(QWidget* widget, int degrees)
{
    const QPointF middle = QRectF(widget->rect()).center();
    QWheelEvent event(middle, widget->mapToGlobal(middle), {}, QPoint(0, degrees * 8), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event); // only a real event travels on to the parents
    qApp->notify(widget, &event);
}

} // namespace

class TestQuantityBox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyAPersonsChangeIsTold();
    void typedNumbersAreTakenOnEnter();
    void typedNumbersOutOfRangeAreClamped_data();
    void typedNumbersOutOfRangeAreClamped();
    void whatIsNotTakenAsTypedIsToldWithTheLimit_data();
    void whatIsNotTakenAsTypedIsToldWithTheLimit();
    void nonsenseRestoresTheValue();
    void escapeRestoresTheValue();
    void theUnitStaysUnderTheSelection();
    void arrowsDoubleSizesAndGrowMeasuresByAQuarter();
    void stepsReachUnlimitedAndZero();
    void theWheelTurnsOnlyWithTheFocus();
    void undoPassesToTheWindowUnlessSomethingIsTyped();
    void escapePassesToTheWindowUnlessSomethingIsTyped();
    void lettersThatBeginNoNumberAreTheWindows();
    void theSliderJumpsToAPressAndDragsOn();
};

void TestQuantityBox::onlyAPersonsChangeIsTold()
{
    QuantityBox box(bufferSize());
    QSignalSpy edited(&box, &QuantityBox::valueEdited);
    box.setValue(32768);
    QCOMPARE(box.text(), u"32 KiB"_s);
    QCOMPARE(edited.count(), 0);
    typeInto(box, u"64 KiB"_s);
    QCOMPARE(edited.count(), 1);
    QCOMPARE(edited[0][0].toDouble(), 65536.0);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(edited.count(), 1);
}

void TestQuantityBox::typedNumbersAreTakenOnEnter()
{
    QuantityBox box(bandwidth());
    box.setValue(25.6);
    typeInto(box, u"unlimited"_s);
    QCOMPARE(box.value(), unlimited);
    QCOMPARE(box.text(), u"unlimited"_s);
    typeInto(box, u"12.8"_s);
    QCOMPARE(box.text(), u"12.8 GB/s"_s);
}

void TestQuantityBox::typedNumbersOutOfRangeAreClamped_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("taken");
    QTest::newRow("too small") << "1" << 64.0;
    QTest::newRow("negative") << "-5" << 64.0;
    QTest::newRow("too large") << "1e30" << 1073741824.0;
    QTest::newRow("beyond a double") << "1e999" << 1024.0;
    QTest::newRow("fraction of a whole number") << "100.4" << 100.0;
    QTest::newRow("unlimited where it may not be") << "unlimited" << 1024.0;
}

void TestQuantityBox::typedNumbersOutOfRangeAreClamped()
{
    QFETCH(QString, typed);
    QuantityBox box(bufferSize());
    box.setValue(1024);
    typeInto(box, typed);
    QTEST(box.value(), "taken");
}

void TestQuantityBox::whatIsNotTakenAsTypedIsToldWithTheLimit_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("too large") << "2e9" << "Buffer: 2e9 B is above the largest, 1 GiB: set to 1 GiB.";
    QTest::newRow("too large, with a unit") << "64 GB" << "Buffer: 64 GB is above the largest, 1 GiB: set to 1 GiB.";
    QTest::newRow("zero") << "0" << "Buffer: 0 B is below the smallest, 64 B: set to 64 B.";
    QTest::newRow("fraction") << "100.4" << "Buffer: 100.4 B is no whole number: set to 100 B.";
    QTest::newRow("no number") << "lots" << "Buffer: “lots” is no number of B: it stays 1 KiB.";
    QTest::newRow("unlimited") << "inf" << "Buffer: It cannot be unlimited, the largest is 1 GiB: it stays 1 KiB.";
    QTest::newRow("taken as typed") << "0.5 MiB" << "";
}

void TestQuantityBox::whatIsNotTakenAsTypedIsToldWithTheLimit()
{
    QFETCH(QString, typed);
    QFETCH(QString, sentence);
    QToolTip::hideText();
    QTRY_VERIFY(QToolTip::text().isEmpty());
    QuantityBox box(bufferSize());
    box.setAccessibleName(u"Buffer"_s);
    box.setValue(1024);
    box.show();
    QVERIFY(QTest::qWaitForWindowExposed(&box));
    typeInto(box, typed);
    QTextDocument plain;
    plain.setHtml(QToolTip::text());
    QCOMPARE(plain.toPlainText(), sentence);
}

void TestQuantityBox::nonsenseRestoresTheValue()
{
    QuantityBox box(energy());
    box.setValue(2);
    QSignalSpy edited(&box, &QuantityBox::valueEdited);
    typeInto(box, u"lots"_s);
    QCOMPARE(box.text(), u"2 pJ"_s);
    QCOMPARE(edited.count(), 0);
}

void TestQuantityBox::escapeRestoresTheValue()
{
    QuantityBox box(energy());
    box.setValue(2);
    QTest::keyClicks(&box, u"77"_s);
    QVERIFY(box.text().contains(u"77"_s));
    QTest::keyClick(&box, Qt::Key_Escape);
    QCOMPARE(box.text(), u"2 pJ"_s);
    QCOMPARE(box.value(), 2.0);
}

void TestQuantityBox::theUnitStaysUnderTheSelection()
{
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* first = new QLineEdit;
    auto* box = new QuantityBox(bufferSize());
    layout->addWidget(first);
    layout->addWidget(box);
    box->setValue(131072);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Tab);
    QVERIFY(box->hasFocus());
    QTest::keyClicks(box, u"64"_s);
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(box->value(), 65536.0);
}

void TestQuantityBox::arrowsDoubleSizesAndGrowMeasuresByAQuarter()
{
    QuantityBox size(bufferSize());
    size.setValue(32768);
    QTest::keyClick(&size, Qt::Key_Up);
    QCOMPARE(size.value(), 65536.0);
    QTest::keyClick(&size, Qt::Key_Down);
    QTest::keyClick(&size, Qt::Key_Down);
    QCOMPARE(size.value(), 16384.0);

    QuantityBox word(energy());
    word.setValue(1);
    QTest::keyClick(&word, Qt::Key_Up);
    QCOMPARE(word.value(), 1.25);
    QTest::keyClick(&word, Qt::Key_Down);
    QCOMPARE(word.value(), 1.0);

    QuantityBox tiles(rows());
    tiles.setValue(4);
    QTest::keyClick(&tiles, Qt::Key_Up);
    QCOMPARE(tiles.value(), 5.0);
}

void TestQuantityBox::stepsReachUnlimitedAndZero()
{
    QuantityBox rate(bandwidth());
    rate.setValue(100000);
    QTest::keyClick(&rate, Qt::Key_Up);
    QCOMPARE(rate.value(), unlimited);
    QTest::keyClick(&rate, Qt::Key_Up);
    QCOMPARE(rate.value(), unlimited);
    QTest::keyClick(&rate, Qt::Key_Down);
    QCOMPARE(rate.value(), 100000.0);

    QuantityBox word(energy());
    word.setValue(0.001);
    QTest::keyClick(&word, Qt::Key_Down);
    QCOMPARE(word.value(), 0.0);
    QTest::keyClick(&word, Qt::Key_Up);
    QCOMPARE(word.value(), 0.001);
}

void TestQuantityBox::theWheelTurnsOnlyWithTheFocus()
{
    QScrollArea area;
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    auto* box = new QuantityBox(rows());
    auto* slider = new StopSlider(rows().stops());
    layout->addWidget(box);
    layout->addWidget(slider);
    body->setFixedHeight(2000);
    area.setWidget(body);
    area.resize(200, 200);
    area.show();
    QVERIFY(QTest::qWaitForWindowActive(&area));
    area.setFocus();
    box->setValue(10);
    slider->showValue(10);
    turnWheel(box, -15);
    const int scrolled = area.verticalScrollBar()->value();
    QVERIFY(scrolled > 0);
    turnWheel(slider, -15);
    QVERIFY(area.verticalScrollBar()->value() > scrolled);
    QCOMPARE(box->value(), 10.0);
    QCOMPARE(slider->value(), 9);
    box->setFocus();
    turnWheel(box, 15);
    QCOMPARE(box->value(), 11.0);
}

void TestQuantityBox::undoPassesToTheWindowUnlessSomethingIsTyped()
{
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* box = new QuantityBox(rows());
    layout->addWidget(box);
    QAction undo;
    undo.setShortcut(QKeySequence::Undo);
    window.addAction(&undo);
    QSignalSpy undone(&undo, &QAction::triggered);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Up);
    QTest::keySequence(box, QKeySequence::Undo);
    QCOMPARE(undone.count(), 1);
    QTest::keyClicks(box, u"33"_s);
    QTest::keySequence(box, QKeySequence::Undo);
    QCOMPARE(undone.count(), 1);
}

void TestQuantityBox::escapePassesToTheWindowUnlessSomethingIsTyped()
{
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* box = new QuantityBox(rows());
    layout->addWidget(box);
    QAction escape;
    escape.setShortcut(Qt::Key_Escape);
    window.addAction(&escape);
    QSignalSpy escaped(&escape, &QAction::triggered);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    box->setValue(7);
    box->setFocus();
    QTest::keyClicks(box, u"33"_s);
    QTest::keyClick(box, Qt::Key_Escape);
    QCOMPARE(box->text(), u"7"_s);
    QCOMPARE(escaped.count(), 0);
    QTest::keyClick(box, Qt::Key_Escape);
    QCOMPARE(escaped.count(), 1);
}

/// Shift+B over the number runs the window's command instead of standing there until the box is left; behind a digit it is a unit.
void TestQuantityBox::lettersThatBeginNoNumberAreTheWindows()
{
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* box = new QuantityBox(bufferSize());
    layout->addWidget(box);
    QAction beside;
    beside.setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_B));
    QAction unit;
    unit.setShortcut(QKeySequence(Qt::Key_U));
    window.addActions({&beside, &unit});
    QSignalSpy run(&beside, &QAction::triggered);
    QSignalSpy unlimitedTyped(&unit, &QAction::triggered);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    box->setValue(1024);
    box->clearFocus();
    box->setFocus(Qt::TabFocusReason);
    QTest::keyClick(box, Qt::Key_B, Qt::ShiftModifier);
    QCOMPARE(run.count(), 1);
    QCOMPARE(box->text(), u"1 KiB"_s);
    QTest::keyClicks(box, u"64"_s);
    QTest::keyClick(box, Qt::Key_B, Qt::ShiftModifier);
    QCOMPARE(run.count(), 1);
    QVERIFY2(box->text().startsWith(u"64B"_s, Qt::CaseInsensitive), qPrintable(box->text()));
    QTest::keyClick(box, Qt::Key_Escape);
    QCOMPARE(box->text(), u"1 KiB"_s);
    QTest::keyClick(box, Qt::Key_U);
    QCOMPARE(unlimitedTyped.count(), 0);
    QVERIFY(box->text().startsWith(u"u"_s));
}

void TestQuantityBox::theSliderJumpsToAPressAndDragsOn()
{
    StopSlider slider(bandwidth().stops());
    slider.resize(400, 24);
    slider.showValue(0.01);
    slider.show();
    QVERIFY(QTest::qWaitForWindowExposed(&slider));
    QStringList order;
    connect(&slider, &QSlider::sliderPressed, this, [&] { order << u"pressed"_s; });
    connect(&slider, &StopSlider::valueEdited, this, [&] { order << u"edited"_s; });
    connect(&slider, &QSlider::sliderReleased, this, [&] { order << u"released"_s; });
    QTest::mousePress(&slider, Qt::LeftButton, {}, QPoint(200, 12));
    QVERIFY(std::abs(slider.value() - slider.maximum() / 2) <= 2);
    QTest::mouseMove(&slider, QPoint(399, 12));
    QCOMPARE(slider.value(), slider.maximum());
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, QPoint(399, 12));
    QCOMPARE(order.front(), u"pressed"_s);
    QCOMPARE(order.back(), u"released"_s);
    QCOMPARE(order.count(u"pressed"_s), 1);
    QVERIFY(order.count(u"edited"_s) >= 2);
    slider.showValue(unlimited);
    QCOMPARE(slider.value(), slider.maximum());
}

TILESCAPE_TEST(TestQuantityBox)

} // namespace tst_quantity_box
#include "tst_quantity_box.moc"
