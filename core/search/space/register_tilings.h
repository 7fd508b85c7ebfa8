#pragma once

#include "core/hardware/hardware.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/loop_factors.h"
#include "core/search/space/tensor_traffic.h"

#include <array>
#include <vector>

namespace tilescape::search {

/// Factors inside the registers, with lower bounds of what bus and buffer cost under any blocking with these factors.
struct RegisterTiling {
    Factors factors{};
    double leastPj = 0;        ///< energy of bus and buffer, wide fetches left out
    double leastBusCycles = 0; ///< cycles of the busiest bus
};

/// The factors inside the registers that all searches of one nest choose from, whatever the groups and the price of
/// hops.
struct RegisterTilings {
    std::array<const LoopFactors*, 3> loops{};  ///< of `loopFactors`, not null
    std::vector<RegisterTiling> choices;        ///< all that fit the registers, by ascending `leastPj`
    double leastBusCycles = 0;                  ///< the smallest of all choices; 0 if there are none
    Factors largestFactors{};                   ///< of each loop, over all choices; 0 if there are none
};
/// All exact factors of `iterations` that fit the registers of a PE.
RegisterTilings registerTilings(const std::array<Count, 3>& iterations, const NestTraffic& traffic,
                                const hardware::Machine& machine);

/// Words in the registers of a PE, by iterations of the third loop in them.
struct RegisterWords {
    Count fixed = 0;
    Count perIteration = 0;
    [[nodiscard]] Count with(Count third) const { return fixed + perIteration * third; }
};
/// With these iterations of the two other loops in the registers.
RegisterWords registerWords(const NestTraffic& traffic, Count first, Count second);

/// A lower bound, in pJ, of bus and buffer energy where these iterations of each loop are left outside the registers.
/// `widePj` is a further price of one fetch of each tensor into the registers.
double leastOnTile(const std::array<Count, 3>& outside, const NestTraffic& traffic,
                   const std::array<double, 3>& widePj);

/// A lower bound of the cycles of the array's buses where these iterations of each loop are left outside the registers.
double leastBusCycles(const std::array<Count, 3>& outside, const NestTraffic& traffic,
                      const hardware::Machine& machine);

} // namespace tilescape::search
