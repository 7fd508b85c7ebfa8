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

/// A count of which the last digits are rounded: the whole number that it misses by no more than sums of fractions are off, else itself.
inline double wholeWhereMeant(double count)
{
    const double whole = std::round(count);
    return std::abs(count - whole) <= std::min(1e-11 * std::abs(count), 1e-3) ? whole : count;
}

} // namespace tilescape::support
