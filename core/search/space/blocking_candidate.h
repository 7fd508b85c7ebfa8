#pragma once

#include "core/dataflow/scheme.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/tensor_traffic.h"

#include <array>
#include <cstdint>

namespace tilescape::search {

using Factors = std::array<Count, 3>; ///< of the three loops, by number

/// A blocking as searches hold it: factors by level, and the loop that is innermost at memory and at buffer level, which
/// is all of the orders that counts (cost-model.md 2).
struct BlockingCandidate {
    double cost = 0; ///< in the units of the search's objective
    double cycles = 0;
    double dramCycles = 0;
    double energyPj = 0;            ///< with static energy; filled in by the branch and bound of KAPLA alone
    std::array<Count, 3> fetches{}; ///< from memory, by tensor
    Factors outer{};
    Factors middle{};
    Factors inner{};
    std::array<std::size_t, 2> innermost{noLoop, noLoop};
    std::array<bool, 3> kept{};
    std::uint8_t outermost = noLoop; ///< at memory level, of three loops: it counts where the chip has shared buffers
};

/// The groups that are asked for, by loop.
Factors factorsOf(const pipeline::TopGroups& top);

/// Place of each loop at memory level in the order that stands for all of equal traffic; 0 for the outermost.
std::array<std::size_t, 3> memoryPlaces(const BlockingCandidate& candidate, const Factors& asked);

/// The orders that stand for all of equal traffic: loops with one iteration outside, then groups that are asked for (the
/// batch first), the innermost one inside.
dataflow::Blocking blockingOf(const BlockingCandidate& candidate, const pipeline::TopGroups& top);

/// The candidate as an answer: priced by the model, its buffers shared in the cheapest way where the task shares them.
BlockingChoice choiceOf(const BlockingCandidate& candidate, const BlockingTask& task);

} // namespace tilescape::search
