#pragma once

#include "core/search/kapla/blocking_limits.h"
#include "core/search/kapla/register_tiling_cache.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/register_tilings.h"
#include "core/search/space/rotation_prices.h"
#include "core/search/space/tensor_traffic.h"

#include <array>
#include <memory>

namespace tilescape::search {

/// A nest with all about its blockings that depends neither on groups nor on where the data lie.
struct PreparedNest {
    BlockingTask task; ///< its member `top` is not used
    NestTraffic traffic;
    RotationPriceList rotation;
    std::shared_ptr<const RegisterTilings> registers;
};
/// Computes the traffic, rotation prices and register tilings of a nest.
PreparedNest prepareNest(BlockingTask task);
/// The same, its register tilings those of the cache.
PreparedNest prepareNest(BlockingTask task, RegisterTilingCache& tilings);

/// The input of the branch and bound: a nest, and the price of all hops, so that only the few cheapest blockings are of
/// interest.
struct BlockingQuery {
    const PreparedNest& nest;
    std::array<double, 3> fetchPj{}; ///< energy of the hops of one fetch of each tensor
    BlockingLimits limits;           ///< what a segment asks for
    /// Once as many blockings are found as are wanted, another must be cheaper than the worst of them by this fraction
    /// to be kept.
    double leastGain = 0;
    /// Prices rotation no higher than any subgroups of several tensors would: for a bound. A search tries the largest ones.
    bool boundsRotation = false;
    double oncePj = 0; ///< energy of hops that are paid once, whatever the blocking
};

} // namespace tilescape::search
