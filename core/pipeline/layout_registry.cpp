#include "core/pipeline/layout_registry.h"

namespace tilescape::pipeline {

LayoutRegistry::LayoutRegistry(const NetworkTask& task, LayoutCache& cache) : m_task(task), m_cache(cache)
{
    const network::Network& network = task.network;
    m_shapes.push_back({task.batch, network.input.channels, network.input.size, 1});
    for (const network::ExternalInput& input : network.externalInputs) {
        m_shapes.push_back({task.batch, input.channels, input.size, 1});
    }
    for (const network::Layer& layer : network.layers) {
        const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
        m_shapes.push_back({task.batch, layer.outputChannels, layer.outputSize, groups});
    }
}

HopsIn LayoutRegistry::hopsIn(std::size_t layer, const cost::MapGroups& inputs, const cost::MapGroups& operands,
                              const std::vector<LayoutNumber>& layouts)
{
    const bool hasOperand = network::hasOperand(m_task.network.layers[layer]);
    return m_cache.hopsIn({inputs, hasOperand ? &operands : nullptr}, layouts, m_task.rules.spreadsFetches);
}

} // namespace tilescape::pipeline
