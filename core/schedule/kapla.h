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

/// The same of these segments on these tiles alone, which must be legal: the best chain of them. If none has room for every layer, there is no
/// result, and no obstacle is named.
Schedule solveKaplaWithin(const std::vector<search::SegmentOnTiles>& segments, std::shared_ptr<const Problem> problem,
                          const SolveControl& control);

} // namespace tilescape::schedule
