#include "core/schedule/link_loads.h"

#include "core/pipeline/feature_map_placement.h"
#include "core/pipeline/segment_links.h"

#include <algorithm>

namespace tilescape::schedule {

namespace {

using Layers = std::vector<const ScheduledLayer*>;

std::vector<pipeline::Links> linksOf(const network::Topology& topology, const Layers& segment)
{
    std::vector<pipeline::Placement> placements;
    for (const ScheduledLayer* placed : segment) {
        placements.push_back({placed->layer, placed->slot});
    }
    return pipeline::linksOf(topology, placements);
}

Layers layersOf(const Schedule& schedule, Count number)
{
    Layers segment;
    for (const ScheduledLayer& placed : schedule.layers) {
        if (placed.slot.segment == number) {
            segment.push_back(&placed);
        }
    }
    return segment;
}

const dataflow::Region* regionOf(const Layers& segment, std::optional<std::size_t> layer)
{
    const auto found = std::find_if(segment.begin(), segment.end(),
                                    [layer](const ScheduledLayer* placed) { return placed->layer == layer; });
    return found == segment.end() ? nullptr : &(*found)->scheme.region;
}

} // namespace

SegmentLinkLoads linkLoads(const Schedule& schedule, Count number)
{
    const Problem& problem = *schedule.problem;
    const hardware::Machine machine = hardware::machineOf(problem.hardware);
    const network::Topology topology = network::topologyOf(problem.network);
    const pipeline::NetworkTask task{problem.network, topology, problem.batch, machine,
                                     search::executionRules(problem.space)};
    pipeline::FeatureMapPlacement places(task, schedule.inputPartition);
    for (Count before = 0; before < number; ++before) {
        const Layers segment = layersOf(schedule, before);
        const std::vector<pipeline::Links> links = linksOf(topology, segment);
        for (std::size_t i = 0; i < segment.size(); ++i) {
            places.placeOutput(segment[i]->layer, segment[i]->scheme, links[i].outputToMemory);
        }
    }

    const pipeline::SegmentTiming& timing = schedule.segments[static_cast<std::size_t>(number)];
    SegmentLinkLoads loads;
    loads.words = cost::LinkWords(machine.shape.tiles);
    loads.cycles = static_cast<double>(pipeline::cyclesOf(timing, schedule.segments.size() == 1));
    const Layers segment = layersOf(schedule, number);
    const std::vector<pipeline::Links> links = linksOf(topology, segment);
    for (std::size_t i = 0; i < segment.size(); ++i) {
        const ScheduledLayer& placed = *segment[i];
        const network::Layer& layer = problem.network.layers[placed.layer];
        cost::LayerPlaces at;
        at.output = places.placeOutput(placed.layer, placed.scheme, links[i].outputToMemory);
        at.input = places.inputOf(placed.layer, regionOf(segment, links[i].forwarder));
        if (network::hasOperand(layer)) {
            at.operand = places.operandOf(placed.layer);
        }
        const dataflow::LoopNest nest =
            dataflow::loopNest(dataflow::tileLayer(layer, problem.batch, placed.scheme.partition, problem.space.counts),
                               machine.shape.peArray, placed.scheme.replication);
        cost::LayerLinks routed =
            cost::layerLinks({layer, problem.batch, nest, placed.scheme, placed.cost, at, places.memoryChannels(),
                              search::spreadsFetches(problem.space), problem.space.counts},
                             machine.shape.tiles);
        for (const Tensor tensor : allTensors) {
            loads.words += routed.words[tensor];
        }
        loads.scaledHops += routed.scaledHops;
        loads.layers.push_back({placed.layer, std::move(routed.words)});
    }
    return loads;
}

} // namespace tilescape::schedule
