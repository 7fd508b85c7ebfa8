#include "core/interlayer/pricing.h"

#include "core/cost/blocking_cost.h"
#include "core/cost/hops.h"
#include "core/cost/rotation.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"

#include <algorithm>
#include <set>

namespace tilescape::interlayer {

using dataflow::Layout;
using dataflow::Partition;
using dataflow::Region;
using network::Network;
using network::Source;

Region memoryRegion(const hardware::Machine& machine)
{
    return machine.memory == hardware::MemoryPlacement::Corners ? dataflow::cornerChannels(machine.tiles)
                                                                : dataflow::wholeChip(machine.tiles);
}

MapNumber mapNumber(const Network& network, const Source& source)
{
    switch (source.kind) {
    case Source::Kind::NetworkInput:
        return 0;
    case Source::Kind::ExternalInput:
        return 1 + source.index;
    case Source::Kind::Layer:
        break;
    }
    return outputMap(network, source.index);
}

MapNumber outputMap(const Network& network, std::size_t layer) { return 1 + network.externalInputs.size() + layer; }

std::size_t mapCount(const Network& network) { return outputMap(network, network.layers.size()); }

Layout mapLayout(const PricingTask& task, MapNumber map, const Partition& partition, const Region& region)
{
    const Network& network = task.network;
    const std::size_t externals = network.externalInputs.size();
    const Partition projected = dataflow::project(partition, region.extent);
    if (map <= externals) {
        const network::ExternalInput& input = map == 0 ? network.input : network.externalInputs[map - 1];
        return dataflow::layOut(projected, region, task.batch, input.channels, input.size);
    }
    const network::Layer& layer = network.layers[map - 1 - externals];
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    return dataflow::layOut(projected, region, task.batch, layer.outputChannels, layer.outputSize, groups);
}

namespace {

/// Where a map lies: cut by `partition` over `region`.
struct MapPlace {
    Partition partition;
    Region region;
};

class Pricing {
public:
    Pricing(const PricingTask& task, const Partition& inputPartition)
        : m_task(task), m_memory(memoryRegion(task.machine)), m_places(mapCount(task.network))
    {
        for (MapNumber map = 0; map <= task.network.externalInputs.size(); ++map) {
            m_places[map] = {dataflow::project(inputPartition, m_memory.extent), m_memory};
        }
    }

    SegmentTiming priceSegment(PlacedLayer* first, PlacedLayer* last, bool mayPinWeights)
    {
        std::vector<Placement> placements;
        for (const PlacedLayer* placed = first; placed != last; ++placed) {
            placements.push_back({placed->layer, placed->position});
        }
        const std::vector<Links> links = linksOf(m_task.topology, placements);
        std::vector<TimedLayer> timed;
        for (std::size_t i = 0; first + i != last; ++i) {
            PlacedLayer& placed = first[i];
            const auto regionOf = [&](std::size_t layer) -> const Region& {
                return std::find_if(first, last, [layer](const PlacedLayer& other) { return other.layer == layer; })
                    ->scheme.region;
            };
            priceLayer(placed, links[i].source ? regionOf(*links[i].source) : m_memory,
                       links[i].forwarder ? &regionOf(*links[i].forwarder) : nullptr, links[i], mayPinWeights);
            timed.push_back({placements[i], &placed.scheme, &placed.cost});
        }
        return timeSegment(m_task.network, m_task.topology, timed);
    }

private:
    /// Where the second operand lies: in memory, as layers that have one run by themselves.
    [[nodiscard]] Layout operandLayout(std::size_t layer) const
    {
        const MapNumber map = mapNumber(m_task.network, m_task.topology.sources[layer].back());
        return mapLayout(m_task, map, m_places[map].partition, m_places[map].region);
    }

    /// The layer's whole input; taken from `forwarding`'s tiles if there is such a region.
    [[nodiscard]] Layout inputLayout(std::size_t layer, const Region* forwarding) const
    {
        std::vector<Source> sources = m_task.topology.sources[layer];
        if (network::hasOperand(m_task.network.layers[layer])) {
            sources.pop_back();
        }
        std::vector<Layout> layouts;
        std::vector<const Layout*> parts;
        std::vector<Count> channels;
        for (const Source& source : sources) {
            const MapNumber map = mapNumber(m_task.network, source);
            const MapPlace& place = m_places[map];
            layouts.push_back(mapLayout(m_task, map, place.partition, forwarding ? *forwarding : place.region));
            channels.push_back(network::channelsOf(m_task.network, source));
        }
        for (const Layout& layout : layouts) {
            parts.push_back(&layout);
        }
        return dataflow::concatenate(parts, channels);
    }

