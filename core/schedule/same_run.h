#pragma once

#include "core/schedule/schedule.h"

namespace tilescape::schedule {

/// Whether both schedules run alike: the same schemes of the same layers on chips of the same shape, capacities and rates. Their
/// counts, cycles and the tiles at work are then the same, and only energies may differ. Conservative where shared buffers are
/// chosen by price.
bool runTheSame(const Schedule& first, const Schedule& second);

} // namespace tilescape::schedule
