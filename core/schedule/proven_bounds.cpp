#include "core/schedule/proven_bounds.h"

#include "core/schedule/advice.h"
#include "core/schedule/segment_facts.h"
#include "core/search/bounds/chain_bound.h"

#include <algorithm>

namespace tilescape::schedule {

namespace {

/// A problem as searches see it.
struct ProblemTask {
    explicit ProblemTask(const Problem& problem)
        : machine(hardware::machineOf(problem.hardware)),
          topology(network::topologyOf(problem.network)),
          task(problem.network, topology, problem.batch, machine, problem.space)
    {}
    hardware::Machine machine;
    network::Topology topology;
    search::SearchTask task; ///< refers to the others
};

} // namespace

bool proveBounds(Schedule& schedule, int threads, const std::stop_token& stop)
{
    const ProblemTask of(*schedule.problem);
    search::SegmentBounds bounds(of.task, threads);
    const auto bound = search::chainBound(of.task, bounds, schedule.problem->goal, stop);
    if (!bound) {
        return false;
    }
    schedule.bound = *bound;
    schedule.segmentBounds.clear();
    if (of.machine.shape.tiles.size() <= search::mostTilesOfChainBound) {
        for (const pipeline::Segment& segment : segmentsOf(schedule)) {
            schedule.segmentBounds.push_back({bounds.energyOf(segment, 0), bounds.cyclesOf(segment)});
        }
    }
    return true;
}

bool haveSameBounds(const Problem& first, const Problem& second)
{
    return first.goal == second.goal && first.batch == second.batch && first.space == second.space
           && first.hardware == second.hardware && first.network == second.network;
}

bool takeBounds(Schedule& schedule, const Schedule& other)
{
    const search::Goal goal = schedule.problem->goal;
    if (!schedule.hasResult() || !other.hasResult() || !haveSameBounds(*schedule.problem, *other.problem)
        || boundOf(other.bound, goal) <= boundOf(schedule.bound, goal)) {
        return false;
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

double gapOf(const Schedule& schedule)
{
    const search::Goal goal = schedule.problem->goal;
    return measureOf(schedule.totals, goal) / boundOf(schedule.bound, goal);
}

} // namespace tilescape::schedule
