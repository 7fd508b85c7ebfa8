#pragma once

#include "ui/plot/legend.h"
#include "ui/tensor/tensor_content.h"
#include "ui/widgets/figure.h"

#include <QPalette>

namespace tilescape::ui::tensor {

/// What shades, hatching and frames mean.
std::vector<plot::LegendEntry> tensorLegend(const TensorContent& content, const QPalette& palette);

/// The layer at a moment.
widgets::Figure tensorFigure(const TensorContent& content, Count cycle);

} // namespace tilescape::ui::tensor
