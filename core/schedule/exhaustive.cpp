#include "core/schedule/exhaustive.h"

#include "core/schedule/chain_solve.h"
#include "core/schedule/solver_cache.h"
#include "core/search/exhaustive/chain_search.h"
#include "core/search/exhaustive/pipeline_search.h"

namespace tilescape::schedule {

Schedule solveExhaustive(std::shared_ptr<const Problem> problem, const SolveControl& control)
{
    SolverCache own;
    search::LayerAnswerCache& cache = (control.cache ? *control.cache : own).layers();
    return solveByChains(std::move(problem), control,
                         [&cache](const auto& task, const auto& objective, const auto& chainControl) {
                             const bool pipelines = task.space.spatialPipelining || task.space.keepOutputsOnChip;
                             return pipelines ? search::searchPipelines(task, objective, cache, chainControl)
                                              : search::searchChain(task, objective, cache, chainControl);
                         });
}

} // namespace tilescape::schedule
