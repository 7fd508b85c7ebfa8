#include "core/explore/speed_of_light.h"

#include "core/cost/link_words.h"
#include "core/explore/rules.h"
#include "core/support/tensor_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::explore {

using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

constexpr double buses = 3; ///< of a tile: weights, inputs, outputs

/// What some layers ask of the chip.
struct Demand {
    double operations = 0; ///< needed
    double busCycles = 0;  ///< times the tiles at work
    double bufferWords = 0;
    double wordHops = 0;
    double dramCycles = 0;
    double dramWords = 0;
};

void add(Demand& demand, const Schedule& schedule, const ScheduledLayer& layer)
{
    const schedule::Problem& problem = *schedule.problem;
    const cost::LayerCost& cost = layer.cost;
    demand.operations += static_cast<double>(network::operations(problem.network.layers[layer.layer]) * problem.batch);
    demand.busCycles += cost.busCycles * static_cast<double>(layer.scheme.region.extent.size());
    demand.bufferWords += sumOfTensors(cost.accesses[Level::Buffer]) + sumOfTensors(cost.remoteBufferAccesses);
    demand.wordHops += sumOfTensors(cost.nocHops);
    demand.dramCycles += cost.dramCycles;
    demand.dramWords += sumOfTensors(cost.accesses[Level::Dram]);
}

Demand demandOf(const Schedule& schedule, std::optional<std::size_t> segment)
{
    Demand demand;
    for (const ScheduledLayer& layer : schedule.layers) {
        if (!segment || layer.slot.segment == static_cast<Count>(*segment)) {
            add(demand, schedule, layer);
        }
    }
    return demand;
}

SpeedOfLight speedOf(const Demand& demand, const Schedule& schedule, double tiles, double cycles)
{
    const hardware::Machine machine = hardware::machineOf(schedule.problem->hardware);
    const auto share = [](double asked, double possible) { return possible > 0 ? std::min(1.0, asked / possible) : 0; };
    SpeedOfLight speed;
    speed[Resource::Compute] =
        share(demand.operations, tiles * static_cast<double>(machine.shape.peArray.size()) * cycles);
    if (const double rate = machine.rates.busWordsPerCycle; std::isfinite(rate)) {
        const auto links = static_cast<double>(cost::linksOf(machine.shape.tiles).size());
        speed[Resource::Bus] = share(demand.busCycles, tiles * cycles);
        speed[Resource::Buffer] = share(demand.bufferWords, buses * rate * tiles * cycles);
        speed[Resource::Noc] = share(demand.wordHops, links * rate * cycles);
    }
    if (std::isfinite(machine.rates.dramWordsPerCycle)) {
        speed[Resource::Dram] = share(demand.dramCycles, cycles);
    }
    return speed;
}

double cyclesOf(const Schedule& schedule, std::size_t number)
{
    return static_cast<double>(pipeline::cyclesOf(schedule.segments[number], schedule.segments.size() == 1));
}

double tilesOf(const Schedule& schedule) { return static_cast<double>(schedule.problem->hardware.tiles.size()); }

RooflinePoint pointOf(const Schedule& schedule, const Demand& demand, double cycles)
{
    const hardware::Hardware& hardware = schedule.problem->hardware;
    RooflinePoint point;
    const double bytes = demand.dramWords * hardware.wordBits / 8;
    point.operationsPerByte = bytes > 0 ? 2 * demand.operations / bytes : std::numeric_limits<double>::infinity();
    point.seconds = cycles / (hardware.clockMhz * 1e6);
    point.gops = point.seconds > 0 ? 2 * demand.operations / point.seconds * 1e-9 : 0;
    return point;
}

} // namespace

std::string_view nameOf(Resource resource)
{
    static constexpr std::array<std::string_view, 5> names{"PEs", "array bus", "buffers", "NoC", "DRAM"};
    return names[static_cast<std::size_t>(resource)];
}

SpeedOfLight speedOfNetwork(const Schedule& schedule)
{
    return speedOf(demandOf(schedule, std::nullopt), schedule, tilesOf(schedule), schedule.totals.cycles);
}

SpeedOfLight speedOfSegment(const Schedule& schedule, std::size_t number)
{
    return speedOf(demandOf(schedule, number), schedule, tilesOf(schedule), cyclesOf(schedule, number));
}

SpeedOfLight speedOfLayer(const Schedule& schedule, const ScheduledLayer& layer)
{
    Demand demand;
    add(demand, schedule, layer);
    return speedOf(demand, schedule, static_cast<double>(layer.scheme.region.extent.size()), layer.cost.cycles);
}

Roofline rooflineOf(const Schedule& schedule)
{
    const hardware::Hardware& hardware = schedule.problem->hardware;
    Roofline roofline;
    roofline.peakGops = 2 * tilesOf(schedule) * static_cast<double>(hardware.peArray.size()) * hardware.clockMhz * 1e-3;
    if (std::isfinite(hardware.dramGigabytesPerSecond)) {
        roofline.dramGigabytesPerSecond = hardware.dramGigabytesPerSecond;
    }
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        const std::vector<std::string> names = layersOfSegment(schedule, number);
        if (names.size() > 1) {
            RooflinePoint& point =
                roofline.points.emplace_back(pointOf(schedule, demandOf(schedule, number), cyclesOf(schedule, number)));
            point.name = namesOf(schedule, names);
            point.segment = number;
            for (const ScheduledLayer& layer : schedule.layers) {
                if (layer.slot.segment == static_cast<Count>(number)) {
                    point.layers.push_back(layer.layer);
                }
            }
        }
    }
    for (const ScheduledLayer& layer : schedule.layers) {
        Demand demand;
        add(demand, schedule, layer);
        RooflinePoint& point = roofline.points.emplace_back(pointOf(schedule, demand, layer.cost.cycles));
        point.name = schedule.problem->network.layers[layer.layer].name;
        point.layers = {layer.layer};
    }
    return roofline;
}

} // namespace tilescape::explore
