#pragma once

#include "core/network/layer.h"
#include "core/training/adaptflow/settings.h"

#include <optional>

namespace tilescape::training::adaptflow {

/// The loops of one layer (Fig. 2): for each of `groups` independent parts, N K C S R X' Y'.
struct Nest {
    Count groups = 1;
    Count batch = 1;
    Count k = 1, c = 1, s = 1, r = 1, x = 1, y = 1;
    Count strideX = 1, strideY = 1;

    [[nodiscard]] Count macs() const { return groups * batch * k * c * s * r * x * y; }
    friend auto operator<=>(const Nest&, const Nest&) = default;
};

/// Of a layer that multiplies; none for pooling and element-wise ones. A transposed convolution is the convolution of its
/// phases (stride squared times the channels); a product of two maps has one group a head and item of the batch; a gradient
/// of weights is the product of the expanded map and the error.
std::optional<Nest> nestOf(const network::Layer& layer, Count batch);

LoopTile wholeTile(const Nest& nest);
LoopTile clipped(LoopTile tile, const Nest& nest);

/// V: elements of each kind in one tile (Eq. 2). `Output` stands for the partial sums.
PerTensor<double> tileElements(const Nest& nest, const LoopTile& tile, Halo halo);

/// V x R: elements of each kind between DRAM and buffer (Eq. 3-5), all groups together. Input stationary needs the whole filter
/// in a tile unless the equations are taken as printed: without it the volume is infinite.
PerTensor<double> movedElements(const Nest& nest, const LoopTile& tile, Dataflow dataflow, const Settings& settings);

/// G: bytes that the three tiles take in the buffer (Eq. 6).
double tileBytes(const PerTensor<double>& tileElements, const Settings& settings);

double bytesOf(const PerTensor<double>& elements, const Settings& settings);
double totalOf(const PerTensor<double>& elements);

/// Elements that any dataflow moves: all weights, the touched pixels and the outputs, once each.
double compulsoryElements(const Nest& nest);

} // namespace tilescape::training::adaptflow
