#pragma once

#include "core/search/space/blocking_task.h"
#include "core/search/space/rotation_prices.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// No blocking of the nest costs less under these prices, rotation left out: memory and registers each at their best, as
/// if the factors for the one did not bind those for the other. In the units of `scalarOf`; infinite where none fits.
double leastCost(const BlockingTask& task, const NestTraffic& traffic, const RotationPriceList& rotation,
                 const std::array<double, 3>& fetchPj);

} // namespace tilescape::search
