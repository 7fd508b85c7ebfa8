#pragma once

#include "core/intralayer/blocking_search.h"
#include "core/intralayer/rotation_prices.h"
#include "core/intralayer/tensor_traffic.h"

#include <array>

namespace tilescape::intralayer {

/// No blocking of the nest costs less under these prices, rotation left out: memory and registers each at their best, as
/// if the factors for the one did not bind those for the other. In the units of `scalarOf`; infinite where none fits.
double leastCost(const BlockingTask& task, const NestTraffic& traffic, const RotationPriceList& rotation,
                 const std::array<double, 3>& fetchPj);

} // namespace tilescape::intralayer
