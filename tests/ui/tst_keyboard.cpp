#include "tests/registered.h"
#include "window_session.h"

#include "keyboard_walk.h"

#include "ui/explore/axis_list.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCoreApplication>
#include <QPushButton>
#include <QSettings>
#include <QTest>

#include <algorithm>
#include <map>

namespace tst_keyboard {

using namespace samples;

namespace {

constexpr int settling = 60; ///< milliseconds, after which a panel that was opened is laid out and filled

/// Of every view that paints a result.
const QStringList pictures{
    QStringLiteral("ZoomableView"),  QStringLiteral("TimelineCanvas"), QStringLiteral("EnergyChartView"), QStringLiteral("EnergyTotalStrip"),
    QStringLiteral("PeArrayCanvas"), QStringLiteral("TensorCanvas"),   QStringLiteral("RooflineChart"),   QStringLiteral("TimedCanvas"),
    QStringLiteral("PeArrayPicture"), QStringLiteral("VolumeRows"),
    QStringLiteral("ParallelismMap"), QStringLiteral("TopologyPicture"), QStringLiteral("GradientPane"), QStringLiteral("GradientBars"),
    QStringLiteral("SpeedBars"),     QStringLiteral("LabelledBars")};

void report(const QStringList& missing)
{
    for (const QString& one : missing) {
        qWarning().noquote() << one; // a failure's own text is cut off
    }
}

/// The first that Tab leads to.
QWidget* firstIn(const QWidget& panel)
{
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
        if (wantsTheKeyboard(*widget)) {
            return widget;
        }
    }
    return nullptr;
}

/// What a person with a keyboard misses in a window that was opened for them, and that Escape closes.
QStringList missingIn(QWidget& dialog)
{
    dialog.activateWindow(); // without a window manager no one else does
    if (!QTest::qWaitFor([&] { return QApplication::activeWindow() == &dialog; }) || !firstIn(dialog)) {
        return {QStringLiteral("no way in for the keyboard")};
    }
    QStringList missing;
    QWidget* start = dialog.focusWidget();
    if (!start) {
        missing << QStringLiteral("nothing in it has the keyboard at first");
        start = firstIn(dialog);
    }
    QList<const QWidget*> passed = walkFrom(*firstIn(dialog));
    for (const QWidget* one : std::as_const(passed)) {
        if (!dialog.isAncestorOf(one)) {
            missing << nameOf(*one) + QStringLiteral(": Tab leaves the window");
        }
    }
    passed.removeIf([&](const QWidget* one) { return !dialog.isAncestorOf(one); });
    missing += missingOn(passed, dialog) + focusUnseen(passed, dialog);
    if (const QStringList back = stepsBack(passed, dialog); back.size() > 1) { // once, from the end to the beginning
        missing += back;
    }
    const QList<QPushButton*> buttons = dialog.findChildren<QPushButton*>();
    if (!buttons.isEmpty() && std::none_of(buttons.begin(), buttons.end(), [](const QPushButton* button) { return button->isDefault(); })) {
        missing << QStringLiteral("no button is pressed by Enter");
    }
    start->setFocus(Qt::TabFocusReason);
    QTest::keyClick(start, Qt::Key_Escape);
    if (dialog.isVisible()) {
        missing << QStringLiteral("Escape does not close it");
    }
    return missing;
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
            QTest::qWait(settling);
            QTRY_COMPARE_WITH_TIMEOUT(untoldOn(*dock->widget(), pictures), QStringList(), patience); // some are computed once they are seen
            QWidget* first = firstIn(*dock->widget());
            if (!first) {
                missing << nameOf(*dock) + QStringLiteral(": no way in for the keyboard");
                dock->hide();
                continue;
            }
            const QList<const QWidget*> passed = walkFrom(*first);
            missing << missingOn(passed, *dock->widget()) << focusUnseen(passed, *dock->widget());
            dock->hide();
        }
        report(missing);
        QCOMPARE(missing, QStringList());
    }

    /// Wherever a click has put the keyboard, in the whole window: Tab leads from there to all controls of the panel.
    void everyPanelIsWalkedThroughFromItsPicture()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        session.workspace.setSelectedLayer(2);
        QStringList missing;
        const std::map<const char*, const char*> starts{{"timelineDock", "timelineCanvas"}, {"comparisonDock", "qt_tabwidget_tabbar"}};
        for (const auto& [name, start] : starts) {
            auto* dock = session.find<QDockWidget>(name);
            dock->show();
            dock->raise();
            QTest::qWait(settling);
            auto* from = dock->findChild<QWidget*>(QLatin1String(start));
            QVERIFY2(from && from->isVisible(), start);
            from->setFocus(Qt::MouseFocusReason);
            for (const QString& one : missingOn(walkFrom(*from), *dock->widget())) {
                missing << QLatin1String(name) + QStringLiteral(": ") + one;
            }
        }
        report(missing);
        QCOMPARE(missing, QStringList());
    }

    void everyDialogIsWalkedThrough()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        const std::map<const char*, const char*> actions{{"figureDialog", "exportFigure"},   {"proofDialog", "actionProve"},
                                                         {"commandPalette", "actionCommands"}, {"keyboardSheet", "actionKeyboard"},
                                                         {"manualWindow", "actionManual"},   {"aboutBox", "actionAbout"}};
        QStringList missing;
        for (const auto& [name, action] : actions) {
            session.trigger(action);
            QWidget* dialog = session.find(name);
            QVERIFY2(dialog, name);
            for (const QString& one : missingIn(*dialog)) {
                missing << QLatin1String(name) + QStringLiteral(": ") + one;
            }
        }
        report(missing);
        QCOMPARE(missing, QStringList());
    }

    void escapeClosesAnOpenListAndNothingElse()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        session.workspace.setSelectedLayer(2);
        auto* goal = session.find<QComboBox>("goalCombo");
        goal->setFocus();
        goal->showPopup();
        QTRY_VERIFY(QApplication::activePopupWidget());
        QTest::keyClick(QApplication::activePopupWidget()->windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(!goal->view()->isVisible());
        QCOMPARE(session.workspace.selectedLayer(), std::optional<std::size_t>(2));
    }

    /// Wherever they are added, also as a file brings them.
    void axesComeInTheOrderInWhichTheyStand()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        auto* dock = session.find<QDockWidget>("exploreDock");
        dock->show();
        dock->raise();
        const auto lists = dock->findChildren<tilescape::ui::explore::AxisList*>();
        const auto shown =
            std::find_if(lists.begin(), lists.end(), [](const QWidget* list) { return list->isVisible(); });
        QVERIFY(shown != lists.end());
        auto* const axes = *shown;
        axes->setAxes({{{"pe_rows"}, {{"4"}, {"8"}}, {}}, {{"goal"}, {{"energy"}, {"delay"}}, {}}});
        axes->addAxis({"batch"});
        axes->addAxis({"tile_rows"});
        QTest::qWait(settling);
        const QList<const QWidget*> passed = walkFrom(*axes->rows().front()->findChild<QComboBox*>());
        const auto placeOf = [&](const QWidget* part) {
            const auto found = std::find_if(passed.begin(), passed.end(), [part](const QWidget* one) {
                return one == part || part->isAncestorOf(one);
            });
            return found - passed.begin();
        };
        QVERIFY(placeOf(axes->rows().back()) < passed.size());
        for (std::size_t row = 1; row < axes->rows().size(); ++row) {
            QVERIFY(placeOf(axes->rows()[row - 1]) < placeOf(axes->rows()[row]));
        }
        const qsizetype add = placeOf(axes->addButton());
        QVERIFY(add < passed.size() && axes->rows().back()->isAncestorOf(passed[add - 1]));
    }

    void theQuestionAboutUnsavedChangesIsWalkedThrough()
    {
        Session session(unsolved);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        session.workspace.setBatch(session.workspace.problem().batch + 1);
        QVERIFY(session.workspace.isModified());
        QStringList missing{QStringLiteral("no question")};
        QTimer::singleShot(0, qApp, [&] {
            if (auto* question = QApplication::activeModalWidget()) {
                missing = missingIn(*question);
            }
        });
        session.trigger("actionNew");
        report(missing);
        QCOMPARE(missing, QStringList());
    }
};

TILESCAPE_TEST(TestKeyboard)

} // namespace tst_keyboard
#include "tst_keyboard.moc"
