#include "view_samples.h"

#include "core/io/files.h"
#include "core/io/library.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"
#include "ui/explore/axis_row.h"
#include "ui/explore/explore_view.h"
#include "ui/explore/points_model.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QHelpEvent>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolTip>
#include <QtTest>

using namespace tilescape;
using ui::explore::AxisRow;
using ui::explore::ExploreView;
using ui::explore::PointsModel;
using ui::workspace::Workspace;

namespace {

/// LeNet on one tile: a point takes about a millisecond.
std::unique_ptr<Workspace> openedWorkspace()
{
    auto workspace = samples::workspace();
    schedule::Problem problem;
    problem.network = io::loadNetwork("lenet_c").value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.solver = "kapla";
    workspace->open(problem, {});
    return workspace;
}

/// Two axes: buffers, and registers of which the smallest are too few for any schedule.
void setAxes(ExploreView& view, int buffers, int registers)
{
    view.axes()[0]->setKey("buffer_bytes_per_tile");
    view.axes()[0]->setRange(1024, 65536, buffers);
    view.axes()[1]->setKey("register_bytes_per_pe");
    view.axes()[1]->setRange(8, 512, registers);
}

void press(ExploreView& view, const char* name)
{
    auto* button = view.findChild<QPushButton*>(QLatin1String(name));
    QVERIFY2(button && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
}

QString stateOf(const ExploreView& view) { return view.findChild<QLabel*>(QStringLiteral("sweepState"))->text(); }

void choose(ExploreView& view, const char* box, const char* key)
{
    auto* combo = view.findChild<QComboBox*>(QLatin1String(box));
    combo->setCurrentIndex(combo->findData(QLatin1String(key)));
    QCOMPARE(combo->currentData().toString(), QLatin1String(key));
}

void show(ExploreView& view, QSize size = {900, 460})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

void runAll(ExploreView& view)
{
    press(view, "runSweep");
    QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
}

} // namespace

class TestExploreView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void everyPointIsSolvedAndShown()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 5, 3);
        QCOMPARE(stateOf(view), QStringLiteral("15 points"));
        runAll(view);
        QCOMPARE(view.service().results().size(), std::size_t{15});
        QCOMPARE(stateOf(view), QStringLiteral("15 of 15 points, 5 without a schedule. A click opens a point."));
        QCOMPARE(view.model().rowCount(), 15);
        QCOMPARE(view.chart().scatter().points.size(), std::size_t{10});
        QCOMPARE(view.chart().scatter().series.size(), std::size_t{3});
        QVERIFY(!view.chart().scatter().line.empty());
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_scatter")));
        choose(view, "chartX", "buffer_bytes_per_tile");
        QVERIFY(view.chart().scatter().joinsSeries);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_lines")));
        view.resize(420, 640);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_narrow")));
        view.resize(900, 460);
        view.findChild<QTabWidget*>()->setCurrentIndex(1);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_points")));
    }

    /// A point without schedule says why.
    void theTableSaysWhyThereIsNoSchedule()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 2, 2);
        runAll(view);
        const QAbstractItemModelTester tester(&view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QModelIndex energy = view.model().index(0, 2);
        QCOMPARE(energy.data().toString(), QStringLiteral("no schedule"));
        QVERIFY2(energy.data(Qt::ToolTipRole).toString().contains(QLatin1String("registers need")), qPrintable(energy.data(Qt::ToolTipRole).toString()));
        QCOMPARE(view.model().index(0, 0).data().toString(), QStringLiteral("1 KiB"));
    }

    /// Every cell is the point of its column and row; where there is no schedule, the cell says why.
    void aHeatMapHasACellForEachPoint()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 6, 4);
        runAll(view);
        view.findChild<QComboBox*>(QStringLiteral("chartKind"))->setCurrentIndex(1);
        const auto& map = view.chart().heatMap();
        QCOMPARE(map.columns.size(), std::size_t{6});
        QCOMPARE(map.rows.size(), std::size_t{4});
        QCOMPARE(map.cells.size(), std::size_t{24});
        for (std::size_t i = 0; i < map.cells.size(); ++i) {
            const auto& result = view.service().results().at(view.chart().content().numbers[i]);
            QCOMPARE(map.cells[i].value.has_value(), result.hasSchedule());
            QCOMPARE(map.cells[i].value.value_or(0), result.energyPj);
        }
        const auto none = std::find_if(map.cells.begin(), map.cells.end(), [](const auto& cell) { return !cell.value; });
        QVERIFY(none != map.cells.end());
        const std::size_t number = view.chart().content().numbers[static_cast<std::size_t>(none - map.cells.begin())];
        const QString text = ui::explore::pointText(view.service().sweep(), view.service().results(), number);
        QVERIFY2(text.contains(QLatin1String("registers need")), qPrintable(text));
        QHelpEvent hover(QEvent::ToolTip, view.chart().placeOf(static_cast<std::size_t>(none - map.cells.begin())).toPoint(), {});
        QApplication::sendEvent(&view.chart(), &hover);
        QCOMPARE(QToolTip::text(), text);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_heat")));
        samples::leaveFigure(view.chart().figure());
    }

    /// Dragging along an axis leaves the points within; a click there takes that back.
    void parallelCoordinatesPickOutRanges()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 6, 3);
        runAll(view);
        view.findChild<QComboBox*>(QStringLiteral("chartKind"))->setCurrentIndex(2);
        auto& chart = view.chart();
        const auto& axes = chart.parallelAxes();
        QCOMPARE(axes.axes.size(), std::size_t{6});
        const auto picked = [&] { return std::count_if(axes.points.begin(), axes.points.end(), [&](const auto& each) { return axes.picks(each); }); };
        QCOMPARE(picked(), 12);
        const int x = 8 + 46; // the first axis: the margins of widget and chart
        QTest::mousePress(&chart, Qt::LeftButton, {}, {x, chart.height() / 2});
        QTest::mouseMove(&chart, {x, chart.height() - 40});
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, {x, chart.height() - 20});
        QVERIFY(axes.axes[0].picked.has_value());
        QVERIFY2(picked() > 0 && picked() < 12, qPrintable(QString::number(picked())));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_parallel")));
        QTest::mouseClick(&chart, Qt::LeftButton, {}, {x, chart.height() / 2});
        QCOMPARE(picked(), 12);
    }

    /// One undo step brings back what was open.
    void aClickOpensThePoint()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 3, 2);
        runAll(view);
        const schedule::Problem before = workspace->problem();
        const std::size_t index = 1;
        QTest::mouseClick(&view.chart(), Qt::LeftButton, {}, view.chart().placeOf(index).toPoint());
        QVERIFY(view.chart().chosen().has_value());
        const auto& sweep = view.service().sweep();
        QCOMPARE(workspace->problem(), problemWith(sweep.base, settingsAt(sweep, *view.chart().chosen())));
        QVERIFY(workspace->problem() != before);
        workspace->undoStack().undo();
        QCOMPARE(workspace->problem(), before);
    }

    /// From point to point with the arrow keys, and into it with Enter.
    void theKeyboardOpensPointsAsWell()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 3, 2);
        runAll(view);
        view.chart().setFocus();
        QTest::keyClick(&view.chart(), Qt::Key_Right);
        const auto first = view.chart().chosen();
        QTest::keyClick(&view.chart(), Qt::Key_Right);
        QVERIFY(first && view.chart().chosen() && *first != *view.chart().chosen());
        const schedule::Problem before = workspace->problem();
        QTest::keyClick(&view.chart(), Qt::Key_Return);
        QVERIFY(workspace->problem() != before);
    }

    void pausesAndGoesOn()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 100, 4);
        press(view, "runSweep");
        press(view, "pauseSweep");
        QVERIFY(stateOf(view).endsWith(QLatin1String(", paused")));
        QTest::qWait(300); // what had begun ends
        const std::size_t done = view.service().results().size();
        QTest::qWait(300);
        QCOMPARE(view.service().results().size(), done);
        QVERIFY(done < view.service().pointCount());
        press(view, "pauseSweep");
        QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
        QCOMPARE(view.service().results().size(), view.service().pointCount());
    }

    /// The sweep's file gives the command line the same points.
    void resultsAndSweepAreSaved()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 3, 2);
        runAll(view);
        QTemporaryDir folder;
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("r.csv")), ExploreView::Saved::Csv));
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("r.json")), ExploreView::Saved::Json));
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("s.json")), ExploreView::Saved::Sweep));
        const std::string file = folder.filePath(QStringLiteral("s.json")).toStdString();
        const auto sweep = io::readSweep(io::readFile(file).value(), file);
        QVERIFY2(sweep.ok(), sweep.ok() ? "" : support::describe(sweep.faults()).c_str());
        const explore::PointResults results = runSweep(sweep.value(), {}, {});
        QVERIFY(results == view.service().results());
        QCOMPARE(io::readFile(folder.filePath(QStringLiteral("r.csv")).toStdString()).value(), io::writeSweepCsv(sweep.value(), results));
        QVERIFY(!view.saveTo(folder.filePath(QStringLiteral("no/r.csv")), ExploreView::Saved::Csv));
        QVERIFY2(stateOf(view).contains(QLatin1String("the file cannot be written")), qPrintable(stateOf(view)));
    }

    /// What was found stays, and another run begins anew.
    void stopKeepsWhatWasFound()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        setAxes(view, 200, 4);
        press(view, "runSweep");
        QTRY_VERIFY(!view.service().results().empty());
        press(view, "stopSweep");
        const std::size_t done = view.service().results().size();
        QVERIFY(done > 0 && done < view.service().pointCount());
        QVERIFY(!view.service().isRunning());
        setAxes(view, 2, 2);
        runAll(view);
        QCOMPARE(view.service().results().size(), std::size_t{4});
    }

    /// What cannot be run says why, and cannot be run.
    void oneKeyHasOneAxis()
    {
        const auto workspace = openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        view.axes()[1]->setKey("buffer_bytes_per_tile");
        QVERIFY2(stateOf(view).contains(QLatin1String("turned by another axis as well")), qPrintable(stateOf(view)));
        QVERIFY(!view.findChild<QPushButton*>(QStringLiteral("runSweep"))->isEnabled());
        view.axes()[1]->setKey("goal");
        QCOMPARE(stateOf(view), QStringLiteral("24 points"));
        view.addAxis("batch");
        view.addAxis("solver");
        QVERIFY(!view.addAxis());
        QVERIFY(!view.findChild<QPushButton*>(QStringLiteral("addAxis"))->isEnabled());
    }

    /// Twelve thousand points are drawn and found under the pointer in a blink.
    void manyPointsAreShown()
    {
        explore::Sweep sweep;
        sweep.base.problem = openedWorkspace()->problem();
        sweep.objectives = {"energy_pj", "delay_s"};
        sweep.axes = {explore::Axis{{"buffer_bytes_per_tile"}, {}, explore::Range{1024, 1048576, true}},
                      explore::Axis{{"batch"}, {{"1"}, {"4"}, {"16"}, {"64"}}, {}}};
        expand(sweep.axes[0], 3000);
        explore::PointResults results;
        for (std::size_t i = 0; i < pointCount(sweep); ++i) {
            const double x = static_cast<double>(i) / 12'000;
            results[i] = {schedule::Status::Feasible, 1e9 * (2 + std::sin(40 * x) + x), 1e6, 1e-3 * (1.2 + std::cos(23 * x)), 4, 100, 1e6, 1.1, {}};
        }
        ui::explore::PointsChart chart;
        chart.resize(700, 420);
        chart.setContent(ui::explore::contentOf(sweep, results, {ui::explore::ChartKind::Plane, "delay_s", "energy_pj", "batch"}));
        QVERIFY(chart.pointCount() > 11'000);
        QVERIFY(samples::leaveScreenshots(chart, QStringLiteral("explore_many")));
        chart.setContent(ui::explore::contentOf(sweep, results, {ui::explore::ChartKind::Parallel, {}, {}, "batch"}));
        QVERIFY(samples::leaveScreenshots(chart, QStringLiteral("explore_many_parallel")));
    }
};

QTEST_MAIN(TestExploreView)
#include "tst_explore_view.moc"
