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

Totals totalsOf(const std::vector<ScheduledLayer>& layers, const std::vector<interlayer::SegmentTiming>& segments,
                double clockMhz)
{
    Totals totals;
    double layerCycles = 0;
    for (const ScheduledLayer& scheduled : layers) {
        const cost::LayerCost& cost = scheduled.cost;
        totals.energy += cost.energy;
        layerCycles += cost.cycles;
        totals.operations += cost.operations;
        totals.operationsInVain += cost.operationsInVain;
        for (const Tensor tensor : allTensors) {
            for (const Level level : allLevels) {
                totals.accesses[level] += cost.accesses[level][tensor];
            }
            totals.accesses[Level::Buffer] += cost.remoteBufferAccesses[tensor];
            totals.nocHops += cost.nocHops[tensor];
        }
    }
    for (const interlayer::SegmentTiming& segment : segments) {
        totals.cycles += static_cast<double>(interlayer::cyclesOf(segment, segments.size() == 1));
    }
    if (layerCycles > 0) {
        totals.energy.staticPower -= totals.energy.staticPower * (1 - totals.cycles / layerCycles);
    }
    totals.seconds = totals.cycles / (clockMhz * 1e6);
    const double energyJoules = totals.energy.total() * 1e-12;
    const double needed = totals.operations - totals.operationsInVain;
    totals.gops = totals.seconds > 0 ? 2 * needed / totals.seconds * 1e-9 : 0;
    totals.gopsPerWatt = energyJoules > 0 ? 2 * needed * 1e-9 / energyJoules : 0;
    return totals;
}

} // namespace tilescape::schedule
