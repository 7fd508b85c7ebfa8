#pragma once

#include "core/intralayer/blocking_candidate.h"
#include "core/intralayer/blocking_search.h"
#include "core/intralayer/rotation_prices.h"
#include "core/intralayer/register_choices.h"
#include "core/intralayer/tensor_traffic.h"

#include <limits>
#include <memory>
#include <vector>

namespace tilescape::intralayer {

/// A nest with all about its blockings that depends neither on groups nor on where the data lie.
struct QuickNest {
    BlockingTask task; ///< its groups play no part
    NestTraffic traffic;
    RotationPriceList rotation;
    std::shared_ptr<const RegisterChoices> registers;
};
QuickNest quickNest(BlockingTask task);

/// A blocking search that knows the price of everything, hops included, and looks for the few best blockings only.
struct QuickTask {
    const QuickNest& nest;
    std::array<double, 3> fetchPj{}; ///< hops of one fetch of the tensor from where it lies
    pipeline::TopGroups top; ///< that a pipeline asks for
    double leastGain = 0; ///< what is better than the worst of the best by a smaller part than this is of no use
};

/// The best blockings under these prices, at most `most`, cheapest first; none that costs `worthless` or more, in the
/// units of `scalarOf`. The cost of rotation is an estimate: the orders of the loops at buffer level, which `choiceOf`
/// settles, are taken at their best (cost-model.md 2, 4).
std::vector<BlockingCandidate> quickBlockings(const QuickTask& task, std::size_t most,
                                              double worthless = std::numeric_limits<double>::infinity(),
                                              SearchCounts* counts = nullptr);

/// The objective as one number: pJ, cycles priced; or cycles, the pJ far behind them.
double scalarOf(const Objective& objective, double energyPj, double cycles);

} // namespace tilescape::intralayer
