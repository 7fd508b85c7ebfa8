#pragma once

#include "core/dataflow/scheme.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/tensor_traffic.h"

#include <array>
#include <cstdint>

namespace tilescape::search {

using Factors = std::array<Count, 3>; ///< of the three loops at one level, in the order of `Loop`

/// A blocking in the compact form that searches use: the factors of each level and the innermost loop at DRAM and at
/// buffer level. Without shared buffers between tiles and DRAM nothing else about the loop orders affects the cost
/// (cost-model.md 2).
struct BlockingCandidate {
    double cost = 0; ///< in the units of `scalarOf` for the search's objective
    double cycles = 0;
    double dramCycles = 0;
    double energyPj = 0;            ///< static energy included; set by the branch and bound of KAPLA only
    std::array<Count, 3> fetches{}; ///< from memory, by tensor; outputs count 2f - 1
    Factors outer{};                ///< at DRAM level
    Factors middle{};               ///< at buffer level
    Factors inner{};                ///< inside the registers
    /// The innermost loop with a factor above 1 at DRAM and at buffer level, by number; `noLoop` if there is none.
    std::array<std::size_t, 2> innermost{noLoop, noLoop};
    std::array<bool, 3> kept{}; ///< whether the tile's buffer holds the tensor
    std::array<bool, 3> keep{}; ///< of those, the ones that are kept although that saves no fetch
    /// The outermost of three loops at DRAM level, or `noLoop` for the usual order. It matters only with shared
    /// buffers.
    std::uint8_t outermost = noLoop;
};

/// The groups that a pipeline asks for, by loop; 0 where it asks for none.
Factors factorsOf(const pipeline::TopGroups& top);

/// The position of each loop in the DRAM-level order of `blockingOf`; 0 is the outermost. `asked` are the groups of
/// `factorsOf`.
std::array<std::size_t, 3> memoryPlaces(const BlockingCandidate& candidate, const Factors& asked);

/// The candidate with full loop orders, one for each class of orders of equal traffic: loops of one iteration
/// outermost, then groups that are asked for (the batch first), the innermost loop of the candidate inside.
dataflow::Blocking blockingOf(const BlockingCandidate& candidate, const pipeline::TopGroups& top);

/// Fills in what the choice, with its sharing, keeps in a tile's buffer, and whether it takes its input once.
void noteBufferWords(const BlockingTask& task, BlockingChoice& choice);

/// The candidate priced by the cost model. If the task shares buffers, the sharing is that of `bestSharing` and its
/// hops are in the energy.
BlockingChoice choiceOf(const BlockingCandidate& candidate, const BlockingTask& task);

} // namespace tilescape::search
