#pragma once

#include "core/hardware/hardware.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// What stays the same for one choice of the factors at memory level.
struct DramTiling {
    Factors factors{};
    Factors rest{};                ///< iterations inside
    std::array<Count, 3> words{};  ///< of each tensor, in the buffer
    std::array<Count, 3> passes{}; ///< from memory, before the read back and before weights are pinned
    std::array<Count, 3> fetches{};
    std::size_t innermost = noLoop;
    double leastPj = 0; ///< of memory, hops and what is fixed
    double leastCycles = 0;
};

/// Fills in `rest` and `words` for the factors. Words of what may not bypass the buffer, shared as far as can be.
Count wordsForced(const std::array<Count, 3>& iterations, const NestTraffic& traffic, DramTiling& choice);

/// Fills in fetches and the least that they cost with this innermost loop, hops of a fetch at `fetchPj`. False where data
/// on chip would have to come twice.
bool countFetches(const NestTraffic& traffic, const hardware::Machine& machine, const std::array<double, 3>& fetchPj,
                  DramTiling& choice);

} // namespace tilescape::search
