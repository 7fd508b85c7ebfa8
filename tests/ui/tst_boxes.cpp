#include "tests/registered.h"
#include "ui/widgets/quantity_box.h"
#include "window_session.h"

#include <QAbstractSpinBox>
#include <QToolTip>
#include <QWheelEvent>

namespace tst_boxes {

using namespace samples;
using ui::widgets::QuantityBox;

namespace {

/// One notch down, as the mouse does it: to the widget beneath it, the keyboard wherever it is.
void turnWheelOver(QWidget* widget)
{
    const QPointF middle(widget->rect().center());
    QWheelEvent wheel(middle, widget->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &wheel);
}

/// With the keyboard in it.
QuantityBox* batchOf(Session& session)
{
    auto* batch = session.find<QuantityBox>("batchBox");
    session.window.activateWindow();
    batch->setFocus();
    return QTest::qWaitFor([batch] { return batch->hasFocus(); }) ? batch : nullptr;
}

} // namespace

/// Boxes of numbers and choices, wherever they are in the window.
class TestBoxes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QSettings().clear(); }

    void theWheelChangesNothingThatHasNotTheKeyboard()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        const schedule::Problem before = session.workspace.problem();
        session.find<QWidget>("chipView")->setFocus();
        int boxes = 0;
        for (QWidget* widget : session.window.findChildren<QWidget*>()) {
            const bool isBox = qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSpinBox*>(widget);
            if (isBox && widget->isEnabled()) {
                ++boxes;
                turnWheelOver(widget);
                QVERIFY2(!widget->hasFocus(), qPrintable(widget->objectName()));
            }
        }
        QVERIFY2(boxes > 40, qPrintable(QString::number(boxes)));
        QVERIFY(session.workspace.problem() == before);
    }

    void theWheelTurnsABoxThatHasIt()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QuantityBox* batch = batchOf(session);
        QVERIFY(batch);
        const double before = batch->value();
        turnWheelOver(batch);
        QVERIFY(batch->value() < before);
    }

    void undoInTheBatchBoxIsTheWindows()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QuantityBox* batch = batchOf(session);
        QVERIFY(batch);
        const double before = batch->value();
        batch->selectAll();
        QTest::keyClicks(batch, QStringLiteral("32"));
        QTest::keyClick(batch, Qt::Key_Return);
        QCOMPARE(session.workspace.problem().batch, 32);
        QTest::keyClick(batch, Qt::Key_Up);
        QCOMPARE(session.workspace.problem().batch, 33);
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session.workspace.problem().batch, 32);
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(static_cast<double>(session.workspace.problem().batch), before);
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(session.workspace.problem().batch, 32);
    }

    /// No digit is dropped to make a number of it.
    void whatIsTypedIsReadOrRefused()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QuantityBox* batch = batchOf(session);
        QVERIFY(batch);
        const auto after = [&](const char* typed) {
            batch->selectAll();
            QTest::keyClicks(batch, QString::fromLatin1(typed));
            QTest::keyClick(batch, Qt::Key_Return);
            return session.workspace.problem().batch;
        };
        QCOMPARE(after("1e3"), Count{1000});
        QCOMPARE(after("99999"), Count{16384});
        QVERIFY2(QToolTip::text().contains(QStringLiteral("16384"))
                     || QToolTip::text().contains(QStringLiteral("16,384")),
                 qPrintable(QToolTip::text()));
        QCOMPARE(after("12"), Count{12});
        QCOMPARE(after("-3"), Count{1});
        QCOMPARE(after("8 items"), Count{1});
    }

    /// What was typed and is not taken yet is the box's own.
    void undoOfWhatIsTypedIsTheBoxs()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QuantityBox* batch = batchOf(session);
        QVERIFY(batch);
        const double before = batch->value();
        batch->selectAll();
        QTest::keyClicks(batch, QStringLiteral("7"));
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(batch->text(), QString::number(before));
        QCOMPARE(static_cast<double>(session.workspace.problem().batch), before);
    }
};

TILESCAPE_TEST(TestBoxes)

} // namespace tst_boxes
#include "tst_boxes.moc"
