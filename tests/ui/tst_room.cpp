#include "remembered_solve.h"
#include "slow_solve.h"
#include "tests/registered.h"
#include "ui/network/network_view.h"
#include "ui/widgets/zoomable_view.h"
#include "ui/window/dock_layout.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QDockWidget>
#include <QDir>
#include <QLabel>
#include <QProcess>
#include <QProgressBar>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <map>
#include <set>
#include <thread>

namespace tst_room {

using namespace tilescape;
using ui::window::MainWindow;
using ui::window::Room;
using ui::window::Theme;
using ui::workspace::Workspace;

namespace {

constexpr int patience = 60000;
constexpr int titleHeight = 40;
const QString examples = QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/");

struct Session {
    explicit Session(QSize size, ui::workspace::SolverService::Solve solve = samples::solveOnce)
        : workspace(std::move(solve))
    {
        window.resize(size);
        window.openExample();
        window.show();
    }
    [[nodiscard]] bool isSettled() const
    {
        return workspace.schedule() && !workspace.isStale() && !window.findChild<ui::network::NetworkView*>()->isLayingOut();
    }
    [[nodiscard]] QDockWidget* dock(const char* name) const { return window.findChild<QDockWidget*>(QLatin1String(name)); }

    QTemporaryDir folder;
    Workspace workspace;
    MainWindow window{workspace, folder.filePath(QStringLiteral("copies"))};
};

/// Where the window and its parts stand. Tabs share a place, which has the name of the first of them.
using Places = std::map<QString, QRect>;

QString placeOf(const MainWindow& window, QDockWidget* dock)
{
    const QList<QDockWidget*> tabs = window.tabifiedDockWidgets(dock) << dock;
    for (QDockWidget* first : window.docks()) {
        if (!first->isHidden() && tabs.contains(first)) {
            return first->objectName();
        }
    }
    return dock->objectName();
}

Places placesOf(const MainWindow& window)
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    Places places{{QStringLiteral("window"), QRect(QPoint(), window.size())},
                  {QStringLiteral("status bar"), window.statusBar()->geometry()}};
    for (QDockWidget* dock : window.docks()) {
        if (!dock->visibleRegion().isEmpty()) {
            places[placeOf(window, dock)] = dock->geometry();
        }
    }
    for (const QToolBar* bar : window.findChildren<QToolBar*>()) {
        places[bar->objectName()] = bar->geometry();
    }
    return places;
}

/// What differs, in words; empty if nothing does.
QString difference(const Places& before, const Places& after)
{
    std::set<QString> names;
    for (const Places* places : {&before, &after}) {
        for (const auto& [name, rect] : *places) {
            names.insert(name);
        }
    }
    QStringList lines;
    for (const QString& name : names) {
        const auto was = before.find(name);
        const auto is = after.find(name);
        if (was == before.end() || is == after.end() || was->second != is->second) {
            QString line;
            QDebug(&line) << name << (was == before.end() ? QRect() : was->second) << (is == after.end() ? QRect() : is->second);
            lines << line;
        }
    }
    return lines.join(QLatin1Char('\n'));
}

#define STAYS(session, before, what)                                                                                   \
    do {                                                                                                               \
        const QString moved = difference(before, placesOf((session).window));                                         \
        QVERIFY2(moved.isEmpty(), qPrintable(QString(what) + QStringLiteral(": ") + moved));                           \
    } while (false)

} // namespace

class RoomTest : public QObject {
    Q_OBJECT

