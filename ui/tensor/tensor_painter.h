#pragma once

#include "ui/plot/legend.h"
#include "ui/tensor/tensor_layout.h"
#include "ui/widgets/figure.h"

#include <QPainter>
#include <QPalette>

namespace tilescape::ui::tensor {

struct TensorLook {
    QPalette palette;
    QFont font;
};

/// Of a part that was brought in so often.
QColor shadeOf(Tensor tensor, Count times, const QPalette& palette);

/// The loops with their running iterations; volumes in shades of how often each part was brought in, hatched from the second
/// time on, with what the buffer holds outlined and what the registers hold filled; how the block came, and what was counted.
void paintTensors(QPainter& painter, const TensorContent& content, Count cycle, const TensorLayout& layout, const TensorLook& look);

std::vector<plot::LegendEntry> tensorLegend(const TensorContent& content, const QPalette& palette);

/// The layer at a moment.
widgets::Figure tensorFigure(const TensorContent& content, Count cycle);

} // namespace tilescape::ui::tensor
