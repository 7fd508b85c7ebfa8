#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <optional>
#include <string>
#include <vector>

namespace tilescape::program {

/// One loop of a layer's streams: `times` blocks of `step` units along one axis.
struct PlannedLoop {
    Axis axis = Axis::Repetition;
    Count step = 1;
    Count times = 1;
    std::optional<Tensor> ring; ///< the loop goes around the parts of this tensor, each tile beginning with its own
};

/// A tensor of which the tiles of a ring hold one copy between them (Tangram 3.1; cost-model.md 4): the block that is fetched
/// is cut into as many parts as tiles along one axis. The tile at position x begins each fetch with part x. In step k of round
/// r it works on part (x + k + (parts - 1) r) mod parts, since a round has one step less than parts.
struct Rotation {
    Count parts = 1;
    std::size_t loop = 0; ///< over the steps
    Axis axis = Axis::Repetition;
    std::vector<Index::Term> rounds; ///< (parts - 1) x the number of the round since the block was fetched
    Count roundCount = 1;            ///< while a block is held
    /// The part that the tile at `position` holds after the last step.
    [[nodiscard]] Count lastPart(Count position) const { return (position + (parts - 1) * roundCount) % parts; }
};

/// A tensor of which the tiles of a ring hold one copy between them that does not rotate: parts along one axis.
struct SpreadPlan {
    Count parts = 1;
    Axis axis = Axis::Repetition;
};

/// The loops that all tiles of a layer execute, outermost first, and the depths at which each tensor moves (cost-model.md 2):
/// a block is brought in inside the innermost loop that changes it, so that the loops within reuse it. Loops of one iteration
/// are left out. The first ones are those over repetitions: groups, then items within a group.
struct LoopPlan {
    std::vector<PlannedLoop> loops;
    PerTensor<std::size_t> memoryDepth; ///< loops around the transfers between memory and the tensor's range
    PerTensor<std::size_t> arrayDepth;  ///< loops around those between the range and the registers
    PerTensor<PerAxis<Count>> held;     ///< units of the tensor in its range
    PerTensor<PerAxis<Count>> inRegisters;
    PerTensor<PerAxis<bool>> changes; ///< whether the tensor changes along the axis
    PerTensor<std::optional<Rotation>> rotation;
    PerTensor<std::optional<SpreadPlan>> spread;

    [[nodiscard]] bool varies(Tensor tensor, std::size_t loop) const { return changes[tensor][loops[loop].axis]; }
    /// Uses of a unit from when its piece is filled, or a step of rotation begins, until it is free: the product of the loops
    /// in between that do not change the tensor.
    [[nodiscard]] Count uses(Tensor tensor) const;
    /// The loops around `depth` that do not change the tensor: sums are new where all stand at 0.
    [[nodiscard]] std::vector<std::size_t> repeatsAround(Tensor tensor, std::size_t depth) const;
    /// Times that each block of the tensor is brought in, or taken away.
    [[nodiscard]] Count fetches(Tensor tensor) const;
    /// Times that each block is brought into the registers.
    [[nodiscard]] Count loads(Tensor tensor) const;
    /// The units of `tensor` at `depth`, on a tile at these positions of the rings.
    [[nodiscard]] UnitBox box(Tensor tensor, std::size_t depth, const PerAxis<Count>& count,
                              const PerTensor<Count>& positions) const;
    [[nodiscard]] UnitBox passBox(const PerTensor<Count>& positions) const; ///< of all axes
    /// Brings the tensor in inside at least `depth` loops, into its range and into the registers.
    void bringInWithin(Tensor tensor, std::size_t depth);
    /// Counts the rounds of a rotation between two fetches.
    void countRounds(Tensor tensor);

private:
    void add(UnitBox& box, std::size_t loop, const PerTensor<Count>& positions) const;
};

/// What the plan follows from, beside the nest and the repetitions of the largest part.
struct PlanRequest {
    const dataflow::Blocking& blocking;
    const dataflow::Sharing& sharing;
    PerTensor<bool> kept;    ///< the tensor lies in the buffer
    PerTensor<Count> rounds; ///< of rotation, as in LayerCost
    bool handsOn = false;    ///< other layers of the segment take the output from where it lies
};

/// The loops of a layer.
LoopPlan planLoops(const dataflow::LoopNest& nest, const PlanRequest& request, const Repetitions& repetitions);

} // namespace tilescape::program
