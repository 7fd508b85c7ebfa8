#include "core/schedule/exhaustive.h"

#include "core/interlayer/chain_search.h"
#include "core/interlayer/pipeline_search.h"
#include "core/schedule/chain_solve.h"
#include "core/schedule/memory.h"

namespace tilescape::schedule {

Schedule solveExhaustive(std::shared_ptr<const Problem> problem, const SolveControl& control)
{
    Memory own;
    intralayer::AnswerMemory& memory = (control.memory ? *control.memory : own).layers();
    return solveByChains(std::move(problem), control,
                         [&memory](const auto& task, const auto& objective, const auto& chainControl) {
                             const bool pipelines = task.space.spatialPipelining || task.space.keepOutputsOnChip;
                             return pipelines ? interlayer::searchPipelines(task, objective, memory, chainControl)
                                              : interlayer::searchChain(task, objective, memory, chainControl);
                         });
}

} // namespace tilescape::schedule
