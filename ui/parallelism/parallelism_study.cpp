#include "ui/parallelism/parallelism_study.h"

namespace tilescape::ui::parallelism {

using namespace tilescape::training::parallelism;

ParallelismStudy studyParallelism(const schedule::Problem& problem)
{
    ParallelismStudy study;
    study.batch = problem.batch;
    study.settings = problem.training.parallelism;
    const Graph graph = graphOf(problem.network, study.settings.maps, study.settings.positions);
    study.strategies = compareStrategies(graph, study.batch, study.settings);
    study.scaling = scaling(graph, study.batch, study.settings);
    auto found = plan(graph, study.batch, study.settings);
    if (!found) {
        study.faults = found.faults();
        return study;
    }
    study.plan = std::move(found.value());
    Settings free = study.settings;
    free.forced.clear();
    study.freely = study.settings.forced.empty() ? costOf(*study.plan) : costOf(plan(graph, study.batch, free).value());
    return study;
}

} // namespace tilescape::ui::parallelism
