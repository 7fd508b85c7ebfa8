#pragma once

#include "core/cost/layer_cost.h"
#include "core/hardware/hardware.h"

#include <array>
#include <optional>
#include <string_view>

namespace tilescape::explore {

/// The energy of a schedule in pJ by cause, in the order of the members of `cost::Energy`, or the prices that these are in
/// proportion to.
using EnergyParts = std::array<double, 8>;

EnergyParts partsOf(const cost::Energy& energy);

/// What the parts of energy are in proportion to; 1 for shared buffers, whose prices no key changes.
EnergyParts pricesOf(const hardware::Machine& machine);

/// The energy of a schedule that took `parts` at the prices `before`. Nothing where a price was 0, so that what it pays for was
/// not counted, and is not 0 now.
std::optional<EnergyParts> pricedAt(const EnergyParts& parts, const EnergyParts& before, const EnergyParts& now);

/// The sum as `cost::Energy::total` forms it.
double totalOf(const EnergyParts& parts);

/// Whether the key changes prices or areas of the chip only: which schedules there are, their counts and their cycles do not
/// depend on it.
bool isPrice(std::string_view key);

} // namespace tilescape::explore
