#pragma once

#include "core/schedule/schedule.h"

#include <string>

namespace tilescape::io {

/// The schedule as JSON (`format` "tilescape-schedule", units in the keys): the same bytes for the same problem.
std::string writeScheduleJson(const schedule::Schedule& schedule);

/// One line a layer, units in the heading.
std::string writeScheduleCsv(const schedule::Schedule& schedule);

/// A few lines for a person: totals and a table of layers.
std::string writeSummary(const schedule::Schedule& schedule);

} // namespace tilescape::io
