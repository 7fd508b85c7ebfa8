#pragma once

#include "core/cost/transfer_cycles.h"
#include "core/search/space/tensor_traffic.h"
#include "core/support/dimensions.h"

#include <algorithm>

namespace tilescape::search {

/// What the tensors of one blocking add up to (cost-model.md 2 and 6), rotation and shared buffers of the chip left out. All solvers
/// price with it; it is inline, since they do so millions of times.
struct BlockingSums {
    double energyPj = 0;     ///< over all tiles; begins with NestTraffic::fixedPj
    double busiestWords = 0; ///< over that bus of a tile's array that has most to carry
    double dramWords = 0;    ///< over all tiles
    Count bufferWords = 0;   ///< that a tile must have room for, pieces shared by as many tiles as can be

    /// Adds a tensor that is brought into the buffer `memoryTimes` times, and into the registers `bufferTimes` times; `words` of it
    /// take room in the buffer if it is `kept` there, and `fetchPj` is what the hops of one fetch from memory cost. Gives its words over
    /// DRAM.
    double add(const TensorTraffic& tensor, bool kept, double memoryTimes, double bufferTimes, Count words,
               double fetchPj)
    {
        energyPj += tensor.bufferPj * bufferTimes + fetchPj * memoryTimes;
        busiestWords = std::max(busiestWords, (kept ? tensor.busKeptWords : tensor.busBypassWords) * bufferTimes);
        double fromDram = 0;
        if (kept) {
            bufferWords += words;
            energyPj += tensor.keptPj * bufferTimes + tensor.memoryKeptPj * memoryTimes;
            fromDram = tensor.memoryKeptWords * memoryTimes;
        } else {
            energyPj += tensor.memoryBypassPj * memoryTimes;
            fromDram = tensor.memoryBypassWords * memoryTimes;
        }
        dramWords += fromDram;
        return fromDram;
    }
};

/// Cycles of computing, buses, DRAM and the chip's shared buffers, which all go on at once: the longest decides.
struct BlockingCycles {
    double dram = 0;
    double all = 0;
};
inline BlockingCycles cyclesOf(const BlockingSums& sums, double computeCycles, double sharedCycles,
                               const hardware::Rates& rates)
{
    const double dram = cost::dramCycles(sums.dramWords, rates);
    return {dram, std::max({computeCycles, cost::busCycles(sums.busiestWords, rates), dram, sharedCycles})};
}

} // namespace tilescape::search
