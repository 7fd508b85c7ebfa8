#pragma once

#include "core/support/dimensions.h"

#include <optional>
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

/// A convolution run backwards, as errors are propagated (and maps are enlarged): each input word is spread by the filter
/// over the output, at `stride`. Output row i gathers the input rows from i / stride on.
struct TransposedConvolution {
    Extent filter;
    Extent stride;
    Count groups = 1;
    friend bool operator==(const TransposedConvolution&, const TransposedConvolution&) = default;
};

/// Pooling run backwards: each input word goes back to its window.
struct Unpooling {
    Extent window;
    Extent stride;
    friend bool operator==(const Unpooling&, const Unpooling&) = default;
};

/// The gradient of a convolution's weights: its input map, correlated with the error of its output map, summed over map
/// and batch. The error is the second operand; `outputSize` is that of the error, the result one word a weight.
struct WeightGradient {
    Extent filter;
    Extent stride;
    Count groups = 1;
    friend bool operator==(const WeightGradient&, const WeightGradient&) = default;
};

/// In each group (a head of attention) and for each item of the batch: rows of the first map times the second operand.
/// A map of height m with n channels in a group is an m x n matrix; `transposed...` takes it as n x m. The width is 1.
struct MatrixProduct {
    Count groups = 1;
    bool transposedInput = false;
    bool transposedOperand = false;
    friend bool operator==(const MatrixProduct&, const MatrixProduct&) = default;
};

using LayerKind = std::variant<Convolution, FullyConnected, Pooling, Elementwise, TransposedConvolution, Unpooling,
                               WeightGradient, MatrixProduct>;

/// One layer. `inputs` names layers, external inputs, or `input` (the network's own); more than one are concatenated
/// along the channels, in that order (for an element-wise layer: they are its operands). Where a layer multiplies two
/// feature maps, the last of them is the second operand, and only those before it are the input.
struct Layer {
    std::string name;
    std::vector<std::string> inputs;
    LayerKind kind;
    Count inputChannels = 1; ///< of all inputs together, without a second operand; matrix product: groups x length summed
    Count outputChannels = 1;
    Extent outputSize;
    /// If there is one: of the joined inputs only `inputChannels` from this one on are read (of a second operand, all).
    std::optional<Count> firstInputChannel = std::nullopt;
    /// A tile's part of a layer whose groups run one after another, which they do also where the part has one channel of each.
    bool isPartOfGroups = false;
    friend bool operator==(const Layer&, const Layer&) = default;
};

/// The kinds' names in files: "convolution", "fully_connected", "pooling", "elementwise", "transposed_convolution",
/// "unpooling", "weight_gradient", "matrix_product".
std::string_view kindName(const LayerKind& kind);

bool hasWeights(const Layer& layer); ///< multiplies its input by another tensor: parameters, or a second operand
bool hasOperand(const Layer& layer); ///< that tensor is a feature map, the last of the inputs
bool isTransposed(const Layer& layer); ///< transposed convolution, unpooling
bool isWeightGradient(const Layer& layer);
bool isDepthwise(const Layer& layer);
Count groupsOf(const Layer& layer); ///< 1 but for grouped convolutions and matrix products
void setGroups(Layer& layer, Count groups); ///< of a kind that has groups
Extent filterOf(const Layer& layer); ///< filter or window; 1x1 for element-wise and matrix product
Extent strideOf(const Layer& layer);

/// Input map with padding: (out - 1) * stride + filter (cost-model.md, Units); transposed: what the output gathers.
Extent paddedInputSize(const Layer& layer);
/// Rows and columns of the map that one filter row or column sweeps: the output's; transposed: the input's, unpadded.
Extent sweptSize(const Layer& layer);

/// Words, for a batch of one; of a second operand in place of weights, and of a gradient in place of an output.
Count weightWords(const Layer& layer);
Count inputWords(const Layer& layer);
Count outputWords(const Layer& layer);
/// Of the input's words, those that are read however the map is cut: not what lies between windows where the stride is longer than they are.
Count leastReadWords(const Layer& layer);

/// Multiply-accumulates (for layers without weights: reductions) for a batch of one.
Count operations(const Layer& layer);

} // namespace tilescape::network
