#pragma once

#include "core/schedule/solve.h"

namespace tilescape::schedule {

/// Every partition, mapping and blocking of each layer; layer after layer, layouts chained (cost-model.md 2, 3 and 5
/// without segments). The product of energy and delay is searched along the convex hull of (energy, cycles): its
/// smallest value over all sums of layers lies at a corner of that hull.
Schedule solveExhaustive(std::shared_ptr<const Problem> problem, const SolveControl& control);

} // namespace tilescape::schedule
