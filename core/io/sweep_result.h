#pragma once

#include "core/explore/sweep_run.h"

#include <string>

namespace tilescape::io {

/// One line a point: its number, the value of each axis, status, all measures, whether it is on the front, and why there is no
/// schedule. The same bytes for the same results.
std::string writeSweepCsv(const explore::Sweep& sweep, const explore::PointResults& results);

/// The same as JSON (`format` "tilescape-sweep-result", units in the keys).
std::string writeSweepJson(const explore::Sweep& sweep, const explore::PointResults& results);

/// A few lines for a person: how many points have schedules and why others have none, and the front.
std::string writeSweepSummary(const explore::Sweep& sweep, const explore::PointResults& results);

} // namespace tilescape::io
