#pragma once

#include "core/explore/sensitivity.h"

#include <string>
#include <vector>

namespace tilescape::io {

/// A parameter's value with its unit, or its name.
std::string shownValue(const hardware::Parameter& parameter, double value);

/// What changes the measure most comes first.
void sortByChange(std::vector<explore::Sensitivity>& all, explore::SensitivityMeasure measure);

} // namespace tilescape::io
