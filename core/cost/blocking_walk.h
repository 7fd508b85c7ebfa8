#pragma once

#include "core/dataflow/map_range.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"

#include <vector>

namespace tilescape::cost {

/// What a level of one tile was brought, and gave back, from the first step on: units of a tensor, those that only rounding
/// adds left out.
struct UnitsMoved {
    Count in = 0;    ///< of outputs: sums that are read back
    Count out = 0;   ///< of outputs alone
    Count again = 0; ///< of both, those moved before
    friend bool operator==(const UnitsMoved&, const UnitsMoved&) = default;
};

/// The blocked loops of one tile, step by step (cost-model.md 2): a step is one iteration of all loops of the DRAM level and
/// the buffer level, in which the registers hold the same. Blocks, and counts after any number of steps, in closed form; the
/// last counts are those of `fetchesOf`. Units are iterations of the loops that a tensor varies with.
class BlockingWalk {
public:
    /// `reloadsWeights` as in `fetchesOf`.
    BlockingWalk(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, bool reloadsWeights = false);

    [[nodiscard]] Count steps() const { return m_steps; }
    /// Steps in which the buffer holds the same blocks: iterations of the buffer level's loops.
    [[nodiscard]] Count stepsOfBuffer() const { return m_stepsOfBuffer; }
    /// Index of a loop at a level (0 DRAM, 1 buffer) in `step`, from 0.
    [[nodiscard]] Count indexAt(Count step, Loop loop, std::size_t level) const;
    /// The step that works on this iteration of each loop.
    [[nodiscard]] Count stepOf(const PerLoop<Count>& iteration) const;

    /// What a level holds, or brings in, of the tensor in `step`: by loop, from the tile's first iteration; all iterations for
    /// loops that the tensor does not vary with. Empty where only rounding makes the block.
    [[nodiscard]] PerLoop<dataflow::Span> blockAt(Count step, Storage storage, Tensor tensor) const;
    /// Whether the block is another than in the step before.
    [[nodiscard]] bool isFetchedAt(Count step, Storage storage, Tensor tensor) const;
    /// How often the block of an iteration was brought in during the first `steps` steps.
    [[nodiscard]] Count timesFetched(Count steps, Storage storage, Tensor tensor, const PerLoop<Count>& iteration) const;
    /// After `steps` steps, in [0, steps()]; after the last one all outputs are written.
    [[nodiscard]] UnitsMoved movedAfter(Count steps, Storage storage, Tensor tensor) const;

private:
    struct Digit {
        Loop loop = Loop::Batch;
        std::size_t level = 0;
        Count factor = 1;
        Count inside = 1; ///< product of the factors of the digits after it
        Count width = 1;  ///< iterations of the loop for one of this digit
        bool varies = false;
    };
    /// The loops around the blocks of a tensor at a level, down to the innermost at which they come in anew.
    struct Digits {
        std::vector<Digit> digits;
        Count stepsOfBlock = 1;  ///< steps in which a block stays
        Count blocks = 1;        ///< brought in, in all steps
        std::vector<Count> repeats; ///< at each digit, and after the last: times that what is inside comes again for the same data
    };

    [[nodiscard]] Digits digitsOf(Storage storage, Tensor tensor, const dataflow::LoopNest& nest,
                                  bool everyGroup) const;
    [[nodiscard]] const Digits& digits(Storage storage, Tensor tensor) const { return m_digits[storage][tensor]; }
    [[nodiscard]] PerLoop<dataflow::Span> everything(Tensor tensor) const;
    [[nodiscard]] Count unitsOf(const PerLoop<dataflow::Span>& block, Tensor tensor) const;
    [[nodiscard]] Count unitsFetched(Count blocks, Storage storage, Tensor tensor) const;
    [[nodiscard]] Count differentUnits(Count blocks, Storage storage, Tensor tensor) const;

    dataflow::Blocking m_blocking;
    PerLoop<Count> m_iterations;
    PerTensor<PerLoop<bool>> m_varies;
    std::vector<Digit> m_loops; ///< of both levels, outermost first
    PerStorage<PerTensor<Digits>> m_digits;
    Count m_steps = 1;
    Count m_stepsOfBuffer = 1;
};

} // namespace tilescape::cost
