#include "ui/plot/hatch.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::plot {

void hatch(QPainter& painter, const QRectF& rect, const QColor& colour, Slant slant, double spacing)
{
    if (rect.width() <= 0 || rect.height() <= 0) {
        return;
    }
    // Lines of neighbouring rectangles meet: they are counted from the origin of the page. Along a rising line x + y
    // stays the same, along a falling one x - y.
    QPainterPath path;
    const double low = slant == Slant::Rising ? rect.left() + rect.top() : rect.left() - rect.bottom();
    const double high = slant == Slant::Rising ? rect.right() + rect.bottom() : rect.right() - rect.top();
    for (double line = std::ceil(low / spacing) * spacing; line < high; line += spacing) {
        if (slant == Slant::Rising) {
            const double from = std::max(rect.left(), line - rect.bottom());
            const double to = std::min(rect.right(), line - rect.top());
            path.moveTo(from, line - from);
            path.lineTo(to, line - to);
        } else {
            const double from = std::max(rect.left(), line + rect.top());
            const double to = std::min(rect.right(), line + rect.bottom());
            path.moveTo(from, from - line);
            path.lineTo(to, to - line);
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 0.8, Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
}

} // namespace tilescape::ui::plot
