#pragma once

#include "core/search/space/blocking_task.h"
#include "core/search/space/rotation_prices.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// A lower bound, in the units of `scalarOf`, of the cost of every blocking of the nest, with the hops of one fetch at
/// `fetchPj`, and with the DRAM-level factors that `task.top` asks for; infinite if no blocking fits. It adds the least cost at DRAM level to the least on the tile, as if the
/// factors of one did not restrict the other, and leaves out rotation but for wide fetches that are unavoidable.
double leastCost(const BlockingTask& task, const NestTraffic& traffic, const RotationPriceList& rotation,
                 const std::array<double, 3>& fetchPj);

} // namespace tilescape::search
