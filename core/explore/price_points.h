#pragma once

#include "core/explore/sweep_run.h"

namespace tilescape::explore {

/// The round in which a point has its turn in `solveByPrices`, from 0 on: first the ends of all axes of prices, then the
/// middles between what had its turn; of Sobol points twice as many each time.
int roundOf(const Sweep& sweep, std::size_t number);

/// As `SolvePoints`, in rounds: when a point has its turn it is solved, unless the best schedule of points with other prices,
/// solved in the rounds before, is within `options.within` of `priceBound`; then it has that schedule. What a round does
/// follows from the rounds before alone. `known` has results of an earlier run by index; they are not reported again.
void solveByPrices(const Base& base, std::span<const std::vector<Setting>> points, std::span<const int> rounds,
                   const PointResults& known, const PointOptions& options, const RunControl& control, const SolvePoints& solve);

} // namespace tilescape::explore
