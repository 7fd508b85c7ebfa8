#pragma once

#include "ui/plot/legend.h"

namespace tilescape::ui::gradient {

/// What fills and frames of the panes of the gradient order mean.
std::vector<plot::LegendEntry> gradientLegend(const QPalette& palette);

/// What the parts of the bar of traffic mean.
std::vector<plot::LegendEntry> trafficLegend();

} // namespace tilescape::ui::gradient
