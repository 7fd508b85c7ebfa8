#include "core/interlayer/layout_book.h"

namespace tilescape::interlayer {

using dataflow::Layout;
using dataflow::Partition;

LayoutBook::LayoutBook(const PricingTask& task) : m_task(task)
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

RegionNumber LayoutBook::numberOf(const dataflow::Region& region)
{
    const auto [known, isNew] = m_regionNumbers.try_emplace(region, static_cast<RegionNumber>(m_regions.size()));
    if (isNew) {
        m_regions.push_back(&known->first);
    }
    return known->second;
}

LayoutNumber LayoutBook::numberOf(MapNumber map, const Partition& partition, RegionNumber region)
{
    const Partition projected = dataflow::project(partition, m_regions[region]->extent);
    const auto [known, isNew] =
        m_numbers.try_emplace({m_shapes[map], region, projected}, static_cast<LayoutNumber>(m_layouts.size()));
    if (isNew) {
        m_layouts.push_back(mapLayout(m_task, map, projected, *m_regions[region]));
        m_partitions.push_back(projected);
    }
    return known->second;
}

std::size_t LayoutBook::Hash::operator()(const HopsKey& key) const
{
    std::size_t hash = std::hash<const void*>{}(key.first);
    for (const LayoutNumber number : key.second) {
        hash = (hash ^ number) * 0x9E3779B97F4A7C15U;
    }
    return hash ^ (hash >> 32U);
}

HopsIn LayoutBook::hopsIn(std::size_t layer, const std::vector<cost::MapGroup>& inputs,
                          const std::vector<cost::MapGroup>& operands, const std::vector<LayoutNumber>& layouts)
{
    const auto [known, isNew] = m_hops.try_emplace({&inputs, layouts});
    if (isNew) {
        const bool hasOperand = network::hasOperand(m_task.network.layers[layer]);
        const bool forwarding = intralayer::spreadsFetches(m_task.space);
        const std::vector<LayoutNumber> ofInput(layouts.begin(), layouts.end() - (hasOperand ? 1 : 0));
        known->second.input = cost::hopsToAll(inputs, joined(layer, ofInput), forwarding);
        if (hasOperand) {
            known->second.operand = cost::hopsToAll(operands, m_layouts[layouts.back()], forwarding);
        }
    }
    return known->second;
}

const cost::LayoutIndex& LayoutBook::joined(std::size_t layer, const std::vector<LayoutNumber>& inputs)
{
    auto known = m_joined.find(inputs);
    if (known == m_joined.end()) {
        std::vector<const Layout*> layouts;
        std::vector<Count> channels;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            layouts.push_back(&m_layouts[inputs[i]]);
            channels.push_back(network::channelsOf(m_task.network, m_task.topology.sources[layer][i]));
        }
        known = m_joined.emplace(inputs, dataflow::concatenate(layouts, channels)).first;
    }
    return known->second;
}

} // namespace tilescape::interlayer
