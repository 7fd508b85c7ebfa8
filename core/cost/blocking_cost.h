#pragma once

#include "core/cost/hops.h"
#include "core/cost/layer_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"

#include <optional>

namespace tilescape::cost {

/// What surrounds the blocked loops of one tile, beside the chip: how many tiles have identical data, and what they share.
struct TileContext {
    Count tiles = 1;
    double sharedPart = 1; ///< of the chip's shared buffers, that these tiles have to themselves
    PerTensor<Count> sharers{{1, 1, 1}}; ///< tiles among which a fetch from memory is divided (access forwarding)
    PerTensor<bool> mayBypass{{true, true, true}};
    bool inputFromTiles = false; ///< the input lies in tiles' buffers, not in memory (cost-model.md 5)
    double inputPartInTiles = 0; ///< of an input that lies in memory else: some operands of an element-wise layer
    bool outputToTiles = false;  ///< the output stays there
    bool mayPinWeights = false;  ///< the tiles run nothing else: weights that never change stay (Tangram 3.3)
    PerTensor<Count> identicalTiles{{1, 1, 1}}; ///< tiles that need the same piece: a shared buffer holds it once for all of them
    Counts counts = Counts::Executed;
    friend bool operator==(const TileContext&, const TileContext&) = default;
};

/// Times each tensor is fetched into each level under `blocking` (cost-model.md 2); outputs count the read back, 2f - 1.
PerStorage<PerTensor<Count>> fetchesOf(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking);

/// Units of `tensor` that go by in one tile between two fetches of the same one into its buffer: a memory outside that
/// holds so many is asked for each only once. All that the loops at memory level bring in inside those that reuse it.
Count unitsBetweenFetches(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, Tensor tensor);

/// A tensor is kept in the buffer where that saves fetches from memory, or where it may not bypass.
PerTensor<bool> keptInBuffer(const PerStorage<PerTensor<Count>>& fetches, const PerTensor<bool>& mayBypass);

/// Words that one tile's buffer and one PE's registers hold of each tensor: units held x words a unit, the buffer's
/// divided among the tiles of a sharing subgroup; none of what bypasses the buffer.
PerStorage<PerTensor<Count>> wordsHeld(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                                       const PerTensor<bool>& kept, const PerTensor<Count>& subgroup = {{1, 1, 1}});

/// Weights of which the memory-level loops never ask for others stay on chip where they may.
bool pinsWeights(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, const TileContext& context);

bool fits(const PerStorage<PerTensor<Count>>& held, const hardware::Machine& machine);

/// Accesses, cycles and energy of the blocked loops over all tiles; NoC hops are not in it. Shared buffers, where the
/// machine has any, hold what costs least so (shared_buffers.h). Where factors cover more than the nest's iterations every pass
/// takes its time, operations, registers and room, some in vain; words that do not exist are not moved.
LayerCost blockingCost(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                       const hardware::Machine& machine, const TileContext& context,
                       const PerTensor<Count>& subgroup = {{1, 1, 1}});

/// Adds the hops of all fetches from memory to those between tiles (`nocHopsBetweenTiles`), which are there already.
void addHops(LayerCost& cost, const UnitHops& unitHops, const hardware::Machine& machine);

} // namespace tilescape::cost
