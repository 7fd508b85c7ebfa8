#pragma once

#include "ui/plot/chart.h"
#include "ui/widgets/figure.h"

namespace tilescape::ui::plot {

/// The chart alone, as high as it needs to be.
widgets::Figure chartFigure(const QString& name, const QString& title, Chart chart);

} // namespace tilescape::ui::plot
