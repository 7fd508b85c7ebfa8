#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <vector>

namespace tilescape::program {

/// One loop of a layer's streams: `times` blocks of `step` units along one axis.
struct PlannedLoop {
    Axis axis = Axis::Repetition;
    Count step = 1;
    Count times = 1;
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

    [[nodiscard]] bool varies(Tensor tensor, std::size_t loop) const { return changes[tensor][loops[loop].axis]; }
    /// Product of the loops between the two depths that do not change the tensor: uses of a unit while its range holds it.
    [[nodiscard]] Count uses(Tensor tensor) const;
    /// The loops around `depth` that do not change the tensor: sums are new where all stand at 0.
    [[nodiscard]] std::vector<std::size_t> repeatsAround(Tensor tensor, std::size_t depth) const;
    /// The units that the tensor's block spans inside `depth` loops.
    [[nodiscard]] UnitBox box(Tensor tensor, std::size_t depth, const PerAxis<Count>& count) const;
    [[nodiscard]] UnitBox passBox() const; ///< of all axes

    PerTensor<PerAxis<bool>> changes; ///< whether the tensor changes along the axis
};

/// `kept`: tensors that lie in the buffer. `repetitions`: of the layer on the largest part.
LoopPlan planLoops(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, const PerTensor<bool>& kept,
                   const Repetitions& repetitions);

} // namespace tilescape::program
