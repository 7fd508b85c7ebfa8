#pragma once

#include "core/explore/energy_parts.h"

#include <span>

namespace tilescape::explore {

/// The least energy that is known at some prices.
struct KnownLeast {
    EnergyParts prices{};
    double value = 0;
};

/// A lower bound of the energy at `prices` of every schedule that takes at least `value` at each known point. A schedule's
/// energy is a sum of counts times prices, so the least of any set of schedules is concave and in proportion to a common factor
/// of all prices: where multiples of known price vectors add up to at most `prices`, the same multiples of their least energies
/// add up to a bound. The best such multiples are those of a linear program, which is solved by the simplex method. Not above
/// `value` at a known point; 0 where nothing is known.
double priceBound(const EnergyParts& prices, std::span<const KnownLeast> known);

} // namespace tilescape::explore
