#pragma once

#include "core/support/diagnostic.h"

#include <string>
#include <vector>

/// What the checks of sweeps and of searches have in common.
namespace tilescape::explore {

/// Adds a fault of what stands at `pointer`.
void addFault(support::Diagnostics& faults, std::string pointer, std::string problem, std::string remedy);

/// Notes a measure that is unknown.
void checkMeasure(support::Diagnostics& faults, const std::string& pointer, const std::string& key);

/// Notes unknown measures among the objectives, and that there is none.
void checkObjectives(support::Diagnostics& faults, const std::vector<std::string>& objectives);

} // namespace tilescape::explore
