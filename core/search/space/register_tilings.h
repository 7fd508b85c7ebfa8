#pragma once

#include "core/hardware/hardware.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/tensor_traffic.h"

#include <array>
#include <vector>

namespace tilescape::search {

/// Factors inside the registers, and the least that bus and buffer then cost.
struct RegisterTiling {
    Factors factors{};
    double leastPj = 0;
    double leastBusCycles = 0;
};

/// What all searches of one nest choose from, whatever groups and prices of hops.
struct RegisterTilings {
    std::array<std::vector<Count>, 3> divisors; ///< of each loop's iterations, ascending
    std::vector<RegisterTiling> choices;        ///< all that the registers hold, cheapest first
    double leastBusCycles = 0;                  ///< of all of them
};
RegisterTilings registerTilings(const std::array<Count, 3>& iterations, const NestTraffic& traffic,
                                const hardware::Machine& machine);

/// Words in the registers of a PE with these factors there.
Count registerWords(const NestTraffic& traffic, const Factors& inner);

/// The least that bus and buffer cost with these factors inside the registers; `widePj`: beside it for one fetch of each
/// tensor.
double leastOnTile(const std::array<Count, 3>& iterations, const NestTraffic& traffic, const Factors& inner,
                   const std::array<double, 3>& widePj);

/// The fewest cycles of the array's buses with them.
double leastBusCycles(const std::array<Count, 3>& iterations, const NestTraffic& traffic, const Factors& inner,
                      const hardware::Machine& machine);

} // namespace tilescape::search
