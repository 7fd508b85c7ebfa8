#pragma once

#include "core/support/dimensions.h"

#include <array>
#include <vector>

namespace tilescape::support {

/// All divisors of `value` (at least 1), ascending.
std::vector<Count> divisors(Count value);

/// All ways to write `value` as an ordered product of four factors.
std::vector<std::array<Count, 4>> fourFactors(Count value);

} // namespace tilescape::support
