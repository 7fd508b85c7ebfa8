#include "contrast.h"
#include "tests/registered.h"
#include "window_session.h"
#include "window_sizes.h"

#include "ui/lessons/lesson_panel.h"

#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QProcess>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

namespace tst_layouts {

using namespace samples;

namespace {

constexpr std::array tasks{"actionLayoutTune", "actionLayoutTeach", "actionLayoutPrint"};

/// The panels that are seen: of tabs those in front.
std::vector<QDockWidget*> inFront(const Session& session)
{
    std::vector<QDockWidget*> docks = session.window.docks();
    std::erase_if(docks, [](const QDockWidget* dock) { return dock->isHidden() || dock->visibleRegion().isEmpty(); });
    return docks;
}

bool sees(const Session& session, const char* dock)
{
    const auto front = inFront(session);
    return std::any_of(front.begin(), front.end(), [&](const QDockWidget* one) { return one->objectName() == QLatin1String(dock); });
}

} // namespace

/// Layouts by task beside the free one.
class TestLayouts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light); // its sheet has edges of its own
        QDir(QCoreApplication::applicationDirPath()).mkpath(QStringLiteral("../screenshots"));
    }

    /// What problems covered comes back once there is a schedule, unless they were left before.
    void afterAFailedSolveThePanelsAreAsTheyWere()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        auto* comparison = session.find<QDockWidget>("comparisonDock");
        auto* problems = session.find<QDockWidget>("problemsDock");
        const auto isSeen = [](const QDockWidget* dock) { return !dock->visibleRegion().isEmpty(); };
        comparison->show();
        comparison->raise();
        QTRY_VERIFY(isSeen(comparison));
        for (const bool isLeft : {false, true}) {
            session.type("box_register_bytes_per_pe", QStringLiteral("4"));
            WAIT_FOR_ANSWER(session);
            QTRY_VERIFY(isSeen(problems));
            if (isLeft) {
                session.find<QDockWidget>("layersDock")->raise();
                QTRY_VERIFY(!isSeen(problems));
            }
            session.trigger("actionUndo");
            WAIT_FOR_ANSWER(session);
            QTRY_VERIFY(isSeen(isLeft ? session.find<QDockWidget>("layersDock") : comparison));
        }
    }

    /// Also where it is a tab behind others.
    void aPanelThatIsAskedForIsSeen()
    {
        Session session;
        session.window.resize(1280, 720);
        WAIT_FOR_ANSWER(session);
        for (const char* name : {"exploreDock", "analysisDock"}) {
            auto* dock = session.window.findChild<QDockWidget*>(QLatin1String(name));
            QVERIFY2(dock && dock->isHidden(), name);
            dock->toggleViewAction()->trigger();
            QCoreApplication::processEvents();
            QVERIFY2(sees(session, name), name);
        }
    }

    void everyTaskHasRoom_data()
    {
        samples::addWindowSizes();
    }

    void everyTaskHasRoom()
    {
        QFETCH(QSize, size);
        Session session;
        session.window.resize(size);
        WAIT_FOR_ANSWER(session);
        for (const char* task : tasks) {
            session.trigger(task);
            QCoreApplication::processEvents();
            QTRY_VERIFY(session.find<QAction>(task)->isChecked());
            QCOMPARE(session.window.size(), size);
            QTRY_VERIFY(!inFront(session).empty());
            for (const QDockWidget* dock : inFront(session)) {
                QVERIFY2(dock->width() >= 200 && dock->height() >= 100,
                         qPrintable(QStringLiteral("%1 %2: %3 x %4").arg(QLatin1String(task), dock->objectName()).arg(dock->width()).arg(dock->height())));
            }
            for (const bool dark : {false, true}) {
                ui::window::applyTheme(dark ? ui::window::Theme::Dark : ui::window::Theme::Light);
                QTest::qWait(50);
                const double scale = session.window.devicePixelRatio();
                QVERIFY(session.window.grab().save(QStringLiteral("%1/../screenshots/%2_%3_%4%5.png")
                                                       .arg(QCoreApplication::applicationDirPath(), QString::fromLatin1(task).mid(6).toLower().replace(QStringLiteral("layout"), QStringLiteral("layout_")))
                                                       .arg(size.width())
                                                       .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"), scale > 1 ? QStringLiteral("_2x") : QString())));
            }
            ui::window::applyTheme(ui::window::Theme::Light);
        }
    }

    void tuningShowsParametersAndWhatTheyDo()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.trigger("actionLayoutTune");
        QTRY_VERIFY(sees(session, "hardwareDock") && sees(session, "energyDock") && sees(session, "layersDock") && sees(session, "inspectorDock"));
        QVERIFY(session.find<QDockWidget>("hardwareDock")->geometry().right() < session.find<QDockWidget>("energyDock")->geometry().left());
        QVERIFY(session.find<QDockWidget>("energyDock")->geometry().bottom() < session.find<QDockWidget>("layersDock")->geometry().top());
    }

    void printingShowsOneViewInLarge()
    {
        Session session(unsolved);
        session.trigger("actionLayoutPrint");
        QTRY_VERIFY(sees(session, "chipDock") && !sees(session, "networkDock"));
        QVERIFY(session.find<QDockWidget>("chipDock")->width() > 1600);
        session.trigger("goTo_timelineDock");
        QTRY_VERIFY(sees(session, "timelineDock") && !sees(session, "chipDock"));
    }

    void aClosedPanelCanBeOpened()
    {
        Session session(unsolved);
        session.trigger("actionLayoutPrint");
        session.trigger("goTo_hardwareDock");
        QTRY_VERIFY(sees(session, "hardwareDock"));
        QVERIFY(!session.find<QDockWidget>("hardwareDock")->isFloating());
    }

    void aTaskIsTakenBackAndForth()
    {
        Session session(unsolved);
        session.find<QDockWidget>("chipDock")->setFloating(true); // by hand
        session.find<QDockWidget>("energyDock")->close();
        const QStringList before = session.openPanels();
        session.trigger("actionLayoutTeach");
        QVERIFY(session.openPanels() != before);
        session.trigger("actionLayoutBack");
        QCOMPARE(session.openPanels(), before);
        QVERIFY(session.find<QDockWidget>("chipDock")->isFloating());
        session.trigger("actionLayoutBack");
        QVERIFY(session.find<QAction>("actionLayoutTeach")->isChecked());
        QTRY_VERIFY(sees(session, "lessonDock"));
        session.trigger("actionResetLayout");
        QVERIFY(session.find<QAction>("actionResetLayout")->isChecked());
        QVERIFY(session.find<QDockWidget>("lessonDock")->isHidden());
        session.trigger("actionLayoutBack");
        QVERIFY(session.find<QAction>("actionLayoutTeach")->isChecked());
    }

    void theKeyboardReachesThem()
    {
        Session session(unsolved);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        QTest::keyClick(&session.window, Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(session.find<QAction>("actionLayoutPrint")->isChecked());
        QTest::keyClick(&session.window, Qt::Key_Z, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(session.find<QAction>("actionResetLayout")->isChecked());
    }

    void aTaskOutlivesTheProgram()
    {
        {
            Session session(unsolved);
            session.trigger("actionLayoutTune");
            session.window.close();
        }
        Session again(unsolved);
        QVERIFY(again.find<QAction>("actionLayoutTune")->isChecked());
        QTRY_VERIFY(sees(again, "hardwareDock") && !sees(again, "networkDock"));
    }

    void noPanelIsNarrowerThanItsView_data() { samples::addWindowSizes(); }

    /// With a lesson beside them, too: what a panel cuts off cannot be scrolled to.
    void noPanelIsNarrowerThanItsView()
    {
        QFETCH(QSize, size);
        Session session(unsolved);
        session.window.resize(size);
        for (const char* task : {"actionResetLayout", "actionLayoutTune", "actionLayoutTeach"}) {
            session.trigger(task);
            session.trigger("goTo_lessonDock");
            QTRY_VERIFY(sees(session, "lessonDock"));
            const auto cut = [&] {
                QStringList faults;
                for (const QDockWidget* dock : inFront(session)) {
                    const auto* view = dock->widget()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
                    if (view->width() < view->minimumSizeHint().width()) {
                        faults << QStringLiteral("%1 %2: %3 of %4").arg(QLatin1String(task), dock->objectName()).arg(view->width())
                                      .arg(view->minimumSizeHint().width());
                    }
                }
                return faults.join(QLatin1Char('\n'));
            };
            QTRY_VERIFY2_WITH_TIMEOUT(cut().isEmpty(), qPrintable(cut()), 2000);
        }
    }

    void tabsAreNamedInFull()
    {
        Session session(unsolved);
        session.window.resize(1280, 720);
        for (QDockWidget* dock : session.window.docks()) {
            session.trigger(qPrintable(QStringLiteral("goTo_") + dock->objectName()));
        }
        QTRY_VERIFY(sees(session, "lessonDock"));
        int tabs = 0;
        for (const QTabBar* bar : session.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            for (int tab = 0; tab < bar->count(); ++tab, ++tabs) {
                QTRY_VERIFY2(bar->tabRect(tab).width() > bar->fontMetrics().horizontalAdvance(bar->tabText(tab)), qPrintable(bar->tabText(tab)));
            }
        }
        QVERIFY(tabs > 8);
    }

    void theChartOfExploreHasRoom_data() { samples::addWindowSizes(); }
    void theChartOfExploreHasRoom()
    {
        QFETCH(QSize, size);
        Session session(unsolved);
        session.window.resize(size);
        session.trigger("goTo_exploreDock");
        QTRY_VERIFY(sees(session, "exploreDock"));
        QTRY_VERIFY2(session.find<QDockWidget>("exploreDock")->height() >= size.height() / 3,
                     qPrintable(QString::number(session.find<QDockWidget>("exploreDock")->height())));
    }

    void aFirstWindowLeavesRoomForItsTitle()
    {
        Workspace workspace{unsolved};
        const QTemporaryDir folder;
        const MainWindow window(workspace, folder.path());
        QVERIFY(window.height() + 40 <= window.screen()->availableSize().height());
    }

    /// As of a window that was on a larger screen: title and status line would be out of reach.
    void aRememberedWindowFitsTheScreen()
    {
        Workspace workspace{unsolved};
        const QTemporaryDir folder;
        {
            MainWindow window(workspace, folder.path());
            const QSize room = window.screen()->availableSize();
            window.resize(room + QSize(300, 200));
            window.close();
        }
        const MainWindow again(workspace, folder.path());
        const QRect room = again.screen()->availableGeometry();
        QVERIFY2(room.contains(again.geometry()) && again.height() + 40 <= room.height(),
                 qPrintable(QStringLiteral("%1 x %2").arg(again.width()).arg(again.height())));
    }

    void switchesWithoutRoomAreFoundInTheDarkToo()
    {
        Session session(unsolved);
        session.window.resize(1024, 640);
        for (const auto theme : {ui::window::Theme::Dark, ui::window::Theme::Light}) {
            session.window.setTheme(theme);
            auto* more = session.find<QToolBar>("spaceToolBar")->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
            QTRY_VERIFY(more->isVisible());
            const QImage picture = more->grab().toImage();
            double most = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x) {
                    most = std::max(most, samples::contrast(picture.pixelColor(x, y), picture.pixelColor(0, 0)));
                }
            }
            QVERIFY2(most > 4.5, qPrintable(QString::number(most)));
        }
    }

    void aLessonStandsBesideWhatItIsAbout()
    {
        Session session;
        for (const QSize size : {QSize(1024, 640), QSize(1280, 720), QSize(1680, 1040)}) {
            session.window.resize(size);
            WAIT_FOR_ANSWER(session);
            session.trigger("actionLesson_03-loop-order");
            WAIT_FOR_ANSWER(session);
            // Its first step is about what the inspector says of a layer, which is to be selected in the network.
            QTRY_VERIFY2(sees(session, "lessonDock") && sees(session, "networkDock"), qPrintable(QString::number(size.width())));
            session.find<QToolButton>("lessonShowMe")->click();
            QTRY_VERIFY2(sees(session, "lessonDock") && sees(session, "inspectorDock"), qPrintable(QString::number(size.width())));
            QCOMPARE(session.window.size(), size);
            QTRY_VERIFY(session.find<QDockWidget>("lessonDock")->width() >= 220);
            QTest::qWait(50);
            QVERIFY(session.window.grab().save(QStringLiteral("%1/../screenshots/lesson_%2.png").arg(QCoreApplication::applicationDirPath()).arg(size.width())));
            session.find<ui::lessons::LessonPanel>("lessonPanel")->stop();
        }
    }

    /// On a screen that shows everything twice as large, in a process of its own.
    void theSameOnAFineScreen()
    {
        if (qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) {
            QSKIP("This is it.");
        }
        QProcess twice;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("2"));
        twice.setProcessEnvironment(environment);
        twice.setProcessChannelMode(QProcess::MergedChannels);
        twice.start(QCoreApplication::applicationFilePath(), {QStringLiteral("ui_layouts"), QStringLiteral("everyTaskHasRoom:1280x720")});
        QVERIFY(twice.waitForFinished(patience));
        QVERIFY2(twice.exitCode() == 0, twice.readAll().constData());
    }
};

TILESCAPE_TEST(TestLayouts)

} // namespace tst_layouts
#include "tst_layouts.moc"
