#pragma once

#include "core/network/network.h"
#include "core/training/gradient/settings.h"

#include <string>
#include <vector>

namespace tilescape::training::gradient {

/// Forward X(M,K) W(K,N) -> Y(M,N); backward dX = dY W^T and dW = X^T dY (Eq. 1 and 2). Sizes in elements.
struct Gemm {
    Count m = 1;
    Count k = 1;
    Count n = 1;
    Count inputElements = 0;   ///< of the feature map that X is unrolled from; 0: X as it stands, m * k
    bool inputGradient = true; ///< whether dX is computed
    friend bool operator==(const Gemm&, const Gemm&) = default;
    friend auto operator<=>(const Gemm&, const Gemm&) = default;
};

/// A layer with weights as `count` equal products (a convolution by im2col: M = batch x map, K = filter x channels; a transposed one:
/// M = batch x input map, N = filter x output channels).
struct LayerGemm {
    std::string layer;
    std::size_t index = 0; ///< in the network's layers
    Gemm gemm;
    Count count = 1; ///< groups that run one after another
};

/// All layers with weights, in the network's order. `network` is checked.
std::vector<LayerGemm> gemmsOf(const network::Network& network, Count batch, const Settings& settings);

/// Whether the network works on tokens: all its maps have one height above 1 and width 1, and its filters are 1x1.
bool isTokenNetwork(const network::Network& network);

} // namespace tilescape::training::gradient
