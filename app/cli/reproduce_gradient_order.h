#pragma once

#include "app/cli/reproduction.h"

namespace tilescape::cli {

/// Interleaved gradient order (Kim et al., MICRO 2023): Figures 5, 6 and 12 to 16, the choice of partitions, and what the
/// averages depend on.
Reproduction reproduceGradientOrder(int threads);

} // namespace tilescape::cli
