#pragma once

#include <optional>

namespace tilescape::reproduce {

/// Largest memory that the process has taken so far, in MB (2^20 bytes); none where the system does not say.
std::optional<double> peakMegabytes();

} // namespace tilescape::reproduce
