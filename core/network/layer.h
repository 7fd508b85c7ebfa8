#pragma once

#include "core/support/dimensions.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tilescape::network {

/// Convolution in `groups` independent groups of channels; `groups == inputChannels == outputChannels` is depthwise.
struct Convolution {
    Extent filter;
    Extent stride;
    Count groups = 1;
    friend bool operator==(const Convolution&, const Convolution&) = default;
};

/// Fully connected: the filter covers the whole input map.
struct FullyConnected {
    Extent filter;
    friend bool operator==(const FullyConnected&, const FullyConnected&) = default;
};

struct Pooling {
    Extent window;
    Extent stride;
    friend bool operator==(const Pooling&, const Pooling&) = default;
};

/// Output channel c combines channel c of each of `operands` inputs of equal size.
struct Elementwise {
    Count operands = 2;
    friend bool operator==(const Elementwise&, const Elementwise&) = default;
};

using LayerKind = std::variant<Convolution, FullyConnected, Pooling, Elementwise>;

/// One layer. `inputs` names layers, external inputs, or `input` (the network's own); more than one are concatenated
/// along the channels, in that order (for an element-wise layer: they are its operands).
struct Layer {
    std::string name;
    std::vector<std::string> inputs;
    LayerKind kind;
    Count inputChannels = 1; ///< of all inputs together
    Count outputChannels = 1;
    Extent outputSize;
    friend bool operator==(const Layer&, const Layer&) = default;
};

std::string_view kindName(const LayerKind& kind); ///< "convolution", "fully_connected", "pooling", "elementwise"

bool hasWeights(const Layer& layer);
bool isDepthwise(const Layer& layer);
Count groupsOf(const Layer& layer); ///< 1 but for grouped convolution
Extent filterOf(const Layer& layer); ///< filter or window; 1x1 for element-wise
Extent strideOf(const Layer& layer);

/// Input map with padding: (out - 1) * stride + filter (cost-model.md, Units).
Extent paddedInputSize(const Layer& layer);

/// Words, for a batch of one.
Count weightWords(const Layer& layer);
Count inputWords(const Layer& layer);
Count outputWords(const Layer& layer);

/// Multiply-accumulates (for layers without weights: reductions) for a batch of one.
Count operations(const Layer& layer);

} // namespace tilescape::network
