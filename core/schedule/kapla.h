#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"

#include <memory>

namespace tilescape::schedule {

/// The fast solver (solvers.md, KAPLA; search::searchKapla). With `roundedFactors` it solves with and without and takes
/// the better. The status is never optimal.
Schedule solveKapla(std::shared_ptr<const Problem> problem, const SolveControl& control);

} // namespace tilescape::schedule
