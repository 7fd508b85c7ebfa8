#include "core/schedule/schedule.h"

#include <algorithm>
#include <array>

namespace tilescape::schedule {

std::string_view nameOf(Status status)
{
    static constexpr std::array<std::string_view, 4> names{"optimal", "feasible", "stopped", "infeasible"};
    return names[static_cast<std::size_t>(status)];
}

const ScheduledLayer* Schedule::find(std::size_t layer) const
{
    const auto found = std::find_if(layers.begin(), layers.end(),
                                    [layer](const ScheduledLayer& scheduled) { return scheduled.layer == layer; });
    return found == layers.end() ? nullptr : &*found;
}

Totals totalsOf(const std::vector<ScheduledLayer>& layers, const std::vector<pipeline::SegmentTiming>& segments,
                double clockMhz, Counts counts)
{
    Totals totals;
    double layerCycles = 0;
    for (const ScheduledLayer& scheduled : layers) {
        const cost::LayerCost& cost = scheduled.cost;
        totals.energy += cost.energy;
        layerCycles += cost.cycles;
        totals.operations += cost.operations;
        totals.redundantOperations += cost.redundantOperations;
        for (const Tensor tensor : allTensors) {
            for (const Level level : allLevels) {
                totals.accesses[level] += cost.accesses[level][tensor];
            }
            totals.accesses[Level::Buffer] += cost.remoteBufferAccesses[tensor];
            totals.nocHops += cost.nocHops[tensor];
        }
    }
    for (const pipeline::SegmentTiming& segment : segments) {
        totals.cycles += static_cast<double>(pipeline::cyclesOf(segment, segments.size() == 1));
    }
    if (counts == Counts::Reference && layerCycles > 0) {
        totals.energy.staticPower -= totals.energy.staticPower * (1 - totals.cycles / layerCycles);
    }
    totals.seconds = totals.cycles / (clockMhz * 1e6);
    const double energyJoules = totals.energy.total() * 1e-12;
    const double needed = totals.operations - totals.redundantOperations;
    totals.gops = totals.seconds > 0 ? 2 * needed / totals.seconds * 1e-9 : 0;
    // By way of the power, as a sweep has it: the same to the last digit.
    totals.gopsPerWatt = energyJoules > 0 && totals.seconds > 0 ? totals.gops / (energyJoules / totals.seconds) : 0;
    return totals;
}

void sumUp(Schedule& schedule)
{
    const Problem& problem = *schedule.problem;
    const hardware::Machine machine = hardware::machineOf(problem.hardware);
    const auto pesOfTile = static_cast<double>(machine.shape.peArray.size());
    const auto part = [](double operations, double possible) {
        return possible > 0 ? std::min(1.0, operations / possible) : 0;
    };
    double all = 0;
    for (ScheduledLayer& scheduled : schedule.layers) {
        const double needed =
            static_cast<double>(network::operations(problem.network.layers[scheduled.layer]) * problem.batch);
        const auto tiles = static_cast<double>(scheduled.scheme.region.extent.size());
        scheduled.peUtilization = part(needed, tiles * pesOfTile * scheduled.cost.cycles);
        all += needed;
    }
    schedule.totals = totalsOf(schedule.layers, schedule.segments, problem.hardware.clockMhz, problem.space.counts);
    schedule.totals.peUtilization =
        part(all, static_cast<double>(machine.shape.tiles.size()) * pesOfTile * schedule.totals.cycles);
}

} // namespace tilescape::schedule
