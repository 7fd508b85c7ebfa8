#pragma once

#include <algorithm>
#include <cmath>

namespace tilescape::support {

/// The least whole number that is not below `value`, of which the last digits are rounded: what lies above a whole number by no more than
/// sums of fractions are off is that number.
inline double ceiling(double value)
{
    const double above = std::ceil(value);
    const double off = std::min(1e-11 * value, 1e-3);
    return value - (above - 1) <= off ? above - 1 : above;
}

} // namespace tilescape::support
