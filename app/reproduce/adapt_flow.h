#pragma once

#include "app/reproduce/reproduction.h"

namespace tilescape::reproduce {

/// Adapt-Flow (GLSVLSI'22): Figures 5 and 6, the volumes behind them, and the table of areas.
Reproduction adaptFlow(int threads);

} // namespace tilescape::reproduce
