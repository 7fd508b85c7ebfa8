#pragma once

#include "core/cost/layout_index.h"
#include "core/dataflow/layout.h"
#include "core/dataflow/partition.h"
#include "core/dataflow/region.h"
#include "core/network/layer.h"

#include <vector>

namespace tilescape::cost {

/// Tiles of a region that work on the same piece of a feature map.
struct MapGroup {
    dataflow::MapRange range;
    std::vector<Tile> tiles;
    Count treeHops = 0; ///< hops of the shortest tree that links the tiles: a datum forwarded to all of them
};

/// Word-hops of outputs. Tiles that hold parts of the same sums send them to one of them, which adds them up.
struct OutputHops {
    Count direct = 0; ///< between that tile and where the sums go: for each time that they are written or read back
    Count gather = 0; ///< from the other tiles: for each time that they are written. The reference has half of it in `direct`
    friend bool operator==(const OutputHops&, const OutputHops&) = default;
};

/// Word-hops of one fetch of each tensor from memory.
struct UnitHops {
    Count weight = 0;
    Count input = 0;
    OutputHops output;
};

/// What the hops of one partition depend on, whatever the layouts of its neighbours: computed once, used for many.
struct Traffic {
    std::vector<MapGroup> inputs;
    std::vector<MapGroup> outputs;
    Count weightHops = 0; ///< word-hops to bring every weight from its nearest memory channel, once
    std::vector<MapGroup> operands; ///< of a second operand, which takes the place of weights
    OutputHops gradientHops; ///< of weights' gradients, which go to their nearest memory channel
    Counts counts = Counts::Executed;
};

/// `memory`: where the memory channels are. With `forwarding` a piece that several tiles need is fetched by the nearest
/// one and spreads along a nearest-first tree; without it each tile fetches for itself (cost-model.md 3).
Traffic trafficOf(const network::Layer& layer, Count batch, const dataflow::Region& region,
                  const dataflow::Partition& partition, const dataflow::Region& memory, bool forwarding, Counts counts);

/// Word-hops to bring every word of the groups from `layout` to their tiles, once.
Count hopsToAll(const std::vector<MapGroup>& groups, const LayoutIndex& layout, bool forwarding);

/// Word-hops to bring every input word from `layout` to the tiles that need it, once.
Count inputHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding);

/// The same for the second operand; none where the layer has weights.
Count operandHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding);

/// Word-hops of every output word to `layout`; partial outputs of split input channels are gathered first.
OutputHops outputHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding);

/// Word-hops of all fetches from memory, by tensor; outputs count 2f - 1 fetches. Fractions beyond 2^53 do not count, but a
/// large chip's products may pass what a count holds.
inline PerTensor<double> hopsByTensor(const UnitHops& hops, const PerTensor<double>& fetches)
{
    return {{static_cast<double>(hops.weight) * fetches[Tensor::Weight],
             static_cast<double>(hops.input) * fetches[Tensor::Input],
             static_cast<double>(hops.output.direct) * fetches[Tensor::Output]
                 + static_cast<double>(hops.output.gather) * ((fetches[Tensor::Output] + 1) / 2)}};
}

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