    void priceLayer(PlacedLayer& placed, const Region& source, const Region* forwarding, const Links& links,
                    bool mayPinWeights)
    {
        const network::Layer& layer = m_task.network.layers[placed.layer];
        const dataflow::LayerScheme& scheme = placed.scheme;
        const hardware::Machine& machine = m_task.machine;
        const bool spreads = m_task.space.accessForwarding || m_task.space.bufferSharing;
        const Region& destination = links.outputToMemory ? m_memory : scheme.region;

        cost::TileContext context;
        context.tiles = scheme.region.extent.size();
        context.mayBypass = m_task.space.bufferBypass;
        context.inputFromTiles = links.source.has_value();
        context.outputToTiles = !links.outputToMemory;
        context.mayPinWeights = mayPinWeights;
        // What lies in these very tiles' buffers cannot bypass them.
        context.mayBypass[Tensor::Input] &= !(links.source && source == scheme.region);
        context.mayBypass[Tensor::Output] &= links.outputToMemory;
        if (!machine.sharedBuffers.empty()) {
            context.alike = dataflow::sharersOf(layer, scheme.partition);
        }
        if (spreads) {
            context.sharers = dataflow::sharersOf(layer, scheme.partition);
        }

        const dataflow::TileLayer tile = dataflow::tileLayer(layer, m_task.batch, scheme.partition);
        const dataflow::LoopNest nest = dataflow::loopNest(tile, machine.peArray, scheme.replication);
        placed.cost = cost::blockingCost(nest, scheme.blocking, machine, context, scheme.sharing.subgroup);
        if (m_task.space.bufferSharing) {
            PerTensor<bool> kept;
            for (const Tensor tensor : allTensors) {
                kept[tensor] = placed.cost.wordsHeld[Storage::Buffer][tensor] > 0;
            }
            const cost::RotationTraffic rotation =
                cost::rotationTraffic(nest, scheme.blocking, scheme.sharing,
                                      dataflow::sharingGroups(layer, scheme.partition, scheme.region),
                                      cost::fetchesOf(nest, scheme.blocking), kept, context.tiles);
            placed.cost.nocHopsBetweenTiles = rotation.wordHops;
            placed.cost.rotationRounds = rotation.rounds;
            placed.cost.rotationUnits = rotation.units;
        }

        const MapNumber output = outputMap(m_task.network, placed.layer);
        m_places[output] = {dataflow::project(scheme.partition, destination.extent), destination};
        const cost::Traffic traffic =
            cost::trafficOf(layer, m_task.batch, scheme.region, scheme.partition, m_memory, spreads);
        const bool staysWhereItIsMade =
            destination == scheme.region && m_places[output].partition == scheme.partition && !links.outputToMemory;
        const Count outputHops = staysWhereItIsMade
            ? 0
            : cost::outputHops(traffic, mapLayout(m_task, output, scheme.partition, destination), spreads);
        const Count operandHops =
            network::hasOperand(layer) ? cost::operandHops(traffic, operandLayout(placed.layer), spreads) : 0;
        cost::addHops(placed.cost,
                      {{traffic.weightHops + operandHops, cost::inputHops(traffic, inputLayout(placed.layer, forwarding), spreads),
                        outputHops}},
                      machine);
    }

    const PricingTask& m_task;
    Region m_memory;
    std::vector<MapPlace> m_places; ///< of each map that is there already
};

/// One segment for the whole network, and a region for each layer with weights: nothing ever replaces the weights.
bool weightsMayStay(const PricingTask& task, const std::vector<PlacedLayer>& layers)
{
    std::set<Count> weighted;
    for (const PlacedLayer& placed : layers) {
        if (placed.position.segment != layers.front().position.segment) {
            return false;
        }
        const network::Layer& layer = task.network.layers[placed.layer];
        if (network::hasOperand(layer) || (network::hasWeights(layer) && !weighted.insert(placed.position.region).second)) {
            return false;
        }
    }
    return layers.size() == task.network.layers.size();
}

} // namespace

std::vector<SegmentTiming> priceLayers(const PricingTask& task, const Partition& inputPartition,
                                       std::vector<PlacedLayer>& layers)
{
    Pricing pricing(task, inputPartition);
    const bool mayPinWeights = weightsMayStay(task, layers);
    std::vector<SegmentTiming> timings;
    PlacedLayer* const end = layers.data() + layers.size();
    for (PlacedLayer* first = layers.data(); first != end;) {
        PlacedLayer* last = first;
        while (last != end && last->position.segment == first->position.segment) {
            ++last;
        }
        timings.push_back(pricing.priceSegment(first, last, mayPinWeights));
        first = last;
    }
    return timings;
}

} // namespace tilescape::interlayer
