#include "core/schedule/kapla.h"

#include "core/schedule/chain_solve.h"
#include "core/schedule/solver_cache.h"
#include "core/search/kapla/kapla_search.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace tilescape::schedule {

namespace {

/// Of energy x delay: each search along the hull takes as long as one for energy.
constexpr double leastGain = 0.001;

/// Segments that are given, or null.
using Given = const std::vector<search::SegmentOnTiles>*;

Schedule solveOnce(std::shared_ptr<const Problem> problem, const SolveControl& control, search::KaplaCache& cache, Given given)
{
    return solveByChains(std::move(problem), control,
                         [&cache, given](const auto& task, const auto& objective, search::ChainControl chainControl) {
                             chainControl.given = given;
                             return search::searchKapla(task, objective, cache, chainControl);
                         },
                         leastGain);
}

/// What the goal makes as small as possible, then what decides between equals.
std::pair<double, double> worth(const Schedule& schedule)
{
    const double energy = schedule.totals.energy.total();
    const double cycles = schedule.totals.cycles;
    switch (schedule.problem->goal) {
    case search::Goal::Energy: return {energy, cycles};
    case search::Goal::Delay: return {cycles, energy};
    case search::Goal::EnergyDelay: break;
    }
    return {energy * cycles, energy};
}

/// One of two solves, one after the other: its progress is one half of the whole.
SolveControl halfOf(const SolveControl& control, bool second)
{
    SolveControl half = control;
    if (control.onProgress) {
        half.onProgress = [&control, second](const Progress& progress) {
            control.onProgress({progress.layersDone + (second ? progress.layersTotal : 0), 2 * progress.layersTotal});
        };
    }
    return half;
}

/// What `other` took, too.
void addSearch(Schedule& schedule, const Schedule& other)
{
    schedule.counts += other.counts;
    schedule.segmentCounts += other.segmentCounts;
    schedule.chains += other.chains;
    schedule.segmentCountsByLayer.resize(std::max(schedule.segmentCountsByLayer.size(), other.segmentCountsByLayer.size()));
    for (std::size_t layer = 0; layer < other.segmentCountsByLayer.size(); ++layer) {
        schedule.segmentCountsByLayer[layer] += other.segmentCountsByLayer[layer];
    }
}

/// Counts as they are, then rounded up where they divide poorly: a search that ranks and leaves out may miss with more choice
/// what it found with less, so that the better of both counts.
Schedule solveRounded(const std::shared_ptr<const Problem>& problem, const SolveControl& control,
                      search::KaplaCache& cache, Given given)
{
    Problem exact = *problem;
    exact.space.roundedFactors = false;
    Schedule best = solveOnce(std::make_shared<const Problem>(std::move(exact)), halfOf(control, false), cache, given);
    best.problem = problem;
    if (best.status == Status::Stopped) {
        return best;
    }
    Schedule rounded = solveOnce(problem, halfOf(control, true), cache, given);
    const bool stopped = rounded.status == Status::Stopped;
    if (control.stop.stop_requested() || (rounded.hasResult() && (!best.hasResult() || worth(rounded) < worth(best)))) {
        std::swap(best, rounded);
    } else if (best.hasResult() && stopped) {
        best.status = Status::Stopped; // the best so far
    }
    addSearch(best, rounded);
    return best;
}

/// Of all searches for one answer only the schedules that are better for the goal than those before are told.
std::function<void(Schedule)> onlyBetter(const std::function<void(Schedule)>& tell, const std::shared_ptr<const Problem>& problem)
{
    if (!tell) {
        return {};
    }
    const auto best = std::make_shared<std::optional<std::pair<double, double>>>(); // of copies of the control, too
    return [tell, problem, best](Schedule found) {
        found.problem = problem;
        if (const auto own = worth(found); !*best || own < **best) {
            *best = own;
            tell(std::move(found));
        }
    };
}

Schedule solveWith(const std::shared_ptr<const Problem>& problem, SolveControl control, Given given)
{
    SolverCache own;
    search::KaplaCache& cache = (control.cache ? *control.cache : own).segments();
    control.onBetter = onlyBetter(control.onBetter, problem);
    return problem->space.roundedFactors ? solveRounded(problem, control, cache, given) : solveOnce(problem, control, cache, given);
}

} // namespace

Schedule solveKapla(std::shared_ptr<const Problem> problem, const SolveControl& control)
{
    return solveWith(problem, control, nullptr);
}

Schedule solveKaplaWithin(const std::vector<search::SegmentOnTiles>& segments, std::shared_ptr<const Problem> problem,
                          const SolveControl& control)
{
    return solveWith(problem, control, &segments);
}

} // namespace tilescape::schedule
