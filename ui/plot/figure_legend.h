#pragma once

#include "ui/plot/legend.h"
#include "ui/widgets/figure.h"

namespace tilescape::ui::plot {

/// The legend of a figure in the ink of paper. `above`: where it usually stands, else it is below.
widgets::FigureLegend figureLegend(std::vector<LegendEntry> entries, bool above = false);
/// The same of entries that depend on the size of the picture.
widgets::FigureLegend figureLegend(std::function<std::vector<LegendEntry>(QSizeF picture, const QFont& font)> entries, bool above = false);

} // namespace tilescape::ui::plot
