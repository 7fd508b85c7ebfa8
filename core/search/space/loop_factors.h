#pragma once

#include "core/support/dimensions.h"

#include <cstdint>
#include <vector>

namespace tilescape::search {

/// The factors that may be chosen for a loop.
struct LoopFactors {
    std::vector<Count> divisors;             ///< of the loop's iterations, ascending
    std::vector<std::uint16_t> largestBelow; ///< of each divisor: the place of the largest that divides it; 0 for the first
};

/// Those of a loop of so many iterations, at least 1. They are computed once and stay for as long as the program runs: the
/// 207,000 `RegisterTilings` that the search for ResNet-50 on 256 tiles keeps are of loops of 82 different counts. Threads may ask at once.
const LoopFactors& loopFactors(Count iterations);

} // namespace tilescape::search
