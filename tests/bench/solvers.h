#pragma once

#include "options.h"

namespace tilescape::bench {

/// The race of KAPLA's section VI: five solvers, seven networks, the same space, the same prices, for each goal. What takes
/// longer than the budget is compared on fewer tiles. One line a solve.
void benchSolvers(const Options& options, const Emit& emit);

} // namespace tilescape::bench
