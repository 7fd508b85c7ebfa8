#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"

#include <memory>

namespace tilescape::schedule {

/// The baseline solvers of KAPLA V: the exhaustive search over segments and layouts, with other searches of single
/// layers in it. They use no cache of earlier solves. This one is S, an exhaustive search over directives.
Schedule solveDirectives(std::shared_ptr<const Problem> problem, const SolveControl& control);
/// Baseline R, random search.
Schedule solveRandom(std::shared_ptr<const Problem> problem, const SolveControl& control);
/// Baseline M, simulated annealing guided by boosted trees.
Schedule solveAnnealing(std::shared_ptr<const Problem> problem, const SolveControl& control);

} // namespace tilescape::schedule
