#include "sweep_samples.h"

#include "core/explore/sobol.h"
#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"
#include "tests/registered.h"
#include "ui/explore/points_chart.h"
#include "ui/explore/points_model.h"
#include "ui/explore/setting_text.h"
#include "ui/explore/values_editor.h"

#include <QAbstractItemModelTester>
#include <QHelpEvent>
#include <QLineEdit>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>

namespace tst_sweep_view {

using namespace samples;

/// Axes, points and charts of sweeps.
class TestSweepView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// As a figure of results has it: there is nothing yet that a click could open.
    void aQuestionWithoutResultsIsToldAsOne()
    {
        const auto workspace = samples::openedWorkspace();
        io::Explorations explorations;
        explorations.sweep = io::SweepRun{samples::solvedSweep(workspace->problem()).sweep, {}};
        workspace->explorations().restore(explorations);
        SweepView view(*workspace);
        samples::show(view);
        QCOMPARE(samples::stateOf(view), QStringLiteral("4 points"));
        samples::runAll(view);
        QVERIFY2(samples::stateOf(view).startsWith(QStringLiteral("4 of 4 points")), qPrintable(samples::stateOf(view)));
    }

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
        QCOMPARE(stateOf(view), QStringLiteral("15 of 15 points, 5 without a schedule. A click in the chart, or a "
                                               "double click on a row, opens a point."));
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

