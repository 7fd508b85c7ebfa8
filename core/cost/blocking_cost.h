#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"

#include <optional>

namespace tilescape::cost {

/// What surrounds the blocked loops of one tile, beside the chip: how many tiles work alike, and what they share.
struct TileContext {
    Count tiles = 1;
    PerTensor<Count> sharers{{1, 1, 1}}; ///< tiles among which a fetch from memory is divided (access forwarding)
    PerTensor<bool> mayBypass{{true, true, true}};
    friend bool operator==(const TileContext&, const TileContext&) = default;
};

/// Times each tensor is fetched into each level under `blocking` (cost-model.md 2); outputs count the read back, 2f - 1.
PerStorage<PerTensor<Count>> fetchesOf(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking);

/// A tensor is kept in the buffer where that saves fetches from memory, or where it may not bypass.
PerTensor<bool> keptInBuffer(const PerStorage<PerTensor<Count>>& fetches, const PerTensor<bool>& mayBypass);

/// Words that one tile's buffer and one PE's registers hold of each tensor: units held x words a unit; none of what
/// bypasses the buffer.
PerStorage<PerTensor<Count>> wordsHeld(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                                       const PerTensor<bool>& kept);

bool fits(const PerStorage<PerTensor<Count>>& held, const hardware::Machine& machine);

/// Accesses, cycles and energy of the blocked loops over all tiles; NoC hops are not in it.
LayerCost blockingCost(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                       const hardware::Machine& machine, const TileContext& context);

/// Adds the hops: each tensor's once-through hops times its fetches from memory.
void addHops(LayerCost& cost, const PerTensor<Count>& unitHops, const hardware::Machine& machine);

} // namespace tilescape::cost
