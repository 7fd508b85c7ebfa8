#pragma once

#include <vector>

namespace tilescape::ui::plot {

/// Where a scale has equal steps for equal differences, or for equal factors; and whether its numbers are bytes, which are round as
/// multiples of powers of two.
struct RoundScale {
    bool logarithmic = false; ///< all numbers are above 0
    bool bytes = false;
};

/// Round numbers from `from` to `to`, ascending, at most `most`, which is at least 2: multiples of 1, 2 or 5 times a power of ten, on a
/// logarithmic scale 1, 2 and 5 or 1 and 3 or 1 times all powers of ten; of bytes multiples of a power of two, or all of them. None where
/// the two ends have none between, or one is infinite.
std::vector<double> roundNumbers(double from, double to, int most, RoundScale scale);

} // namespace tilescape::ui::plot
