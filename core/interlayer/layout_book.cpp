#include "core/interlayer/layout_book.h"

namespace tilescape::interlayer {

using dataflow::Layout;
using dataflow::Partition;

LayoutNumber LayoutBook::numberOf(MapNumber map, const Partition& partition, const dataflow::Region& region)
{
    const Partition projected = dataflow::project(partition, region.extent);
    const auto [known, isNew] =
        m_numbers.try_emplace({map, projected, region.tiles}, static_cast<LayoutNumber>(m_layouts.size()));
    if (isNew) {
        m_layouts.push_back(mapLayout(m_task, map, projected, region));
        m_partitions.push_back(projected);
    }
    return known->second;
}

HopsIn LayoutBook::hopsIn(std::size_t layer, const intralayer::FramePartition& partition,
                          const std::vector<LayoutNumber>& layouts)
{
    const auto [known, isNew] = m_hops.try_emplace({&partition, layouts});
    if (isNew) {
        const bool hasOperand = network::hasOperand(m_task.network.layers[layer]);
        const bool forwarding = intralayer::spreadsFetches(m_task.space);
        const cost::Traffic traffic{partition.inputs, {}, 0, partition.operands, 0};
        const std::vector<LayoutNumber> inputs(layouts.begin(), layouts.end() - (hasOperand ? 1 : 0));
        known->second.input = cost::inputHops(traffic, joined(layer, inputs), forwarding);
        if (hasOperand) {
            known->second.operand = cost::operandHops(traffic, m_layouts[layouts.back()], forwarding);
        }
    }
    return known->second;
}

const Layout& LayoutBook::joined(std::size_t layer, const std::vector<LayoutNumber>& inputs)
{
    if (inputs.size() == 1) {
        return m_layouts[inputs.front()];
    }
    const auto [known, isNew] = m_joined.try_emplace(inputs);
    if (isNew) {
        std::vector<const Layout*> layouts;
        std::vector<Count> channels;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            layouts.push_back(&m_layouts[inputs[i]]);
            channels.push_back(network::channelsOf(m_task.network, m_task.topology.sources[layer][i]));
        }
        known->second = dataflow::concatenate(layouts, channels);
    }
    return known->second;
}

} // namespace tilescape::interlayer
