#pragma once

#include "core/hardware/hardware.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// One choice of the DRAM-level factors, and what follows from it whatever the inner factors are (cost-model.md 2).
struct DramTiling {
    Factors factors{};              ///< at DRAM level
    Factors rest{};                 ///< iterations left for buffer and registers
    std::array<Count, 3> words{};   ///< of each tensor in the buffer of a tile, unshared
    std::array<Count, 3> passes{};  ///< over memory: f, before read backs and pinned weights
    std::array<Count, 3> fetches{}; ///< from memory; outputs 2f - 1, pinned weights 0
    std::size_t innermost = noLoop; ///< DRAM-level loop; `noLoop` if none has a factor above 1
    double leastPj = 0;             ///< lower bound of the energy of memory, hops of fetches, operations and registers
    double leastCycles = 0;         ///< lower bound of computing and DRAM cycles
};

/// Sets `rest` and `words` for `choice.factors`, and returns the words that the buffer of a tile must hold at least:
/// those of tensors that may not bypass it, each divided among as many tiles as can share it.
Count wordsForced(const std::array<Count, 3>& iterations, const NestTraffic& traffic, DramTiling& choice);

/// Sets `passes`, `fetches`, `leastPj` and `leastCycles` for the factors and innermost loop of `choice`; `fetchPj` is
/// the energy of the hops of one fetch of each tensor. Returns false if a tensor in tiles' buffers would be fetched
/// more than once, which is not allowed (cost-model.md 5).
bool countFetches(const NestTraffic& traffic, const hardware::Machine& machine, const std::array<double, 3>& fetchPj,
                  DramTiling& choice);

} // namespace tilescape::search
