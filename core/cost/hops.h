#pragma once

#include "core/cost/layout_index.h"
#include "core/cost/map_groups.h"
#include "core/dataflow/layout.h"
#include "core/dataflow/partition.h"
#include "core/dataflow/region.h"
#include "core/network/layer.h"

namespace tilescape::cost {

/// Word-hops of outputs (cost-model.md 3). Tiles that hold partial sums of the same outputs send them to one tile of
/// their group, which adds them up.
struct OutputHops {
    /// Word-hops between that tile and the place of the map, paid 2f - 1 times, for each write and each read back.
    Count direct = 0;
    /// Word-hops from the other tiles of the groups, paid f times, for each write. Zero for Counts::Reference, which
    /// adds half of them to `direct`.
    Count gather = 0;
    friend bool operator==(const OutputHops&, const OutputHops&) = default;
};

/// Word-hops that bring every word of each tensor from where it lies, or to where it goes, once.
struct UnitHops {
    Count weight = 0;
    Count input = 0;
    OutputHops output;
};

/// The part of a partition's hops that does not depend on where the feature maps lie. It is computed once and combined
/// with many layouts.
struct Traffic {
    MapGroups inputs;  ///< one group for each distinct piece of the input
    MapGroups outputs; ///< the same of the output; empty for gradients of weights
    /// Word-hops that bring all weights from their nearest memory channels once; 0 if there are none.
    Count weightHops = 0;
    MapGroups operands; ///< groups of a second operand, which takes the place of weights; else empty
    OutputHops gradientHops;        ///< of gradients of weights, which go to the nearest memory channel; else zero
    Counts counts = Counts::Executed;
};

/// Sharing groups and weight hops of a layer under `partition` over `region`; `memory` holds the memory channels'
/// tiles. With `forwarding` a piece is brought to the nearest tile of its group and spreads along a nearest-first tree;
/// without it each tile fetches for itself (cost-model.md 3).
Traffic trafficOf(const network::Layer& layer, Count batch, const dataflow::Region& region,
                  const dataflow::Partition& partition, const dataflow::Region& memory, bool forwarding, Counts counts);

/// Word-hops that bring every word of the groups' pieces from `layout` to all their tiles, once. Padding lies nowhere
/// and costs no hops.
Count hopsToAll(const MapGroups& groups, const LayoutIndex& layout, bool forwarding);

/// Word-hops that bring every input word from `layout` to all tiles that need it, once.
Count inputHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding);

/// The same for the second operand; 0 if the layer has none.
Count operandHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding);

/// Word-hops that bring every output word to `layout` once, with the partial sums of split input channels gathered
/// before. For gradients of weights, which go to the nearest memory channel, `layout` plays no part.
OutputHops outputHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding);

/// Word-hops of all fetches, by tensor, where `fetches` counts outputs 2f - 1 times. The products are floating point,
/// since those of a large chip may exceed a 64-bit count.
inline PerTensor<double> hopsByTensor(const UnitHops& hops, const PerTensor<double>& fetches)
{
    return {{static_cast<double>(hops.weight) * fetches[Tensor::Weight],
             static_cast<double>(hops.input) * fetches[Tensor::Input],
             static_cast<double>(hops.output.direct) * fetches[Tensor::Output]
                 + static_cast<double>(hops.output.gather) * ((fetches[Tensor::Output] + 1) / 2)}};
}

/// The sum of `hopsByTensor` over the three tensors.
inline double hopsOfAll(const UnitHops& hops, const PerTensor<Count>& fetches)
{
    PerTensor<double> times;
    for (const Tensor tensor : allTensors) {
        times[tensor] = static_cast<double>(fetches[tensor]);
    }
    const PerTensor<double> own = hopsByTensor(hops, times);
    return own[Tensor::Weight] + own[Tensor::Input] + own[Tensor::Output];
}

} // namespace tilescape::cost
