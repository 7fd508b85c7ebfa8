#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"

#include <memory>

namespace tilescape::schedule {

/// What the fast solver is compared with (KAPLA V, baseline solvers): the exhaustive search over segments and layouts, with
/// other searches of a layer's schemes in it. They remember nothing from one solve to the next.
Schedule solveDirectives(std::shared_ptr<const Problem> problem, const SolveControl& control); ///< S
Schedule solveRandom(std::shared_ptr<const Problem> problem, const SolveControl& control);     ///< R
Schedule solveAnnealing(std::shared_ptr<const Problem> problem, const SolveControl& control);  ///< M

} // namespace tilescape::schedule
