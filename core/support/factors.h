#pragma once

#include "core/support/dimensions.h"

#include <array>
#include <vector>

namespace tilescape::support {

/// All divisors of `value` (at least 1), ascending.
std::vector<Count> divisors(Count value);

/// Counts that divide much better: larger than `value` by an eighth at most, or by one, and by no more than 64, with at least
/// twice its divisors; the first such, and the one with the most. 8 for 7, 128 and 132 for 127, none for 64.
std::vector<Count> roundedCounts(Count value);

/// All ways to write `value` as an ordered product of four factors.
std::vector<std::array<Count, 4>> fourFactors(Count value);

} // namespace tilescape::support
