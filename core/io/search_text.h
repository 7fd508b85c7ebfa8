#pragma once

#include "core/schedule/schedule.h"

#include <string>

namespace tilescape::io {

/// What the search made of all segments, as tables: by outcome, by segment of the schedule, by the layer that they begin with.
/// Says so where a solver considers none.
std::string writeSearchTables(const schedule::Schedule& schedule);

} // namespace tilescape::io
