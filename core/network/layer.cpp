#include "core/network/layer.h"

namespace tilescape::network {

std::string_view kindName(const LayerKind& kind)
{
    static constexpr std::array<std::string_view, std::variant_size_v<LayerKind>> names{
        "convolution",            "fully_connected", "pooling",         "elementwise",
        "transposed_convolution", "unpooling",       "weight_gradient", "matrix_product"};
    return names[kind.index()];
}

bool hasWeights(const Layer& layer)
{
    return !std::holds_alternative<Pooling>(layer.kind) && !std::holds_alternative<Elementwise>(layer.kind)
        && !std::holds_alternative<Unpooling>(layer.kind);
}

bool hasOperand(const Layer& layer)
{
    return isWeightGradient(layer) || std::holds_alternative<MatrixProduct>(layer.kind);
}

bool isTransposed(const Layer& layer)
{
    return std::holds_alternative<TransposedConvolution>(layer.kind) || std::holds_alternative<Unpooling>(layer.kind);
}

bool isWeightGradient(const Layer& layer) { return std::holds_alternative<WeightGradient>(layer.kind); }

Count groupsOf(const Layer& layer)
{
    return std::visit(
        [](const auto& kind) -> Count {
            if constexpr (requires { kind.groups; }) {
                return kind.groups;
            } else {
                return 1;
            }
        },
        layer.kind);
}

void setGroups(Layer& layer, Count groups)
{
    std::visit(
        [groups](auto& kind) {
            if constexpr (requires { kind.groups; }) {
                kind.groups = groups;
            }
        },
        layer.kind);
}

bool isDepthwise(const Layer& layer)
{
    return groupsOf(layer) > 1 && groupsOf(layer) == layer.inputChannels && groupsOf(layer) == layer.outputChannels
           && !layer.isPartOfGroups && !std::holds_alternative<MatrixProduct>(layer.kind);
}

Extent filterOf(const Layer& layer)
{
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.filter; }) {
                return kind.filter;
            } else if constexpr (requires { kind.window; }) {
                return kind.window;
            } else {
                return Extent{};
            }
        },
        layer.kind);
}

Extent strideOf(const Layer& layer)
{
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.stride; }) {
                return kind.stride;
            } else {
                return Extent{};
            }
        },
        layer.kind);
}

Extent sweptSize(const Layer& layer)
{
    const Extent stride = strideOf(layer);
    return isTransposed(layer) ? Extent{ceilDivide(layer.outputSize.height, stride.height),
                                        ceilDivide(layer.outputSize.width, stride.width)}
                               : layer.outputSize;
}

Extent paddedInputSize(const Layer& layer)
{
    const Extent filter = filterOf(layer);
    const Extent stride = strideOf(layer);
    const Extent swept = sweptSize(layer);
    if (isTransposed(layer)) {
        return {swept.height - 1 + ceilDivide(filter.height, stride.height),
                swept.width - 1 + ceilDivide(filter.width, stride.width)};
    }
    return {(swept.height - 1) * stride.height + filter.height, (swept.width - 1) * stride.width + filter.width};
}

namespace {

/// Weights of a convolution of these channels; words that its groups' matrices hold.
Count filterWords(const Layer& layer)
{
    return layer.inputChannels / groupsOf(layer) * layer.outputChannels * filterOf(layer).size();
}

} // namespace

Count weightWords(const Layer& layer)
{
    return !hasWeights(layer)        ? 0
        : isWeightGradient(layer)    ? layer.outputChannels * layer.outputSize.size()
                                     : filterWords(layer);
}

Count inputWords(const Layer& layer) { return layer.inputChannels * paddedInputSize(layer).size(); }

Count leastReadWords(const Layer& layer)
{
    if (isTransposed(layer) || isWeightGradient(layer) || hasOperand(layer)) {
        return inputWords(layer);
    }
    const Extent filter = filterOf(layer);
    const Extent stride = strideOf(layer);
    const auto reach = [](Count output, Count own, Count step) {
        return own >= step ? (output - 1) * step + own : output * own;
    };
    return layer.inputChannels * reach(layer.outputSize.height, filter.height, stride.height)
           * reach(layer.outputSize.width, filter.width, stride.width);
}

Count outputWords(const Layer& layer)
{
    return isWeightGradient(layer) ? filterWords(layer) : layer.outputChannels * layer.outputSize.size();
}

Count operations(const Layer& layer)
{
    const Count positions = layer.outputChannels * sweptSize(layer).size() * filterOf(layer).size();
    if (hasWeights(layer)) {
        return positions * (layer.inputChannels / groupsOf(layer));
    }
    const auto* elementwise = std::get_if<Elementwise>(&layer.kind);
    return positions * (elementwise ? elementwise->operands : 1);
}

} // namespace tilescape::network
