#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>

namespace tilescape::ui::plot {

enum class Slant { Rising, Falling };

/// Parallel lines across `rect`. Lines, not a pattern brush: PDF and SVG show patterns as a plain fill or as bitmaps.
void hatch(QPainter& painter, const QRectF& rect, const QColor& colour, Slant slant = Slant::Rising, double spacing = 5);

} // namespace tilescape::ui::plot
