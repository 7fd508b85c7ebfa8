#include "scaled_picture.h"
#include "tests/registered.h"
#include "window_session.h"

#include "core/io/files.h"
#include "core/io/sweep_json.h"
#include "ui/explore/explore_view.h"
#include "ui/explore/search_view.h"
#include "ui/explore/sweep_view.h"
#include "ui/workspace/explorations.h"

#include <QtTest>

namespace tst_explore_examples {

using namespace samples;
using ui::explore::ExploreView;

namespace {

const QString examples = QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/explore/");

} // namespace

/// The examples of sweeps and of a search for a chip, in the window.
class TestExploreExamples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { QSettings().clear(); }

    /// File > Open shows what the file asks, in its tab of Explore; its base is the open problem, as one undo step.
    void eachIsOpenedWhereItIsAsked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("tab");
        QTest::addColumn<QString>("state");
        QTest::newRow("buffer against array") << QStringLiteral("buffer-against-array") << 0 << QStringLiteral("30 points");
        QTest::newRow("sensitivity") << QStringLiteral("tangram-sensitivity") << 0 << QStringLiteral("21 points");
        QTest::newRow("prices") << QStringLiteral("memory-against-network") << 0 << QStringLiteral("4,096 points");
        QTest::newRow("chip search") << QStringLiteral("chip-search") << 1 << QStringLiteral("At most 288 designs");
    }
    void eachIsOpenedWhereItIsAsked()
    {
        QFETCH(QString, name);
        QFETCH(int, tab);
        QFETCH(QString, state);
        Session session;
        QVERIFY(session.window.openFile(examples + QStringLiteral("../alexnet-eyeriss.tilescape")));
        const schedule::Problem before = session.workspace.problem();
        QVERIFY(session.window.openFile(examples + name + QStringLiteral(".json")));
        auto* view = session.find<ExploreView>("exploreView");
        QVERIFY(view->isVisible());
        QCOMPARE(view->currentIndex(), tab);
        QCOMPARE(session.text(tab == 0 ? "stateSweep" : "stateSearch"), state);
        QVERIFY(session.workspace.problem() != before);
        view->window()->resize(1680, 1200);
        QTest::qWait(300); // layouts within scroll areas follow each other
        for (const auto theme : {ui::window::Theme::Light, ui::window::Theme::Dark}) {
            ui::window::applyTheme(theme);
            const QString look = theme == ui::window::Theme::Dark ? QStringLiteral("_dark") : QStringLiteral("_light");
            QVERIFY(view->grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/example_%1%2.png").arg(name, look)));
        }
        QVERIFY(leaveAtScaleTwo(*view, QStringLiteral("example_") + name));
        session.workspace.undoStack().undo();
        QCOMPARE(session.workspace.problem(), before);
    }

    /// A project that keeps sweeps is a project.
    void aProjectWithSweepsIsADocument()
    {
        Session session;
        auto sweep = io::readSweep(io::readFile((examples + QStringLiteral("buffer-against-array.json")).toStdString()).value(), "s.json");
        explore::PointResult result;
        result.reason = "nothing fits";
        session.workspace.explorations().show({"", io::SweepRun{sweep.value(), {{0, result}}}});
        const QString path = session.path("p.tilescape");
        QVERIFY(session.window.saveTo(path));
        QVERIFY(io::readFile(path.toStdString()).value().find("tilescape-sweep") != std::string::npos);
        QVERIFY(session.window.openFile(path));
        QCOMPARE(session.workspace.filePath(), path);
    }

    /// What is wrong with a file stands in its tab.
    void aWrongFileSaysSo()
    {
        Session session;
        const QString path = session.path("wrong.json");
        QVERIFY(io::writeFile(path.toStdString(), R"({"format": "tilescape-search", "version": 1})").empty());
        QVERIFY(!session.window.openFile(path));
        QVERIFY2(session.text("stateSearch").contains(QLatin1String("the key 'variables' is missing")), qPrintable(session.text("stateSearch")));
    }
};

TILESCAPE_TEST(TestExploreExamples)

} // namespace tst_explore_examples
#include "tst_explore_examples.moc"
