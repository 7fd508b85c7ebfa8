#include "core/training/gradient/gemm.h"

#include <algorithm>

namespace tilescape::training::gradient {
namespace {

bool hasParameters(const network::Layer& layer)
{
    return std::holds_alternative<network::Convolution>(layer.kind)
           || std::holds_alternative<network::FullyConnected>(layer.kind)
           || std::holds_alternative<network::TransposedConvolution>(layer.kind);
}

bool workOnTokens(const network::Layer& layer, Count rows)
{
    return layer.outputSize == Extent{rows, 1} && filterOf(layer) == Extent{1, 1};
}

bool fedByALayer(const std::vector<network::Source>& sources)
{
    return std::any_of(sources.begin(), sources.end(),
                       [](const network::Source& source) { return source.kind == network::Source::Kind::Layer; });
}

/// The product of one layer for one item of the batch; `rows` is what its map has.
LayerGemm productOf(const network::Layer& layer, Extent input, Count rows, Depthwise depthwise)
{
    const Count groups = groupsOf(layer);
    const Count filter = filterOf(layer).size();
    LayerGemm product;
    product.layer = layer.name;
    if (isDepthwise(layer) && depthwise == Depthwise::OneProduct) {
        product.gemm = {rows, filter * layer.inputChannels, 1, input.size() * layer.inputChannels};
    } else if (
        isTransposed(
            layer)) { // each input position times all words of the filter, which are then added up where they overlap
        product.gemm = {input.size(), layer.inputChannels / groups, filter * (layer.outputChannels / groups)};
        product.count = groups;
    } else {
        const Count channels = layer.inputChannels / groups;
        product.gemm = {rows, filter * channels, layer.outputChannels / groups, input.size() * channels};
        product.count = groups;
    }
    return product;
}

} // namespace

bool isTokenNetwork(const network::Network& network)
{
    const Count rows = network.input.size.height;
    return rows > 1 && network.input.size.width == 1
        && std::all_of(network.layers.begin(), network.layers.end(), [&](const network::Layer& layer) {
               return !hasParameters(layer) || workOnTokens(layer, rows);
           });
}

std::vector<LayerGemm> gemmsOf(const network::Network& network, Count batch, const Settings& settings)
{
    const network::Topology topology = topologyOf(network);
    const bool otherLength = settings.sequenceLength > 0 && isTokenNetwork(network);
    std::vector<LayerGemm> products;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const network::Layer& layer = network.layers[i];
        if (!hasParameters(layer)) {
            continue;
        }
        const Count rows = otherLength ? settings.sequenceLength : layer.outputSize.size();
        LayerGemm product = productOf(layer, sizeOf(network, topology.sources[i].front()), rows, settings.depthwise);
        Gemm& gemm = product.gemm;
        // Neighbouring patches overlap, so that the map is smaller than its im2col matrix; strides leave some of it out.
        const bool expanded = settings.featureMap == FeatureMap::Expanded || filterOf(layer) == Extent{1, 1}
                           || gemm.inputElements >= gemm.m * gemm.k;
        gemm.inputElements = expanded ? 0 : gemm.inputElements * batch;
        gemm.m *= batch;
        gemm.inputGradient = settings.inputGradients == InputGradients::AllButFirst ? !products.empty()
                                                                                    : fedByALayer(topology.sources[i]);
        product.index = i;
        products.push_back(std::move(product));
    }
    return products;
}

} // namespace tilescape::training::gradient
