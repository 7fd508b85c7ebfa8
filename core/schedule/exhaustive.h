#pragma once

#include "core/schedule/solve.h"

namespace tilescape::schedule {

/// The exhaustive solver (solvers.md): within a layer every partition, mapping and blocking of the search space; across
/// layers dynamic programming over layouts, and over segments if the space allows them, with a limited number of
/// states. The status is optimal only if no state had to be dropped.
Schedule solveExhaustive(std::shared_ptr<const Problem> problem, const SolveControl& control);

} // namespace tilescape::schedule
