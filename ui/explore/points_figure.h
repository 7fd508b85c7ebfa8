#pragma once

#include "ui/explore/chart_content.h"
#include "ui/widgets/figure.h"

namespace tilescape::ui::explore {

/// The chart in an area of the screen or of a page.
void paintChart(QPainter& painter, const ChartContent& content, const QRectF& area, const QPalette& palette, const QFont& font);

/// The chart as a figure, whose page places the legend.
widgets::Figure pointsFigure(const QString& name, const QString& title, ChartContent content);

} // namespace tilescape::ui::explore
