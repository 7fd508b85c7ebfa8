#include "tests/registered.h"
#include "window_session.h"

#include <QAbstractSpinBox>
#include <QWheelEvent>

namespace tst_boxes {

using namespace samples;

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
QSpinBox* batchOf(Session& session)
{
    auto* batch = session.find<QSpinBox>("batchBox");
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
        QSpinBox* batch = batchOf(session);
        QVERIFY(batch);
        const int before = batch->value();
        turnWheelOver(batch);
        QVERIFY(batch->value() < before);
    }

    void undoInTheBatchBoxIsTheWindows()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QSpinBox* batch = batchOf(session);
        QVERIFY(batch);
        const int before = batch->value();
        batch->selectAll();
        QTest::keyClicks(batch, QStringLiteral("32"));
        QTest::keyClick(batch, Qt::Key_Return);
        QCOMPARE(session.workspace.problem().batch, 32);
        QTest::keyClick(batch, Qt::Key_Up);
        QCOMPARE(session.workspace.problem().batch, 33);
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session.workspace.problem().batch, 32);
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session.workspace.problem().batch, before);
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(session.workspace.problem().batch, 32);
    }

    /// What was typed and is not taken yet is the box's own.
    void undoOfWhatIsTypedIsTheBoxs()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QSpinBox* batch = batchOf(session);
        QVERIFY(batch);
        const int before = batch->value();
        batch->selectAll();
        QTest::keyClicks(batch, QStringLiteral("7"));
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(batch->cleanText(), QString::number(before));
        QCOMPARE(session.workspace.problem().batch, before);
    }
};

TILESCAPE_TEST(TestBoxes)

} // namespace tst_boxes
#include "tst_boxes.moc"
