#pragma once

#include "core/explore/sweep.h"

#include <string>
#include <vector>

namespace tilescape::explore {

/// A sentence for where keys turn the number of tiles or PEs, and static power, which is one of the whole chip, is the same at all sizes:
/// a chip of one tile then leaks as much as one of 256. Empty where it follows, or there is none.
std::string staticPowerRemark(const std::vector<std::string>& keys, const Base& base);

} // namespace tilescape::explore
