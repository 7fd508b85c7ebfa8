#pragma once

#include "app/cli/reproduction.h"

namespace tilescape::cli {

/// Adapt-Flow (GLSVLSI'22): Figures 5 and 6, the volumes behind them, and the table of areas.
Reproduction reproduceAdaptFlow(int threads);

} // namespace tilescape::cli
