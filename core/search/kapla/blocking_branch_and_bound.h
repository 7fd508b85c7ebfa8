#pragma once

#include "core/search/space/blocking_candidate.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/register_tilings.h"
#include "core/search/space/rotation_prices.h"
#include "core/search/space/tensor_traffic.h"

#include <limits>
#include <memory>
#include <vector>

namespace tilescape::search {

/// A nest with all about its blockings that depends neither on groups nor on where the data lie.
struct PreparedNest {
    BlockingTask task; ///< its groups play no part
    NestTraffic traffic;
    RotationPriceList rotation;
    std::shared_ptr<const RegisterTilings> registers;
};
PreparedNest prepareNest(BlockingTask task);

/// A blocking search that knows the price of everything, hops included, and looks for the few best blockings only.
struct BlockingQuery {
    const PreparedNest& nest;
    std::array<double, 3> fetchPj{}; ///< hops of one fetch of the tensor from where it lies
    pipeline::TopGroups top;         ///< that a pipeline asks for
    double leastGain = 0; ///< what is better than the worst of the best by a smaller part than this is of no use
};

/// The best blockings under these prices, at most `most`, cheapest first; none that costs `worthless` or more, in the
/// units of `scalarOf`. The cost of rotation is an estimate: the orders of the loops at buffer level, which `choiceOf`
/// settles, are taken at their best (cost-model.md 2, 4).
std::vector<BlockingCandidate> bestBlockings(const BlockingQuery& task, std::size_t most,
                                             double worthless = std::numeric_limits<double>::infinity(),
                                             SearchCounts* counts = nullptr);

} // namespace tilescape::search
