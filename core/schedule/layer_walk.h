#pragma once

#include "core/cost/blocking_walk.h"
#include "core/schedule/schedule.h"

namespace tilescape::schedule {

/// Words of one tensor that a layer moved, over all tiles of its region.
struct WordsMoved {
    double in = 0;    ///< of outputs: sums that are read back
    double out = 0;   ///< of outputs alone
    double again = 0; ///< of both, those moved before
    [[nodiscard]] double all() const { return in + out; }
};

/// A scheduled layer in time: every tile of its region walks through the blocked loops alike, repetition (group) after
/// repetition, and works on its own part. Time is that of the PE arrays, in cycles: the layer's compute cycles, whatever it
/// waits for besides. A plain value.
class LayerWalk {
public:
    LayerWalk(const Problem& problem, const ScheduledLayer& layer);

    [[nodiscard]] const cost::BlockingWalk& blocks() const { return m_blocks; }
    [[nodiscard]] const dataflow::LoopNest& nest() const { return m_nest; }
    [[nodiscard]] const dataflow::LayerScheme& scheme() const { return m_scheme; }
    [[nodiscard]] Count tiles() const { return m_tiles; }
    /// Tiles among which one transfer of the tensor from memory is divided.
    [[nodiscard]] Count sharers(Tensor tensor) const { return m_sharers[tensor]; }
    [[nodiscard]] bool isKept(Tensor tensor) const { return m_kept[tensor]; } ///< in the buffer; else it passes it by
    [[nodiscard]] bool isPinned() const { return m_pinned; } ///< the weights are on chip before the layer begins
    [[nodiscard]] bool isMoved(Tensor tensor) const { return m_wordsOfUnit[tensor] > 0; } ///< the layer has such a tensor

    [[nodiscard]] Count cycles() const { return cyclesOfStep() * steps(); }
    [[nodiscard]] Count cyclesOfPass() const { return m_nest.cycles; }
    [[nodiscard]] Count cyclesOfStep() const { return m_passesOfStep * m_nest.cycles; } ///< in which the registers hold the same
    [[nodiscard]] Count cyclesOfBuffer() const { return m_blocks.stepsOfBuffer() * cyclesOfStep(); } ///< the same of the buffer
    [[nodiscard]] Count steps() const { return m_blocks.steps() * m_nest.repetitions; }

    [[nodiscard]] Count repetitionAt(Count cycle) const { return stepOf(cycle) / m_blocks.steps(); }
    [[nodiscard]] Count stepAt(Count cycle) const { return stepOf(cycle) % m_blocks.steps(); } ///< within the repetition
    /// Index of a loop at a level (0 DRAM, 1 buffer, 2 registers); within the registers batch is outermost, then output channels.
    [[nodiscard]] Count indexAt(Count cycle, Loop loop, std::size_t level) const;
    /// Iteration of a loop, all levels together.
    [[nodiscard]] Count iterationAt(Count cycle, Loop loop) const;
    /// The first cycle of the pass that works on this iteration of each loop.
    [[nodiscard]] Count cycleOf(Count repetition, const PerLoop<Count>& iteration) const;

    /// Words between a level and the one outside it until the end of the step that `cycle` is in. Those of the buffer of a tensor
    /// that passes it by are those between memory and the registers. At the last step: the words of the schedule's cost.
    [[nodiscard]] WordsMoved movedAt(Count cycle, Storage storage, Tensor tensor) const;

private:
    [[nodiscard]] Count stepOf(Count cycle) const { return cycle / cyclesOfStep(); }

    dataflow::LoopNest m_nest;
    dataflow::LayerScheme m_scheme;
    cost::BlockingWalk m_blocks;
    Count m_tiles = 1;
    Count m_passesOfStep = 1;
    PerTensor<Count> m_sharers{{1, 1, 1}};
    PerTensor<bool> m_kept{{true, true, true}};
    bool m_pinned = false;
    PerTensor<double> m_wordsOfUnit{{0, 0, 0}};  ///< between the tile and what is outside it
    PerTensor<double> m_wordsOfLoad{{0, 0, 0}};  ///< between buffer, or what passes it by, and the array
};

} // namespace tilescape::schedule
