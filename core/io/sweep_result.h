#pragma once

#include "core/explore/sweep_run.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace tilescape::io {

/// One line a point: its number, the value of each axis, status, all measures, whether it is on the front, and why there is no
/// schedule. The same bytes for the same results.
std::string writeSweepCsv(const explore::Sweep& sweep, const explore::PointResults& results);

/// The same as JSON (`format` "tilescape-sweep-result", units in the keys).
std::string writeSweepJson(const explore::Sweep& sweep, const explore::PointResults& results);

/// A few lines for a person: how many points have schedules and why others have none, and the front.
std::string writeSweepSummary(const explore::Sweep& sweep, const explore::PointResults& results);

/// What a chart of a sweep shows: each a key of a measure or of an axis; `by` may be empty.
struct SweepChart {
    std::string x;
    std::string y;
    std::string by; ///< an axis, whose every value has a colour
};

/// The chart as SVG. Two measures make a scatter plot with the Pareto front of both; an axis and a measure make lines over
/// the values of the axis, each value's best point where there are several. Faults: keys that are no measures or axes of the sweep.
support::Result<std::string> svgOf(const explore::Sweep& sweep, const explore::PointResults& results, const SweepChart& chart);

} // namespace tilescape::io
