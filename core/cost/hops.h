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

/// What the hops of one partition depend on, whatever the layouts of its neighbours: computed once, used for many.
struct Traffic {
    std::vector<MapGroup> inputs;
    std::vector<MapGroup> outputs;
    Count weightHops = 0; ///< word-hops to bring every weight from its nearest memory channel, once
    std::vector<MapGroup> operands; ///< of a second operand, which takes the place of weights
    Count gradientHops = 0; ///< word-hops to sum up every weight's gradient and bring it to its nearest memory channel
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

/// Word-hops to bring every output word to `layout`, once; partial outputs of split input channels are gathered first.
Count outputHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding);

/// Word-hops of all fetches from memory, given those of one fetch of each tensor. Fractions beyond 2^53 do not count, but a
/// large chip's products may pass what a count holds.
inline double hopsOfAll(const PerTensor<Count>& unitHops, const PerTensor<Count>& fetches)
{
    double hops = 0;
    for (const Tensor tensor : allTensors) {
        hops += static_cast<double>(unitHops[tensor]) * static_cast<double>(fetches[tensor]);
    }
    return hops;
}

} // namespace tilescape::cost
