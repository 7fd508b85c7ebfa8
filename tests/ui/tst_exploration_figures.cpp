#include "explore_samples.h"

#include "core/io/project_json.h"
#include "ui/figures/exploration_figures.h"

#include <QSet>

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
};

QTEST_MAIN(TestExplorationFigures)
#include "tst_exploration_figures.moc"