    /// In a narrow panel, where it stands above, and only there; its button brings it back.
    void theQuestionGivesItsRoomToWhatIsFound()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view, {480, 400});
        const auto* question = view.findChild<QWidget*>(QStringLiteral("question"));
        auto* button = view.findChild<QToolButton*>(QStringLiteral("questionSweep"));
        QVERIFY(question->isVisible() && !button->isVisible());
        setAxes(view, 2, 2);
        runAll(view);
        QVERIFY(!question->isVisible() && button->isVisible());
        QTRY_VERIFY2(view.chart().visibleRegion().boundingRect().height() >= 180,
                     qPrintable(QString::number(view.chart().visibleRegion().boundingRect().height())));
        QTRY_COMPARE(view.chart().visibleRegion().boundingRect(), view.chart().rect()); // nothing of it is scrolled away
        button->click();
        QTRY_VERIFY(question->isVisible() && question->height() > 100);
        button->click();
        view.resize(900, 400);
        QTRY_VERIFY(question->isVisible() && !button->isVisible());
        view.resize(480, 400);
        QTRY_VERIFY(!question->isVisible());
        setAxes(view, 3, 2); // nothing is known of this
        press(view, "runSweep");
        QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
        QVERIFY(!question->isVisible());
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

    /// Registers of which no filter row fits.
    void aChartWithoutSchedulesSaysSo()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        const QString before = view.chart().emptyText();
        view.axes().setAxes({{{"register_bytes_per_pe"}, {{"2"}, {"4"}}, {}}});
        runAll(view);
        QVERIFY(view.chart().scatter().points.empty());
        QVERIFY2(view.chart().emptyText().startsWith(QLatin1String("No point has a schedule.")),
                 qPrintable(view.chart().emptyText()));
        QVERIFY(before != view.chart().emptyText());
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_without_schedules")));
    }

    /// Labels where files have keys.
    void aFaultOfTheQuestionIsToldInTheWindowsWords()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        view.axes().setAxes({{{"buffer_bytes_per_tile"}, {{"1"}}, {}}});
        QVERIFY2(stateOf(view).startsWith(QLatin1String("Buffer of a tile is 1")), qPrintable(stateOf(view)));
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

    /// Of a third axis a cell has the best value, and the title says so.
    void aHeatMapOfThreeAxesSaysWhatItIsTheBestOf()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        view.axes().setAxes({{{"dram_pj"}, {{"100"}, {"200"}}, {}},
                             {{"bus_pj"}, {{"2"}, {"4"}}, {}},
                             {{"hop_pj"}, {{"1"}, {"3"}}, {}}});
        runAll(view);
        view.findChild<QComboBox*>(QStringLiteral("chartKind"))->setCurrentIndex(1);
        const auto& map = view.chart().heatMap();
        QCOMPARE(map.cells.size(), std::size_t{4});
        QCOMPARE(map.valueTitle, QStringLiteral("Energy, least over %1").arg(ui::explore::settingLabel("hop_pj")));
        const auto cheapest = std::min_element(map.cells.begin(), map.cells.end(),
                                               [](const auto& a, const auto& b) { return a.value < b.value; });
        for (const auto& [number, result] : view.service().results()) {
            QVERIFY(result.energyPj >= cheapest->value);
        }
        view.axes().setAxes({{{"dram_pj"}, {{"100"}, {"200"}}, {}}, {{"bus_pj"}, {{"2"}, {"4"}}, {}}});
        runAll(view);
        QCOMPARE(view.chart().heatMap().valueTitle, QStringLiteral("Energy"));
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

    /// As long as nothing else was asked.
    void theFirstAxesAreAroundTheOpenChip()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        hardware::Hardware chip = workspace->problem().hardware;
        chip.bufferBytesPerTile = 512;
        workspace->setHardware(chip);
        const auto range = [&] { return *view.axes().axes().front().range; };
        QTRY_VERIFY(range().from <= 512 && 512 <= range().to);
        const std::vector<explore::Axis> first = view.axes().axes();
        view.axes().rows()[1]->setKey("batch");
        chip.bufferBytesPerTile = 65536;
        workspace->setHardware(chip);
        QTest::qWait(300);
        QVERIFY(range().to < 65536);
        for (QToolButton* remove : view.axes().findChildren<QToolButton*>(QStringLiteral("removeAxis"))) {
            remove->click();
        }
        QVERIFY(view.axes().rows().empty());
        // Given by a file they are no first ones any more, whatever their values.
        view.axes().setAxes(first);
        chip.bufferBytesPerTile = 2048;
        workspace->setHardware(chip);
        QTest::qWait(300);
        QCOMPARE(view.axes().axes(), first);
    }

    void whatIsAddedIsTurnedByNoOtherAxis()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        view.axes().rows()[1]->setKey("batch");
        explore::Axis sides;
        sides.keys = {"pe_rows", "pe_columns"};
        sides.values = {{"8", "8"}, {"16", "16"}};
        view.axes().setAxes({view.axes().axes().front(), sides});
        QVERIFY(view.axes().addAxis());
        QVERIFY2(!stateOf(view).contains(QLatin1String("as well")), qPrintable(stateOf(view)));
    }

    /// Wherever they come from: after what stands above them.
    void tabGoesThroughTheAxesInTheirOrder()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        const std::vector<explore::Axis> axes = view.axes().axes();
        view.axes().setAxes({axes[1], axes[0]});
        QTRY_VERIFY(view.axes().rows().back()->isVisible());
        QWidget* before = view.findChild<QComboBox*>(QStringLiteral("within"));
        std::vector<QWidget*> inAxes;
        for (QWidget* next = before->nextInFocusChain(); next != before; next = next->nextInFocusChain()) {
            const bool isReached =
                (next->focusPolicy() & Qt::TabFocus) != 0 && next->isVisible() && !next->focusProxy();
            if (isReached && (view.axes().isAncestorOf(next) || !inAxes.empty())) {
                inAxes.push_back(next);
            }
            if (next->objectName() == QStringLiteral("addAxis")) {
                break;
            }
            QVERIFY2(next->objectName() != QStringLiteral("runSweep"), "the axes come after what stands beside them");
        }
        QVERIFY(inAxes.size() > 4);
        QVERIFY(view.axes().rows().front()->isAncestorOf(inAxes.front()));
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

TILESCAPE_TEST(TestSweepView)

} // namespace tst_sweep_view
#include "tst_sweep_view.moc"
