#pragma once

#include "core/explore/sensitivity.h"

#include <string>
#include <vector>

namespace tilescape::io {

/// A line for each parameter that has a step, those that change the measure most first: its value, its steps, and what each
/// makes of energy, cycles and energy x delay, in percent.
std::string writeSensitivityText(std::vector<explore::Sensitivity> all, explore::SensitivityMeasure measure);

/// One line a step, in the order of the parameter table; empty cells where there is no valid schedule.
std::string writeSensitivityCsv(const std::vector<explore::Sensitivity>& all);

/// The same as JSON (`format` "tilescape-sensitivity", units in the keys), and each step's changes as fractions.
std::string writeSensitivityJson(const std::vector<explore::Sensitivity>& all);

/// A tornado chart: a line for each parameter that changes the measure, what changes most above; bars from what stands to what a step down and a
/// step up make of it. Plain SVG; texts stay texts.
std::string svgOf(std::vector<explore::Sensitivity> all, explore::SensitivityMeasure measure);

} // namespace tilescape::io