    static void addSizes()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(640, 360), QSize(1024, 640), QSize(1280, 720), QSize(1600, 900), QSize(1920, 1080)}) {
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("room"));
    }

    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(Theme::Light);
    }

    void nothingOnTheScreenMovesAPanel_data() { addSizes(); }
    /// Over every example: its layers, the options of every view, and no selection. Tabs may come on top of others.
    void nothingOnTheScreenMovesAPanel()
    {
        QFETCH(QSize, size);
        Session session(size);
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        const Places before = placesOf(session.window);
        QCOMPARE(before.at(QStringLiteral("window")).size(), size);
        const QStringList files = QDir(examples).entryList({QStringLiteral("*.tilescape")});
        for (qsizetype number = 0; number < files.size(); ++number) {
            const QString& file = files[number];
            // Where there is least room all of them, else some.
            if (size.width() > 640 && number % 3 != 1) {
                continue;
            }
            QVERIFY(session.window.openFile(examples + file));
            QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
            STAYS(session, before, file);
            const std::string& view = session.window.files().view();
            QVERIFY(view.empty() || !session.dock((view + "Dock").c_str())->visibleRegion().isEmpty());
            const std::size_t layers = session.workspace.network().layers.size();
            for (std::size_t layer = 0; layer < layers; layer += 1 + layers / 6) {
                session.workspace.setSelectedLayer(layer);
                STAYS(session, before, file + QString::number(layer));
            }
            for (QToolButton* option : session.window.findChildren<QToolButton*>()) {
                // The tool bars' switches are another problem, not another view.
                if (option->isCheckable() && option->isVisible() && !option->objectName().startsWith(QStringLiteral("qt_"))
                    && !qobject_cast<QToolBar*>(option->parentWidget())) {
                    option->click();
                    STAYS(session, before, file + option->text());
                    option->click();
                    STAYS(session, before, file + option->text());
                }
            }
            session.workspace.setSelectedLayer(std::nullopt);
            STAYS(session, before, file + QStringLiteral(" nothing"));
        }
    }

    void aProjectsClosedPanelIsATabOfAnother_data() { addSizes(); }
    /// Nothing but that place changes, and there no more than a title for a bar of tabs.
    void aProjectsClosedPanelIsATabOfAnother()
    {
        QFETCH(QSize, size);
        Session session(size);
        for (const char* file : {"hypar/vgg-a", "gradient-order/bert-tiny-edge", "adapt-flow/alexnet-108kb"}) {
            session.window.openExample();
            session.window.resetLayout(); // what the last project opened is closed again
            QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
            Places before = placesOf(session.window);
            QVERIFY(session.window.openFile(examples + QLatin1String(file) + QStringLiteral(".tilescape")));
            QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
            Places after = placesOf(session.window);
            QDockWidget* panel = session.dock((session.window.files().view() + "Dock").c_str());
            QVERIFY(!panel->visibleRegion().isEmpty());
            const QString place = placeOf(session.window, panel);
            QVERIFY2(before.contains(place), qPrintable(place));
            const QRect was = before.at(place);
            const QRect is = after.at(place);
            QCOMPARE(is.left(), was.left());
            QCOMPARE(is.right(), was.right());
            QVERIFY(std::abs(is.top() - was.top()) <= titleHeight && std::abs(is.bottom() - was.bottom()) <= titleHeight);
            before.erase(place);
            after.erase(place);
            QCOMPARE(difference(before, after), QString());
        }
    }

    void theDrawingHasMostOfItsPanel_data() { addSizes(); }
    /// Whatever layer is selected, of examples with regions and shared data.
    void theDrawingHasMostOfItsPanel()
    {
        QFETCH(QSize, size);
        Session session(size);
        for (const char* file : {"alexnet-pipelined.tilescape", "lstm-pipelined.tilescape"}) {
            QVERIFY(session.window.openFile(examples + QLatin1String(file)));
            QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
            for (std::size_t layer = 0; layer < session.workspace.network().layers.size(); layer += 6) {
                session.workspace.setSelectedLayer(layer);
                for (const char* name : {"networkDock", "chipDock", "timelineDock"}) {
                    QDockWidget* dock = session.dock(name);
                    dock->raise();
                    QCoreApplication::processEvents();
                    QWidget* drawing = dock->findChild<ui::widgets::ZoomableView*>();
                    drawing = drawing ? drawing : dock->findChild<QWidget*>(QStringLiteral("timelineCanvas"));
                    const double share = static_cast<double>(drawing->height()) / dock->widget()->height();
                    // The panel, too, is most of what a low window has: a chip of 64 pixels shows no tile. A timeline is wide.
                    const bool isWide = size.width() >= 1600 && dock == session.dock("timelineDock");
                    QVERIFY2(drawing->height() >= (isWide ? 100 : std::min(size.height() * 2 / 5, 300)), qPrintable(QStringLiteral("%1: %2 of %3").arg(QLatin1String(name)).arg(drawing->height()).arg(size.height())));
                    QVERIFY2(share >= 0.7, qPrintable(QStringLiteral("%1 %2: %3").arg(QLatin1String(name)).arg(layer).arg(share)));
                }
            }
        }
    }

    void themesAndEditsMoveNothing_data() { addSizes(); }
    void themesAndEditsMoveNothing()
    {
        QFETCH(QSize, size);
        Session session(size);
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        const Places before = placesOf(session.window);
        const auto rows = [&] {
            Places places;
            for (const QWidget* row : session.dock("hardwareDock")->findChildren<QWidget*>(QRegularExpression(QStringLiteral("^(row|box)_")))) {
                places[row->objectName()] = row->geometry();
            }
            return places;
        };
        const Places rowsBefore = rows();
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            session.window.setTheme(theme);
            STAYS(session, before, QStringLiteral("theme"));
        }
        for (const auto& [key, value] : {std::pair{"buffer_bytes_per_tile", 4096.0}, {"dram_pj", 317.25}, {"tile_rows", 2.0}}) {
            session.workspace.setParameter(QLatin1String(key), value);
            QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
            STAYS(session, before, QLatin1String(key));
            QCOMPARE(difference(rowsBefore, rows()), QString());
        }
        session.workspace.setParameter(QStringLiteral("register_bytes_per_pe"), 4);
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        QCOMPARE(placesOf(session.window).at(QStringLiteral("status bar")), before.at(QStringLiteral("status bar")));
        QCOMPARE(placesOf(session.window).at(QStringLiteral("window")), before.at(QStringLiteral("window")));
    }

    void solvingAndCancellingMoveNothing_data() { addSizes(); }
    void solvingAndCancellingMoveNothing()
    {
        QFETCH(QSize, size);
        Session session(size, samples::SlowSolve{});
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        const Places before = placesOf(session.window);
        session.workspace.setBatch(8);
        auto* cancel = session.window.findChild<QToolButton*>(QStringLiteral("cancelSolve"));
        QTRY_VERIFY(cancel->isVisible());
        STAYS(session, before, QStringLiteral("solving"));
        cancel->click();
        QTRY_VERIFY(!session.workspace.isSolving());
        STAYS(session, before, QStringLiteral("cancelled"));
    }

    /// What the line leaves out is in its tooltip, its state stays inside the window, and the bar is full for no unfinished solve.
    void theStatusLineGivesWay()
    {
        Session session({640, 360}, samples::SlowSolve{});
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        auto* strip = session.window.findChild<QWidget*>(QStringLiteral("statusStrip"));
        const auto left = [&] {
            QStringList texts;
            for (const QLabel* label : strip->findChildren<QLabel*>()) {
                if (label->isHidden() && !label->text().isEmpty() && !label->text().startsWith(QStringLiteral("solved in"))) {
                    texts << label->text();
                }
            }
            return texts;
        };
        QVERIFY(!left().isEmpty());
        for (const QString& text : left()) {
            QVERIFY2(strip->toolTip().contains(text), qPrintable(text + QStringLiteral(" | ") + strip->toolTip()));
        }
        auto* word = session.window.findChild<QLabel*>(QStringLiteral("statusWord"));
        session.workspace.setBatch(8);
        auto* bar = session.window.findChild<QProgressBar*>(QStringLiteral("solveProgress"));
        QTRY_VERIFY(session.window.findChild<QToolButton*>(QStringLiteral("cancelSolve"))->isVisible());
        for (const int total : {1, 2, 19, 2000}) {
            Q_EMIT session.workspace.progressed(total, total);
            QVERIFY2(bar->value() < bar->maximum() && bar->value() == total, qPrintable(QString::number(total)));
        }
        session.workspace.cancelSolve();
        QTRY_VERIFY(word->text().startsWith(QStringLiteral("Cancelled")));
        QVERIFY(strip->rect().contains(QRect(word->mapTo(strip, QPoint()), word->size())));
        QVERIFY(word->toolTip().contains(word->text()));
    }

    void theLayoutFollowsTheWidth()
    {
        Session session({1920, 1080});
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        QVERIFY(session.dock("networkDock")->geometry().right() < session.dock("chipDock")->geometry().left());
        session.window.resize(1280, 720);
        QCoreApplication::processEvents();
        QVERIFY(session.window.tabifiedDockWidgets(session.dock("networkDock")).contains(session.dock("chipDock")));
        QVERIFY(session.window.tabifiedDockWidgets(session.dock("layersDock")).contains(session.dock("energyDock")));
        QVERIFY(session.dock("networkDock")->geometry().right() < session.dock("inspectorDock")->geometry().left());
        QVERIFY(session.dock("chipDock")->width() > 600); // the view that the example opens, in front of its tabs
        session.window.resize(1024, 640);
        QCoreApplication::processEvents();
        QVERIFY(session.window.tabifiedDockWidgets(session.dock("hardwareDock")).contains(session.dock("inspectorDock")));
        QCOMPARE(session.window.size(), QSize(1024, 640));
        session.window.resize(640, 360);
        QCoreApplication::processEvents();
        QCOMPARE(session.window.size(), QSize(640, 360));
        QVERIFY(session.window.tabifiedDockWidgets(session.dock("networkDock")).contains(session.dock("layersDock")));
        session.window.resize(1700, 900);
        QCoreApplication::processEvents();
        QVERIFY(session.window.tabifiedDockWidgets(session.dock("networkDock")).isEmpty());
    }

    /// Where views that stood beside each other become tabs of one place.
    void theViewInUseStaysInFront()
    {
        Session session({1920, 1080});
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        for (const char* name : {"chipDock", "timelineDock", "energyDock", "inspectorDock", "networkDock"}) {
            QDockWidget* dock = session.dock(name);
            const QList<QWidget*> all = dock->widget()->findChildren<QWidget*>();
            const auto takes = std::find_if(all.begin(), all.end(), [](const QWidget* own) {
                return own->isVisible() && own->isEnabled() && (own->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
            });
            QVERIFY2(takes != all.end(), name);
            (*takes)->setFocus();
            QCOMPARE(QApplication::focusWidget(), *takes);
            for (const QSize size : {QSize(1280, 720), QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080)}) {
                session.window.resize(size);
                QTRY_VERIFY2(!dock->visibleRegion().isEmpty(), name);
                QVERIFY2(QApplication::focusWidget() && dock->isAncestorOf(QApplication::focusWidget()), name);
            }
        }
    }

    void aClosedPanelStaysClosedInEveryLayout()
    {
        Session session({1920, 1080});
        session.dock("energyDock")->close();
        session.window.resize(1280, 720);
        QCoreApplication::processEvents();
        QVERIFY(session.dock("energyDock")->isHidden());
        session.window.resetLayout();
        QVERIFY(!session.dock("energyDock")->isHidden());
    }

    void whatAPersonMovedIsTheirs()
    {
        Session session({1920, 1080});
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        session.dock("chipDock")->setFloating(true);
        session.window.resize(1280, 720);
        QCoreApplication::processEvents();
        QVERIFY(session.dock("chipDock")->isFloating());
        QVERIFY(session.window.tabifiedDockWidgets(session.dock("networkDock")).isEmpty());
        session.window.resetLayout();
        QVERIFY(session.window.tabifiedDockWidgets(session.dock("networkDock")).contains(session.dock("chipDock")));
    }

    void aDraggedSeparatorIsTheirs()
    {
        Session session({1280, 720});
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), patience);
        const QRect hardware = session.dock("hardwareDock")->geometry();
        const QPoint edge(hardware.right() + 3, hardware.center().y());
        QTest::mousePress(&session.window, Qt::LeftButton, {}, edge);
        QMouseEvent move(QEvent::MouseMove, edge + QPoint(60, 0), session.window.mapToGlobal(edge + QPoint(60, 0)), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(&session.window, &move);
        QTRY_VERIFY(session.dock("hardwareDock")->width() > hardware.width() + 40);
        QTest::mouseRelease(&session.window, Qt::LeftButton, {}, edge + QPoint(60, 0));
        const int width = session.dock("hardwareDock")->width();
        session.window.resize(1281, 721);
        QCoreApplication::processEvents();
        QVERIFY(std::abs(session.dock("hardwareDock")->width() - width) < 10);
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
        twice.start(QCoreApplication::applicationFilePath(), {QStringLiteral("ui_room"), QStringLiteral("themesAndEditsMoveNothing:1280x720"),
                                                              QStringLiteral("solvingAndCancellingMoveNothing:1280x720")});
        QVERIFY(twice.waitForFinished(patience));
        QVERIFY2(twice.exitCode() == 0, twice.readAll().constData());
    }
};

TILESCAPE_TEST(RoomTest)

} // namespace tst_room
#include "tst_room.moc"
