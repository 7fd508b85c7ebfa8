#pragma once

#include "core/explore/sensitivity.h"
#include "core/schedule/problem.h"
#include "core/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// `format` of sensitivities as JSON.
inline constexpr std::string_view sensitivityFormat = "tilescape-sensitivity";

/// A line for each parameter that has a step, those that change the measure most first: its value, its steps, and what each
/// makes of energy, cycles and energy x delay, in percent.
std::string writeSensitivityText(std::vector<explore::Sensitivity> all, explore::SensitivityMeasure measure);

/// One line a step, in the order of the parameter table; empty cells where there is no valid schedule.
std::string writeSensitivityCsv(const std::vector<explore::Sensitivity>& all);

/// The same as JSON (`sensitivityFormat`, units in the keys), each step's changes as fractions, and the problem.
std::string writeSensitivityJson(const schedule::Problem& problem, const std::vector<explore::Sensitivity>& all);

/// What such a file holds.
struct SensitivityResults {
    std::vector<explore::Sensitivity> all;
    std::optional<schedule::Problem> problem; ///< files of older versions do not have it
};
/// Reads that JSON. Faults: another file, parameters that the table does not have, values that they cannot have; those of the
/// problem, where it is there.
support::Result<SensitivityResults> readSensitivities(const std::string& text, const std::string& file);

} // namespace tilescape::io
