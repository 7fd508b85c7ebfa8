#include "core/schedule/baselines.h"

#include "core/schedule/chain_solve.h"
#include "core/search/baselines/annealed_search.h"
#include "core/search/baselines/directive_search.h"
#include "core/search/baselines/random_search.h"
#include "core/search/exhaustive/chain_search.h"
#include "core/search/exhaustive/pipeline_search.h"
#include "core/support/dice.h"

#include <fmt/format.h>

namespace tilescape::schedule {

namespace {

/// `complete`: what the lookup finds for a layer is the best there is.
Schedule solveWith(std::shared_ptr<const Problem> problem, const SolveControl& control,
                   const search::LayerLookup& lookup, bool complete)
{
    search::LayerAnswerCache cache;
    return solveByChains(std::move(problem), control,
                         [&](const auto& task, const auto& objective, const auto& chainControl) {
                             const bool pipelines = task.space.spatialPipelining || task.space.keepOutputsOnChip;
                             search::ChainAnswer answer = pipelines
                                 ? search::searchPipelines(task, objective, cache, chainControl, lookup)
                                 : search::searchChain(task, objective, cache, chainControl, lookup);
                             answer.complete &= complete;
                             return answer;
                         });
}

} // namespace

Schedule solveDirectives(std::shared_ptr<const Problem> problem, const SolveControl& control)
{
    return solveWith(std::move(problem), control, {search::searchDirectives, nullptr}, true);
}

Schedule solveRandom(std::shared_ptr<const Problem> problem, const SolveControl& control)
{
    const search::Sampling& sampling = problem->sampling;
    const auto search = [&sampling](const auto& task, const auto& table, const auto& top, int threads, const auto& stop) {
        return search::searchRandomly(sampling, task, table, top, threads, stop);
    };
    // Segments are never skipped: without all of them there may be no chain through the network.
    const auto looksAt = [&sampling](const pipeline::Segment& segment, const std::vector<Count>& values) {
        const std::string key = fmt::format("{} {} {}", segment.first, segment.layerCount(), fmt::join(values, " "));
        return support::Dice(support::seedOf(key, static_cast<std::uint64_t>(sampling.seed))).hits(sampling.probability);
    };
    return solveWith(problem, control, {search, looksAt}, false);
}

Schedule solveAnnealing(std::shared_ptr<const Problem> problem, const SolveControl& control)
{
    const search::Sampling& sampling = problem->sampling;
    const auto search = [&sampling](const auto& task, const auto& table, const auto& top, int threads, const auto& stop) {
        return search::searchByAnnealing(sampling, task, table, top, threads, stop);
    };
    return solveWith(problem, control, {search, nullptr}, false);
}

} // namespace tilescape::schedule
