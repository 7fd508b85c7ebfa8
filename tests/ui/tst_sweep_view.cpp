#include "view_samples.h"

#include "core/explore/sobol.h"
#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/library.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"
#include "ui/explore/axis_row.h"
#include "ui/explore/points_chart.h"
#include "ui/explore/points_model.h"
#include "ui/explore/sweep_view.h"
#include "ui/explore/values_editor.h"
#include "ui/workspace/explorations.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>
#include <QHelpEvent>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolTip>
#include <QtTest>

using namespace tilescape;
using ui::explore::AxisRow;
using ui::explore::SweepView;
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
    workspace->explorations().setJournalFolder({});
    workspace->open(problem, {});
    return workspace;
}

/// Two axes: buffers, and registers of which the smallest are too few for any schedule.
void setAxes(SweepView& view, int buffers, int registers)
{
    view.axes().rows()[0]->setKey("buffer_bytes_per_tile");
    view.axes().rows()[0]->setRange(1024, 65536, buffers);
    view.axes().rows()[1]->setKey("register_bytes_per_pe");
    view.axes().rows()[1]->setRange(8, 512, registers);
}

void press(SweepView& view, const char* name)
{
    auto* button = view.findChild<QPushButton*>(QLatin1String(name));
    QVERIFY2(button && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
}

QString stateOf(const SweepView& view) { return view.findChild<QLabel*>(QStringLiteral("stateSweep"))->text(); }

void choose(SweepView& view, const char* box, const char* key)
{
    auto* combo = view.findChild<QComboBox*>(QLatin1String(box));
    combo->setCurrentIndex(combo->findData(QLatin1String(key)));
    QCOMPARE(combo->currentData().toString(), QLatin1String(key));
}

void show(SweepView& view, QSize size = {900, 460})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

/// Ticks these names and no others.
void tick(AxisRow& row, const QStringList& names)
{
    auto* list = row.findChild<QListWidget*>(QStringLiteral("axisNames"));
    QVERIFY(list);
    for (int i = 0; i < list->count(); ++i) {
        list->item(i)->setCheckState(names.contains(list->item(i)->text()) ? Qt::Checked : Qt::Unchecked);
    }
}

void runAll(SweepView& view)
{
    press(view, "runSweep");
    QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
}

} // namespace

