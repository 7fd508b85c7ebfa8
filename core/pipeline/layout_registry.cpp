#include "core/pipeline/layout_registry.h"

namespace tilescape::pipeline {

using dataflow::Layout;
using dataflow::Partition;

LayoutRegistry::LayoutRegistry(const NetworkTask& task) : m_task(task)
{
    const network::Network& network = task.network;
    std::map<std::tuple<Count, Extent, Count>, std::size_t> numbers; // by channels, size and groups
    const auto add = [&](Count channels, Extent size, Count groups) {
        m_shapes.push_back(numbers.try_emplace({channels, size, groups}, numbers.size()).first->second);
    };
    add(network.input.channels, network.input.size, 1);
    for (const network::ExternalInput& input : network.externalInputs) {
        add(input.channels, input.size, 1);
    }
    for (const network::Layer& layer : network.layers) {
        add(layer.outputChannels, layer.outputSize, network::isDepthwise(layer) ? 1 : network::groupsOf(layer));
    }
}

RegionNumber LayoutRegistry::numberOf(const dataflow::Region& region)
{
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_regionNumbers.try_emplace(region, static_cast<RegionNumber>(m_regions.size()));
    if (isNew) {
        m_regions.push_back(&known->first);
    }
    return known->second;
}

const dataflow::Region& LayoutRegistry::regionOf(RegionNumber number) const
{
    const std::lock_guard lock(m_mutex);
    return *m_regions[number];
}

const Partition& LayoutRegistry::partitionOf(LayoutNumber number) const
{
    const std::lock_guard lock(m_mutex);
    return m_partitions[number];
}

const Layout& LayoutRegistry::layoutOf(LayoutNumber number) const
{
    const std::lock_guard lock(m_mutex);
    return m_layouts[number];
}

LayoutNumber LayoutRegistry::numberOf(MapNumber map, const Partition& partition, RegionNumber region)
{
    const dataflow::Region& where = regionOf(region);
    const Partition projected = dataflow::project(partition, where.extent);
    const std::tuple key{m_shapes[map], region, projected};
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_numbers.find(key); known != m_numbers.end()) {
            return known->second;
        }
    }
    Layout layout = mapLayout(m_task, map, projected, where);
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_numbers.try_emplace(key, static_cast<LayoutNumber>(m_layouts.size()));
    if (isNew) {
        m_layouts.push_back(std::move(layout));
        m_partitions.push_back(projected);
    }
    return known->second;
}

std::size_t LayoutRegistry::Hash::operator()(const HopsKey& key) const
{
    std::size_t hash = std::hash<const void*>{}(key.first);
    for (const LayoutNumber number : key.second) {
        hash = (hash ^ number) * 0x9E3779B97F4A7C15U;
    }
    return hash ^ (hash >> 32U);
}

HopsIn LayoutRegistry::hopsIn(std::size_t layer, const cost::MapGroups& inputs,
                              const cost::MapGroups& operands, const std::vector<LayoutNumber>& layouts)
{
    const HopsKey key{&inputs, layouts};
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_hops.find(key); known != m_hops.end()) {
            return known->second;
        }
    }
    const bool hasOperand = network::hasOperand(m_task.network.layers[layer]);
    const bool forwarding = m_task.rules.spreadsFetches;
    const std::vector<LayoutNumber> ofInput(layouts.begin(), layouts.end() - (hasOperand ? 1 : 0));
    HopsIn hops;
    hops.input = cost::hopsToAll(inputs, joined(layer, ofInput), forwarding);
    if (hasOperand) {
        hops.operand = cost::hopsToAll(operands, layoutOf(layouts.back()), forwarding);
    }
    const std::lock_guard lock(m_mutex);
    return m_hops.try_emplace(key, hops).first->second;
}

const cost::LayoutIndex& LayoutRegistry::joined(std::size_t layer, const std::vector<LayoutNumber>& inputs)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_joined.find(inputs); known != m_joined.end()) {
            return known->second;
        }
    }
    std::vector<const Layout*> layouts;
    std::vector<Count> channels;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        layouts.push_back(&layoutOf(inputs[i]));
        channels.push_back(network::channelsOf(m_task.network, m_task.topology.sources[layer][i]));
    }
    cost::LayoutIndex index = dataflow::concatenate(layouts, channels);
    const std::lock_guard lock(m_mutex);
    return m_joined.try_emplace(inputs, std::move(index)).first->second;
}

} // namespace tilescape::pipeline
