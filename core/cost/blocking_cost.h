#pragma once

#include "core/cost/hops.h"
#include "core/cost/layer_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"

#include <optional>

namespace tilescape::cost {

/// What one tile's blocked loops are priced with besides the chip: how many tiles do the same work, what they share,
/// and where the layer's maps lie (cost-model.md 2, 3 and 5).
struct TileContext {
    Count tiles = 1;       ///< tiles of the layer's region; accesses and operations are summed over all of them
    double sharedPart = 1; ///< fraction of every shared buffer of the chip that these tiles may use, in (0, 1]
    PerTensor<Count> sharers{{1, 1, 1}}; ///< tiles among which one DRAM fetch is divided (access forwarding); 1: none
    /// Whether the tensor may skip the tile's buffer (cost-model.md 2, Bypass).
    PerTensor<bool> mayBypass{{true, true, true}};
    bool inputFromTiles = false; ///< the whole input lies in tiles' buffers, not in memory (cost-model.md 5)
    double inputPartInTiles = 0; ///< otherwise the fraction of it that does: operands of an element-wise layer
    bool outputToTiles = false;  ///< the output stays in tiles' buffers and is not written to DRAM
    /// Layers of the segment take the output from there as it is made: searches move it once only.
    bool outputIsTaken = false;
    bool mayPinWeights = false;  ///< the tiles run no other layer with weights, so weights may stay (Tangram 2.4)
    /// Other layers with weights work on the same tiles in turn, a batch group each, so that these come in for every group.
    bool reloadsWeights = false;
    PerTensor<Count> identicalTiles{{1, 1, 1}}; ///< tiles that need the same piece, stored once in shared buffers
    Counts counts = Counts::Executed;
    friend bool operator==(const TileContext&, const TileContext&) = default;
};

/// Number of times each datum of a tensor is brought into the tile's buffer and into the registers under `blocking`
/// (cost-model.md 2, Fetches). Outputs that are written f times count 2f - 1, because all writes but the first are
/// preceded by a read. With `reloadsWeights`, weights are brought in anew for every iteration of the DRAM-level batch loop, as
/// TileContext has it.
PerStorage<PerTensor<Count>> fetchesOf(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                                       bool reloadsWeights = false);

/// Number of different units of `tensor` that one tile fetches between two fetches of the same unit from memory. A
/// shared buffer with room for that many fetches each of them from DRAM only once (cost-model.md 2, Shared buffers).
Count unitsBetweenFetches(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, Tensor tensor);

/// Of the tensors that the search space lets skip the buffer, those that may: not an input that lies in the tiles' own buffers, nor an
/// output that others take from these (cost-model.md 2, Bypass).
PerTensor<bool> mayBypassBuffer(PerTensor<bool> allowed, bool inputIsLocal, bool outputIsTaken);

/// Whether each tensor occupies the tile's buffer: it does if that saves fetches from memory, if it may not bypass, or if
/// the blocking keeps it (cost-model.md 2, Bypass). `fetches` are those of the blocking.
PerTensor<bool> keptInBuffer(const dataflow::Blocking& blocking, const PerStorage<PerTensor<Count>>& fetches,
                             const PerTensor<bool>& mayBypass);

/// Words of each tensor in one tile's buffer and in one PE's registers: units held x words of a unit (cost-model.md 1
/// and 2). Of the buffer's words each of the `subgroup` tiles that hold one copy has a part, here the largest
/// (`dataflow::largestPart`); they are zero for a tensor that is not `kept`.
PerStorage<PerTensor<Count>> wordsHeld(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                                       const PerTensor<bool>& kept, const PerTensor<Count>& subgroup, Counts counts);

/// Whether the weights of a nest may stay on chip for all batches, if they are held: the context allows it, and they are not of groups
/// that run one after another, each in the place of the last. Counts::Reference does not ask for the second.
bool mayPinWeights(const dataflow::LoopNest& nest, const TileContext& context);

/// Whether the weights stay on chip for all batches: they may, no DRAM-level loop asks for other weights,
/// and they are held in the buffer or wholly in the registers. Counts::Reference does not ask for the last
/// (cost-model.md 5).
bool pinsWeights(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, const TileContext& context);

/// Whether `held`, in words, fits the registers of a PE and the buffer of a tile, all tensors together.
bool fits(const PerStorage<PerTensor<Count>>& held, const hardware::Machine& machine);

/// Accesses in words, time in cycles and energy in pJ of the blocked loops over all tiles (cost-model.md 2 and 6),
/// without NoC hops: `nocHops` and the NoC energy are zero. Shared buffers, if the machine has any, are used as
/// `chooseShared` decides. Factors may multiply up to more than the nest's iterations: the additional passes cost time,
/// operations, registers and room, but move no words.
LayerCost blockingCost(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                       const hardware::Machine& machine, const TileContext& context,
                       const PerTensor<Count>& subgroup = {{1, 1, 1}});

/// Sets `nocHops` of each tensor to its `nocHopsBetweenTiles`, which must be filled in before, plus the word-hops of
/// all fetches, and sets the NoC energy accordingly. `unitHops` are those of one fetch (cost-model.md 3).
void addHops(LayerCost& cost, const UnitHops& unitHops, const hardware::Machine& machine);

} // namespace tilescape::cost
