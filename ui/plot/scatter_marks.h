#pragma once

#include <QPainter>
#include <QPolygonF>

namespace tilescape::ui::plot {

/// The mark of a point by the shape of its series, filled and with a rim as the painter has them.
void paintMark(QPainter& painter, int shape, QPointF at, double size);
QPolygonF diamond(QPointF middle, double size);

} // namespace tilescape::ui::plot
