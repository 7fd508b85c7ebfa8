#include "window_session.h"

#include "keyboard_walk.h"

#include <QtTest>

using namespace samples;

namespace {

void report(const QStringList& missing)
{
    for (const QString& one : missing) {
        qWarning().noquote() << one; // a failure's own text is cut off
    }
}

/// The first that Tab leads to in a panel.
QWidget* firstIn(const QWidget& panel)
{
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
        if (wantsTheKeyboard(*widget)) {
            return widget;
        }
    }
    return nullptr;
}

} // namespace

/// The keyboard alone: every panel, as a person goes through it with Tab, what they see of where they are, and what a screen reader
/// says on the way.
class TestKeyboard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QSettings().clear();
    }

    void everyPanelIsWalkedThrough()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        session.workspace.setSelectedLayer(2);
        QStringList missing;
        for (QDockWidget* dock : session.window.docks()) {
            dock->hide();
        }
        for (QDockWidget* dock : session.window.docks()) {
            dock->show();
            dock->raise();
            QCoreApplication::processEvents();
            QWidget* first = firstIn(*dock->widget());
            if (!first) {
                missing << nameOf(*dock) + QStringLiteral(": no way in for the keyboard");
                dock->hide();
                continue;
            }
            const QSet<const QWidget*> passed = walkFrom(*first);
            missing << missingOn(passed, *dock->widget()) << focusUnseen(passed, *dock->widget());
            dock->hide();
        }
        report(missing);
        QCOMPARE(missing, QStringList());
    }
};

QTEST_MAIN(TestKeyboard)
#include "tst_keyboard.moc"
