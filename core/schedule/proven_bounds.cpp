#include "core/schedule/proven_bounds.h"

#include "core/schedule/advice.h"
#include "core/schedule/problem_task.h"
#include "core/search/bounds/chain_bound.h"

#include <algorithm>
#include <cmath>

namespace tilescape::schedule {

namespace {

/// A schedule may be below its bound by so much, as sums differ in their last digits.
constexpr double roundingOfSums = 1e-9;

} // namespace

const Count mostTilesOfProof = search::mostTilesOfChainBound;

bool canProve(const Problem& problem) { return problem.hardware.tiles.size() <= mostTilesOfProof; }

bool haveSameBounds(const Problem& first, const Problem& second)
{
    return first.goal == second.goal && first.batch == second.batch && first.space == second.space
           && first.hardware == second.hardware && first.network == second.network;
}

bool takeBounds(Schedule& schedule, const Schedule& other)
{
    const search::Goal goal = schedule.problem->goal;
    if (!schedule.hasResult() || !other.hasResult() || !haveSameBounds(*schedule.problem, *other.problem)) {
        return false;
    }
    const bool isCloser = other.closerBound > schedule.closerBound && mayBeAbove(schedule, other.closerBound);
    if (isCloser) {
        schedule.closerBound = other.closerBound;
    }
    if (boundOf(other.bound, goal) <= boundOf(schedule.bound, goal)) {
        return isCloser;
    }
    schedule.bound = other.bound;
    const bool sameSegments = std::equal(
        schedule.layers.begin(), schedule.layers.end(), other.layers.begin(), other.layers.end(),
        [](const ScheduledLayer& a, const ScheduledLayer& b) { return a.layer == b.layer && a.slot == b.slot; });
    if (sameSegments) {
        schedule.segmentBounds = other.segmentBounds;
    }
    return true;
}

std::optional<search::LowerBound> provenBound(const Problem& problem, const std::stop_token& stop)
{
    const auto own = settled(problem);
    if (!own) {
        return std::nullopt;
    }
    const ProblemTask of(own.value());
    search::SegmentBounds bounds(of.task);
    return search::chainBound(of.task, bounds, problem.goal, stop);
}

std::optional<search::LowerBound> networkBound(const Problem& problem)
{
    const auto own = settled(problem);
    return own ? std::optional(search::networkBound(ProblemTask(own.value()).task)) : std::nullopt;
}

double segmentEnergyPj(const Schedule& schedule, std::size_t segment)
{
    const auto cycles = static_cast<double>(pipeline::cyclesOf(schedule.segments[segment], schedule.segments.size() == 1));
    double energyPj = hardware::machineOf(schedule.problem->hardware).prices.staticPjPerCycle * cycles;
    for (const ScheduledLayer& layer : schedule.layers) {
        if (static_cast<std::size_t>(layer.slot.segment) == segment) {
            energyPj += layer.cost.energy.total() - layer.cost.energy.staticPower;
        }
    }
    return energyPj;
}

double boundOf(const search::LowerBound& bound, search::Goal goal)
{
    switch (goal) {
    case search::Goal::Energy: return bound.energyPj;
    case search::Goal::Delay: return bound.cycles;
    case search::Goal::EnergyDelay: break;
    }
    return bound.energyDelay;
}

bool mayBeAbove(const Schedule& schedule, double bound) { return measureOf(schedule) >= bound * (1 - roundingOfSums); }

double closestBoundOf(const Schedule& schedule)
{
    return std::max(boundOf(schedule.bound, schedule.problem->goal), schedule.closerBound);
}

double withoutRounding(double gap) { return std::abs(gap - 1) < roundingOfSums ? 1 : gap; }

double gapOf(const Schedule& schedule) { return withoutRounding(measureOf(schedule) / closestBoundOf(schedule)); }

} // namespace tilescape::schedule
