#pragma once

#include "ui/plot/legend.h"

namespace tilescape::ui::gradient {

/// What fills and frames of the panes of the gradient order mean, and the parts of their bars of traffic.
std::vector<plot::LegendEntry> gradientLegend(const QPalette& palette);

} // namespace tilescape::ui::gradient
