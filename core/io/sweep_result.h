#pragma once

#include "core/explore/sweep_run.h"

#include <string>
#include <string_view>

namespace tilescape::io {

/// `format` of the results as JSON.
inline constexpr std::string_view sweepResultFormat = "tilescape-sweep-result";

/// One line a point: its number, the value of each axis, status, all measures, whether it is on the front, and why there is no
/// schedule. The same bytes for the same results.
std::string writeSweepCsv(const explore::Sweep& sweep, const explore::PointResults& results);

/// The same as JSON (`sweepResultFormat`, units in the keys), and the sweep itself, so that the file stands alone.
std::string writeSweepJson(const explore::Sweep& sweep, const explore::PointResults& results);

/// A few lines for a person: how many points have schedules and why others have none, and the front.
std::string writeSweepSummary(const explore::Sweep& sweep, const explore::PointResults& results);

} // namespace tilescape::io
