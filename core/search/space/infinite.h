#pragma once

#include <limits>

namespace tilescape::search {

/// The cost of what cannot be: any schedule costs less.
inline constexpr double infinite = std::numeric_limits<double>::infinity();

} // namespace tilescape::search