class TestSweepView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void everyPointIsSolvedAndShown()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
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
        choose(view, "chartBy", "");
        const auto& points = view.chart().scatter().points;
        QCOMPARE(std::count_if(points.begin(), points.end(), [](const auto& each) { return each.joined; }), 5); // the best of each buffer
        choose(view, "chartBy", "register_bytes_per_pe");
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
        SweepView view(*workspace);
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
        SweepView view(*workspace);
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
        const QString text = ui::explore::pointText(*view.model().points().find(number));
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
        SweepView view(*workspace);
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
        SweepView view(*workspace);
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
        SweepView view(*workspace);
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
        SweepView view(*workspace);
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
        SweepView view(*workspace);
        show(view);
        setAxes(view, 3, 2);
        runAll(view);
        QTemporaryDir folder;
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("r.csv")), SweepView::Saved::Csv));
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("r.json")), SweepView::Saved::Json));
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("s.json")), SweepView::Saved::Question));
        const std::string file = folder.filePath(QStringLiteral("s.json")).toStdString();
        const auto sweep = io::readSweep(io::readFile(file).value(), file);
        QVERIFY2(sweep.ok(), sweep.ok() ? "" : support::describe(sweep.faults()).c_str());
        const explore::PointResults results = runSweep(sweep.value(), {}, {});
        QVERIFY(results == view.service().results());
        QCOMPARE(io::readFile(folder.filePath(QStringLiteral("r.csv")).toStdString()).value(), io::writeSweepCsv(sweep.value(), results));
        QVERIFY(!view.saveTo(folder.filePath(QStringLiteral("no/r.csv")), SweepView::Saved::Csv));
        QVERIFY2(stateOf(view).contains(QLatin1String("the file cannot be written")), qPrintable(stateOf(view)));
    }

    /// What was found stays, and another run begins anew.
    void stopKeepsWhatWasFound()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
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

    /// Networks and chips of the library, of the open problem and of files stand side by side, with lists of numbers and other names.
    void listsOfNetworksAndChipsAreAxes()
    {
        QTemporaryDir folder;
        auto own = io::loadHardware("eyeriss_isca16").value();
        own.name = "a chip of mine";
        own.bufferBytesPerTile = 4096;
        const QString file = folder.filePath(QStringLiteral("mine.json"));
        QVERIFY(io::writeFile(file.toStdString(), io::writeHardware(own)).empty());
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        AxisRow& networks = *view.axes().rows()[0];
        networks.setKey("network");
        tick(networks, {QStringLiteral("lenet_c"), QStringLiteral("mlp_s")});
        AxisRow& chips = *view.axes().rows()[1];
        chips.setKey("hardware");
        QVERIFY(chips.names()->addFile(file).empty());
        QVERIFY(!chips.names()->addFile(folder.filePath(QStringLiteral("none.json"))).empty());
        AxisRow& batches = *view.axes().addAxis({"batch"});
        batches.setList({{"1"}, {"4"}});
        AxisRow& goals = *view.axes().addAxis({"goal"});
        tick(goals, {QStringLiteral("energy"), QStringLiteral("delay")});
        QCOMPARE(stateOf(view), QStringLiteral("16 points")); // each network on the open chip and on that of the file
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_lists")));
        runAll(view);
        const auto& sweep = view.service().sweep();
        QVERIFY(view.service().results() == runSweep(sweep, {}, {}));
        choose(view, "chartX", "network");
        choose(view, "chartBy", "hardware");
        QCOMPARE(view.chart().scatter().xNames, (std::vector<QString>{QStringLiteral("lenet_c"), QStringLiteral("mlp_s")}));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_networks")));
        view.openPoint(15);
        QCOMPARE(workspace->problem().batch, Count{4});
        QCOMPARE(workspace->problem().network, io::loadNetwork("mlp_s").value());
        QCOMPARE(*view.chart().chosen(), std::size_t{15});
        workspace->undoStack().undo();
        // The file that is saved has the chip in it, and the command line reads the same.
        const QString saved = folder.filePath(QStringLiteral("s.json"));
        QVERIFY(view.saveTo(saved, SweepView::Saved::Question));
        QFile::remove(file);
        const auto again = io::readSweep(io::readFile(saved.toStdString()).value(), saved.toStdString());
        QVERIFY2(again.ok(), again.ok() ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == sweep);
    }

    /// What the command line reads, the window asks.
    void filesOfTheCommandLineAreOpened()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.json"));
        const std::string text =
            R"({"format": "tilescape-sweep", "version": 1, "name": "Small", "network": "lenet_c", "hardware": "eyeriss_isca16",)"
            R"("set": {"batch": 2, "dram_pj": 100}, "pattern": "sobol", "points": 6, "objectives": ["gops", "area_mm2"],)"
            R"("axes": [{"keys": ["pe_rows", "pe_columns"], "values": [8, [8, 16]]}, {"key": "buffer_bytes_per_tile", "from": "1 KiB", "to": "64 KiB", "scale": "linear"}]})";
        QVERIFY(io::writeFile(path.toStdString(), text).empty());
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        QVERIFY(view.open(path));
        const explore::Sweep wanted = io::readSweep(text, path.toStdString()).value();
        const explore::Sweep asked = view.sweep();
        QCOMPARE(asked.pattern, explore::Pattern::Sobol);
        QCOMPARE(asked.axes, wanted.axes);
        QCOMPARE(asked.objectives, wanted.objectives);
        QCOMPARE(workspace->problem().batch, Count{2});
        QCOMPARE(workspace->problem().hardware.dramPj, 100.0);
        runAll(view);
        QVERIFY(view.service().results() == runSweep(wanted, {}, {}));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_opened")));
        workspace->undoStack().undo();
        QCOMPARE(workspace->problem().batch, openedWorkspace()->problem().batch);
        QVERIFY(!view.open(folder.filePath(QStringLiteral("none.json"))));
        QVERIFY2(stateOf(view).contains(QLatin1String("none.json")), qPrintable(stateOf(view)));
    }

    /// What is typed wrongly is said, and cannot be run.
    void wrongValuesAreSaid()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        view.axes().rows()[0]->setList({{"1024"}, {"8192"}});
        auto* values = view.axes().rows()[0]->findChild<QLineEdit*>(QStringLiteral("axisValues"));
        QCOMPARE(values->text(), QStringLiteral("1 KiB, 8 KiB"));
        values->setText(QStringLiteral("1 KiB, many"));
        QVERIFY2(stateOf(view).contains(QLatin1String("many")), qPrintable(stateOf(view)));
        QVERIFY(!view.findChild<QPushButton*>(QStringLiteral("runSweep"))->isEnabled());
        values->setText(QStringLiteral("1 KiB, 2000"));
        QCOMPARE(view.axes().rows()[0]->axis().values, (std::vector<std::vector<std::string>>{{"1024"}, {"2000"}}));
    }

    /// A window that was killed left its journal: the same sweep is offered to be gone on with.
    void aKilledSweepIsOfferedAgain()
    {
        QTemporaryDir folder;
        {
            const auto workspace = openedWorkspace();
            workspace->explorations().setJournalFolder(folder.path());
            SweepView view(*workspace);
            show(view);
            setAxes(view, 150, 4);
            press(view, "runSweep");
            QTRY_VERIFY(!view.service().results().empty());
            press(view, "stopSweep");
            QCOMPARE(view.findChild<QPushButton*>(QStringLiteral("runSweep"))->text(), QStringLiteral("Resume"));
        } // the journal stays, as after a kill
        const auto workspace = openedWorkspace();
        workspace->explorations().setJournalFolder(folder.path());
        SweepView view(*workspace);
        show(view);
        auto* run = view.findChild<QPushButton*>(QStringLiteral("runSweep"));
        setAxes(view, 149, 4);
        QCOMPARE(run->text(), QStringLiteral("Run"));
        setAxes(view, 150, 4);
        QCOMPARE(run->text(), QStringLiteral("Resume"));
        QVERIFY(view.findChild<QPushButton*>(QStringLiteral("anewSweep"))->isVisible());
        QVERIFY2(stateOf(view).endsWith(QLatin1String("of 600 points are known")), qPrintable(stateOf(view)));
        const QStringList unfinished = workspace->explorations().journals().questions();
        QCOMPARE(unfinished.size(), 1);
        setAxes(view, 2, 2);
        QVERIFY(view.open(unfinished.front()));
        QCOMPARE(run->text(), QStringLiteral("Resume"));
        press(view, "runSweep");
        QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
        QCOMPARE(view.service().results().size(), std::size_t{600});
        QCOMPARE(run->text(), QStringLiteral("Run"));
        QVERIFY(view.service().results() == runSweep(view.service().sweep(), {}, {}));
    }

    /// A sweep that stopped half way is gone on with around its own base, after a point of it was opened and after it was saved.
    void openingAPointKeepsTheSweep()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        setAxes(view, 150, 4);
        press(view, "runSweep");
        QTRY_VERIFY(!view.service().results().empty());
        press(view, "stopSweep");
        const auto results = view.service().results();
        view.openPoint(results.rbegin()->first);
        QTRY_COMPARE(view.findChild<QPushButton*>(QStringLiteral("runSweep"))->text(), QStringLiteral("Resume"));
        const io::Explorations kept = workspace->explorations().saved();
        workspace->explorations().restore({});
        QCOMPARE(view.model().rowCount(), 0);
        workspace->explorations().restore(kept);
        QCOMPARE(view.model().rowCount(), static_cast<int>(results.size()));
        QCOMPARE(view.findChild<QPushButton*>(QStringLiteral("runSweep"))->text(), QStringLiteral("Resume"));
        workspace->setBatch(3);
        QTRY_COMPARE(view.findChild<QPushButton*>(QStringLiteral("runSweep"))->text(), QStringLiteral("Run"));
    }

    /// What cannot be run says why, and cannot be run.
    void oneKeyHasOneAxis()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        view.axes().rows()[1]->setKey("buffer_bytes_per_tile");
        QVERIFY2(stateOf(view).contains(QLatin1String("turned by another axis as well")), qPrintable(stateOf(view)));
        QVERIFY(!view.findChild<QPushButton*>(QStringLiteral("runSweep"))->isEnabled());
        view.axes().rows()[1]->setKey("goal");
        QCOMPARE(stateOf(view), QStringLiteral("24 points"));
        view.axes().addAxis({"batch"});
        view.axes().addAxis({"solver"});
        while (view.axes().rows().size() < explore::sobolDimensions) {
            QVERIFY(view.axes().addAxis());
        }
        QVERIFY(!view.axes().addAxis());
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
        chart.setContent(ui::explore::contentOf(ui::explore::pointsOf(sweep, results), {ui::explore::ChartKind::Plane, "delay_s", "energy_pj", "batch"}));
        QVERIFY(chart.pointCount() > 11'000);
        QVERIFY(samples::leaveScreenshots(chart, QStringLiteral("explore_many")));
        chart.setContent(ui::explore::contentOf(ui::explore::pointsOf(sweep, results), {ui::explore::ChartKind::Parallel, {}, {}, "batch"}));
        QVERIFY(samples::leaveScreenshots(chart, QStringLiteral("explore_many_parallel")));
    }
};

QTEST_MAIN(TestSweepView)
#include "tst_sweep_view.moc"
