#include "core/schedule/proven_bounds.h"

#include "core/schedule/advice.h"
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

std::vector<pipeline::Segment> segmentsOf(const Schedule& schedule)
{
    std::vector<pipeline::Segment> segments(schedule.segments.size());
    for (std::size_t place = schedule.layers.size(); place-- > 0;) {
        const ScheduledLayer& layer = schedule.layers[place];
        pipeline::Segment& segment = segments[static_cast<std::size_t>(layer.slot.segment)];
        const auto region = static_cast<std::size_t>(layer.slot.region);
        segment.first = place;
        segment.regions.resize(std::max(segment.regions.size(), region + 1));
        segment.regions[region].insert(segment.regions[region].begin(), layer.layer);
    }
    return segments;
}

/// The problem with the network and space that are scheduled.
std::optional<Problem> settledProblem(const Problem& problem)
{
    auto network = scheduledNetwork(problem);
    if (!network) {
        return std::nullopt;
    }
    Problem settled = problem;
    settled.space = usableSpace(problem);
    settled.space.training = false;
    settled.network = std::move(network.value());
    return settled;
}

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

std::optional<search::LowerBound> provenBound(const Problem& problem, const std::stop_token& stop)
{
    const auto settled = settledProblem(problem);
    if (!settled) {
        return std::nullopt;
    }
    const ProblemTask of(*settled);
    search::SegmentBounds bounds(of.task);
    return search::chainBound(of.task, bounds, settled->goal, stop);
}

std::optional<search::LowerBound> networkBound(const Problem& problem)
{
    const auto settled = settledProblem(problem);
    return settled ? std::optional(search::networkBound(ProblemTask(*settled).task)) : std::nullopt;
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
