#include "core/network/layer.h"

namespace tilescape::network {

namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

} // namespace

std::string_view kindName(const LayerKind& kind)
{
    static constexpr std::array<std::string_view, 4> names{"convolution", "fully_connected", "pooling", "elementwise"};
    return names[kind.index()];
}

bool hasWeights(const Layer& layer)
{
    return std::holds_alternative<Convolution>(layer.kind) || std::holds_alternative<FullyConnected>(layer.kind);
}

Count groupsOf(const Layer& layer)
{
    const auto* convolution = std::get_if<Convolution>(&layer.kind);
    return convolution ? convolution->groups : 1;
}

bool isDepthwise(const Layer& layer)
{
    return groupsOf(layer) > 1 && groupsOf(layer) == layer.inputChannels && groupsOf(layer) == layer.outputChannels;
}

Extent filterOf(const Layer& layer)
{
    return std::visit(Overloaded{[](const Convolution& kind) { return kind.filter; },
                                 [](const FullyConnected& kind) { return kind.filter; },
                                 [](const Pooling& kind) { return kind.window; },
                                 [](const Elementwise&) { return Extent{}; }},
                      layer.kind);
}

Extent strideOf(const Layer& layer)
{
    return std::visit(Overloaded{[](const Convolution& kind) { return kind.stride; },
                                 [](const FullyConnected&) { return Extent{}; },
                                 [](const Pooling& kind) { return kind.stride; },
                                 [](const Elementwise&) { return Extent{}; }},
                      layer.kind);
}

Extent paddedInputSize(const Layer& layer)
{
    const Extent filter = filterOf(layer);
    const Extent stride = strideOf(layer);
    return {(layer.outputSize.height - 1) * stride.height + filter.height,
            (layer.outputSize.width - 1) * stride.width + filter.width};
}

Count weightWords(const Layer& layer)
{
    return hasWeights(layer) ? layer.inputChannels / groupsOf(layer) * layer.outputChannels * filterOf(layer).size() : 0;
}

Count inputWords(const Layer& layer) { return layer.inputChannels * paddedInputSize(layer).size(); }

Count outputWords(const Layer& layer) { return layer.outputChannels * layer.outputSize.size(); }

Count operations(const Layer& layer)
{
    if (hasWeights(layer)) {
        return outputWords(layer) * filterOf(layer).size() * (layer.inputChannels / groupsOf(layer));
    }
    const auto* elementwise = std::get_if<Elementwise>(&layer.kind);
    return outputWords(layer) * (elementwise ? elementwise->operands : filterOf(layer).size());
}

} // namespace tilescape::network
