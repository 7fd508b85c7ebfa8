#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace tilescape::ui::plot {

/// A value axis from `least` to `most`, and where its ticks are. `least` is 0 on a linear axis and above 0 on a
/// logarithmic one.
struct Ticks {
    double least = 0;
    double most = 1;
    bool logarithmic = false;
    std::vector<double> values;
    std::vector<QString> texts; ///< one a value; as many decimals as tell two neighbours apart

    /// Where `value` lies between the ends: 0 to 1, clamped.
    [[nodiscard]] double share(double value) const;
};

/// The smallest of 1, 2 and 5 times a power of ten that is not below `least`.
double stepAbove(double least);
/// The largest of them that is not above `most`, which is above 0.
double stepBelow(double most);
/// Whether the ends of a range differ by rounding only: then all of it is one value.
bool isOneValue(double from, double to);
/// The multiples of `step` from `from` to `to`, ascending. None where an end is infinite, or numbers of that size do not differ by as
/// little as a step.
std::vector<double> multiplesOf(double step, double from, double to);
/// As many decimals as tell two neighbouring multiples of `step` apart.
int decimalsFor(double step);

using TickText = std::function<QString(double)>; ///< a number with its unit; empty: the bare number

/// Ticks at multiples of 1, 2 or 5 times a power of ten, at least `room` apart on an axis `length` long, but never
/// fewer than 0 and one above it. The axis ends a little above `highest`.
Ticks linearTicks(double highest, double length, double room, const TickText& text = {});

/// Ticks at powers of ten, or at 1, 2 and 5 times these below two decades, from the power below `lowest`; both are
/// above 0.
Ticks logarithmicTicks(double lowest, double highest, double length, double room, const TickText& text = {});

} // namespace tilescape::ui::plot
