#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"
#include "core/search/space/chain_answer.h"

#include <memory>
#include <vector>

namespace tilescape::schedule {

/// The fast solver (solvers.md, KAPLA; search::searchKapla). With `roundedFactors` it solves with and without and takes
/// the better. The status is never optimal.
Schedule solveKapla(std::shared_ptr<const Problem> problem, const SolveControl& control);

/// The same with these segments on these tiles, which must be legal and contain each layer once, in the order of the schedule. Segments
/// that have no room there leave it without a result, and without an obstacle that is named.
Schedule solveKaplaWithin(const std::vector<search::SegmentOnTiles>& segments, std::shared_ptr<const Problem> problem,
                          const SolveControl& control);

} // namespace tilescape::schedule
