#pragma once

#include "core/support/dimensions.h"

#include <array>
#include <vector>

namespace tilescape::support {

/// All divisors of `value` (at least 1), ascending.
std::vector<Count> divisors(Count value);

/// Counts a little larger than `value`, by an eighth at most (or by one; never by more than 64), with at least twice its divisors, ascending: the
/// first such, and the one with the most divisors. None where `value` itself divides well: for 7 it is 8, for 127 128 and
/// 132, for 64 none.
std::vector<Count> roundedCounts(Count value);

/// All ways to write `value` as an ordered product of four factors.
std::vector<std::array<Count, 4>> fourFactors(Count value);

} // namespace tilescape::support
