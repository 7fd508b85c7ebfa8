#include "core/pipeline/feature_map_placement.h"

namespace tilescape::pipeline {

using dataflow::Layout;
using dataflow::Partition;
using dataflow::Region;
using network::Network;
using network::Source;

Region memoryRegion(const hardware::Machine& machine)
{
    return machine.shape.memory == hardware::MemoryPlacement::Corners ? dataflow::cornerChannels(machine.shape.tiles)
                                                                      : dataflow::wholeChip(machine.shape.tiles);
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

Layout mapLayout(const NetworkTask& task, MapNumber map, const Partition& partition, const Region& region)
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

FeatureMapPlacement::FeatureMapPlacement(const NetworkTask& task, const Partition& inputPartition)
    : m_task(task), m_memoryChannels(memoryRegion(task.machine)), m_places(mapCount(task.network))
{
    for (MapNumber map = 0; map <= task.network.externalInputs.size(); ++map) {
        m_places[map] = {dataflow::project(inputPartition, m_memoryChannels.extent), m_memoryChannels};
    }
}

Layout FeatureMapPlacement::inputOf(std::size_t layer, const Region* forwarding) const
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
        const Place& place = m_places[map];
        layouts.push_back(mapLayout(m_task, map, place.partition, forwarding ? *forwarding : place.region));
        channels.push_back(network::channelsOf(m_task.network, source));
    }
    for (const Layout& layout : layouts) {
        parts.push_back(&layout);
    }
    return dataflow::concatenate(parts, channels);
}

Layout FeatureMapPlacement::operandOf(std::size_t layer) const
{
    const MapNumber map = mapNumber(m_task.network, m_task.topology.sources[layer].back());
    return mapLayout(m_task, map, m_places[map].partition, m_places[map].region);
}

std::optional<Layout> FeatureMapPlacement::placeOutput(std::size_t layer, const dataflow::LayerScheme& scheme,
                                                       bool toMemory)
{
    const MapNumber output = outputMap(m_task.network, layer);
    const Region& destination = toMemory ? m_memoryChannels : scheme.region;
    m_places[output] = {dataflow::project(scheme.partition, destination.extent), destination};
    if (!toMemory && m_places[output].partition == scheme.partition) {
        return std::nullopt;
    }
    return mapLayout(m_task, output, scheme.partition, destination);
}

} // namespace tilescape::pipeline
