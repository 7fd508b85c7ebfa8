#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"

#include <memory>

namespace tilescape::schedule {

/// The fast solver: answers while you type (search::searchKapla).
Schedule solveKapla(std::shared_ptr<const Problem> problem, const SolveControl& control);

} // namespace tilescape::schedule
