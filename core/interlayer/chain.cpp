#include "core/interlayer/chain.h"

#include "core/cost/blocking_cost.h"
#include "core/cost/hops.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"

namespace tilescape::interlayer {

using dataflow::Layout;
using dataflow::Partition;
using network::Network;
using network::Source;

dataflow::Region memoryRegion(const hardware::Machine& machine)
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

Layout mapLayout(const ChainTask& task, MapNumber map, const Partition& partition)
{
    const Network& network = task.network;
    const std::size_t externals = network.externalInputs.size();
    const dataflow::Region memory = memoryRegion(task.machine);
    const Partition projected = dataflow::project(partition, memory.extent);
    if (map <= externals) {
        const network::ExternalInput& input = map == 0 ? network.input : network.externalInputs[map - 1];
        return dataflow::layOut(projected, memory, task.batch, input.channels, input.size);
    }
    const network::Layer& layer = network.layers[map - 1 - externals];
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    return dataflow::layOut(projected, memory, task.batch, layer.outputChannels, layer.outputSize, groups);
}

namespace {

cost::LayerCost priceLayer(const ChainTask& task, const network::Layer& layer, const dataflow::LayerScheme& scheme,
                           const Layout& input, const Layout& output)
{
    const bool forwarding = task.space.accessForwarding;
    const dataflow::TileLayer tile = dataflow::tileLayer(layer, task.batch, scheme.partition);
    const dataflow::LoopNest nest = dataflow::loopNest(tile, task.machine.peArray, scheme.replication);
    cost::TileContext context;
    context.tiles = scheme.region.extent.size();
    context.mayBypass = task.space.bufferBypass;
    if (forwarding) {
        context.sharers = dataflow::sharersOf(layer, scheme.partition);
    }
    cost::LayerCost cost = cost::blockingCost(nest, scheme.blocking, task.machine, context);
    const cost::Traffic traffic = cost::trafficOf(layer, task.batch, scheme.region, scheme.partition,
                                                  memoryRegion(task.machine), forwarding);
    cost::addHops(cost,
                  {{traffic.weightHops, cost::inputHops(traffic, input, forwarding),
                    cost::outputHops(traffic, output, forwarding)}},
                  task.machine);
    return cost;
}

} // namespace

void priceChain(const ChainTask& task, const Partition& inputPartition, std::vector<ChainLayer>& chain)
{
    std::vector<Layout> layouts(mapCount(task.network));
    for (MapNumber map = 0; map <= task.network.externalInputs.size(); ++map) {
        layouts[map] = mapLayout(task, map, inputPartition);
    }
    for (ChainLayer& link : chain) {
        std::vector<const Layout*> inputs;
        std::vector<Count> channels;
        for (const Source& source : task.topology.sources[link.layer]) {
            inputs.push_back(&layouts[mapNumber(task.network, source)]);
            channels.push_back(network::channelsOf(task.network, source));
        }
        Layout& output = layouts[outputMap(task.network, link.layer)];
        output = mapLayout(task, outputMap(task.network, link.layer), link.scheme.partition);
        link.cost = priceLayer(task, task.network.layers[link.layer], link.scheme,
                               dataflow::concatenate(inputs, channels), output);
    }
}

} // namespace tilescape::interlayer
