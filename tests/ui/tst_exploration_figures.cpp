#include "explore_samples.h"

#include "core/io/project_json.h"
#include "tests/registered.h"
#include "ui/figures/exploration_figures.h"

#include <QElapsedTimer>
#include <QSet>

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <thread>

namespace tst_exploration_figures {

using namespace tilescape;
namespace figures = tilescape::ui::figures;

namespace {

const io::SweepRun& sampleRun()
{
    static const io::SweepRun run = samples::solvedSweep(samples::openedWorkspace()->problem());
    return run;
}

QStringList namesOf(const io::Explorations& explorations)
{
    QStringList names;
    for (const auto& figure : figures::figuresOf(explorations)) {
        names << figure.name;
    }
    return names;
}

io::SearchRun sampleSearch()
{
    io::SearchRun run;
    run.search.base = sampleRun().sweep.base;
    run.search.base.networks["lenet_c"] = run.search.base.problem.network;
    run.search.objectives = {"energy_pj", "area_mm2"};
    run.search.workloads = {{"lenet_c", 1}};
    run.search.variables = {{{"buffer_bytes_per_tile"}, {{"16384"}, {"65536"}}, {}}};
    run.search.evolution.population = 8;
    run.search.evolution.generations = 1;
    return run;
}

} // namespace

/// Figures of the sweeps and searches that a project keeps.
class TestExplorationFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyChartIsAFigure()
    {
        io::Explorations explorations;
        QVERIFY(namesOf(explorations).isEmpty());
        explorations.sweep = sampleRun();
        QCOMPARE(namesOf(explorations), (QStringList{QStringLiteral("sweep-points"), QStringLiteral("sweep-points-heat-map"), QStringLiteral("sweep-points-parallel")}));
        const auto made = figures::figuresOf(explorations);
        const auto project = io::readProjectFile(made.front().project.toStdString(), "figure");
        QVERIFY(project.ok() && project.value().explorations.sweep);
        QCOMPARE(project.value().explorations.sweep->sweep, explorations.sweep->sweep);
    }

    /// Of one axis there is no heat map; of a sweep that was not run there is nothing.
    void whatCannotBeDrawnIsLeftOut()
    {
        io::Explorations explorations;
        explorations.sweep = sampleRun();
        explorations.sweep->results.clear();
        QVERIFY(namesOf(explorations).isEmpty());
        explorations.sweep->sweep.axes.pop_back();
        explorations.sweep->results = {{0, sampleRun().results.at(0)}, {1, sampleRun().results.at(2)}};
        QCOMPARE(namesOf(explorations), (QStringList{QStringLiteral("sweep-points"), QStringLiteral("sweep-points-parallel")}));
    }

    void keptRunsHaveTheirNames()
    {
        io::Explorations explorations;
        explorations.sweep = sampleRun();
        explorations.kept = {{"Two sizes", sampleRun()}, {"Two/sizes", sampleRun()}};
        const QStringList names = namesOf(explorations);
        QCOMPARE(names.size(), 6); // what is shown is one of these
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), 6);
        QCOMPARE(names.filter(QStringLiteral("sweep-Two-sizes-")).size(), 6);
        explorations.sweep->sweep.name = "Another";
        QCOMPARE(namesOf(explorations).size(), 9);
    }

    /// A search that was not run is not run for its figure.
    void searchesAreDrawnFromWhatIsKnown()
    {
        io::Explorations explorations;
        explorations.search = sampleSearch();
        QVERIFY(namesOf(explorations).isEmpty());
        tilescape::explore::SearchControl control;
        control.onEvaluation = [&](const std::string& key, const auto& result) { explorations.search->evaluations[key] = result; };
        const auto result = searchChips(explorations.search->search, {}, control);
        if (result.designs.empty()) {
            QSKIP("this build has no search");
        }
        QCOMPARE(namesOf(explorations), (QStringList{QStringLiteral("search-points"), QStringLiteral("search-points-parallel")}));
    }

    /// A search that saw many chips takes long to go through again: who closes the window does not wait for it.
    void aSearchIsNotGoneThroughToItsEndOnceStopped()
    {
        io::Explorations explorations;
        explorations.search = sampleSearch();
        explorations.search->search.variables = {{{"buffer_bytes_per_tile"}, {}, tilescape::explore::Range{1024, 1e6}}, {{"clock_mhz"}, {}, tilescape::explore::Range{100, 1000}}};
        explorations.search->search.evolution = {.population = 200, .generations = 60, .seed = 1};
        // Answers that cost no time, among which the whole space is a front.
        const tilescape::explore::SolvePoints answerAtOnce = [](const auto&, auto points, const auto&, const auto& control) {
            for (std::size_t i = 0; i < points.size(); ++i) {
                tilescape::explore::PointResult result;
                result.status = schedule::Status::Feasible;
                const auto buffer = std::ranges::find(points[i], "buffer_bytes_per_tile", &tilescape::explore::Setting::key);
                result.energyPj = buffer == points[i].end() ? 1e9 : 1e9 / std::stod(buffer->value);
                control.onPoint(i, result);
            }
        };
        tilescape::explore::SearchControl control;
        control.onEvaluation = [&](const std::string& key, const auto& result) { explorations.search->evaluations[key] = result; };
        if (searchChips(explorations.search->search, {}, control, answerAtOnce).designs.empty()) {
            QSKIP("this build has no search");
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!figures::figuresOf(explorations).empty());
        const qint64 whole = timer.restart();
        std::stop_source stop;
        std::jthread person([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(whole / 10));
            stop.request_stop();
        });
        QVERIFY(figures::figuresOf(explorations, stop.get_token()).empty());
        QVERIFY2(timer.elapsed() < whole * 6 / 10, qPrintable(QStringLiteral("%1 of %2 ms").arg(timer.elapsed()).arg(whole)));
    }
};

TILESCAPE_TEST(TestExplorationFigures)

} // namespace tst_exploration_figures
#include "tst_exploration_figures.moc"
