#include "ui/chip/chip_painter.h"

#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::chip {

namespace {

constexpr double smallestScale = 0.12;
constexpr double bend = 0.18; ///< of an arrow's length

void paintHead(QPainter& painter, QPointF tip, QPointF from, double size, const QColor& colour)
{
    const QPointF way = tip - from;
    const double length = std::max(std::hypot(way.x(), way.y()), 1e-9);
    const QPointF along = way / length;
    const QPointF across(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{tip + along * size * 0.4, tip - along * size + across * size * 0.6, tip - along * size - across * size * 0.6});
}

/// How far an arrow stays from the middles of what it joins, so that neither hides the other.
struct Clearance {
    double from = 0;
    double to = 0;
};

void paintCurve(QPainter& painter, QPointF from, QPointF to, double width, Clearance clear, const QColor& colour, bool dashed)
{
    const QPointF whole = to - from;
    const double length = std::max(std::hypot(whole.x(), whole.y()), 1e-9);
    from += whole * (std::min(clear.from, length / 3) / length);
    to -= whole * (std::min(clear.to, length / 3) / length);
    const QPointF way = to - from;
    const QPointF control = (from + to) / 2 + QPointF(-way.y(), way.x()) * bend;
    QPainterPath path(from);
    path.quadTo(control, to);
    // A rim tells the arrow from tiles of its own colour.
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(255, 255, 255, 200), width * 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawPath(path);
    painter.setPen(QPen(colour, width, dashed ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap));
    painter.drawPath(path);
    paintHead(painter, to, control, width * 4, colour);
}

QPointF nearestMemory(const ChipContent& content, QPointF to)
{
    const std::vector<QRectF> rects = memoryRects(content);
    const auto distance = [&](const QRectF& rect) {
        const QPointF way = rect.center() - to;
        return std::hypot(way.x(), way.y());
    };
    return std::min_element(rects.begin(), rects.end(), [&](const QRectF& a, const QRectF& b) { return distance(a) < distance(b); })->center();
}

} // namespace

void paintArrows(QPainter& painter, const ChipContent& content, const ChipLook& look)
{
    if (content.regions.empty()) {
        return;
    }
    const double width = std::clamp(2.4 / std::max(look.scale, smallestScale), 2.0, 14.0);
    const double badge = 1.3 * badgeText(content, look.scale) + 1.6 * width; // half of one, and the tip
    const auto centre = [&](std::size_t region) { return tileRect(content.regions[region].centre).center(); };
    const bool corners = content.memory == tilescape::hardware::MemoryPlacement::Corners;
    for (const RegionArrow& arrow : content.arrows) {
        if (arrow.from && arrow.to && *arrow.from == *arrow.to) {
            const double radius = 7 * width;
            const QRectF circle(centre(*arrow.from) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(QColor(255, 255, 255, 200), width * 2, Qt::SolidLine, Qt::RoundCap));
            painter.drawArc(circle, 40 * 16, 280 * 16);
            painter.setPen(QPen(style::localColour(look.palette), width, Qt::DotLine, Qt::RoundCap));
            painter.drawArc(circle, 40 * 16, 280 * 16);
            const QPointF tip = circle.center() + QPointF(std::cos(0.7), std::sin(0.7)) * radius;
            paintHead(painter, tip, tip + QPointF(-1, 1.2), width * 4, style::localColour(look.palette));
        } else if (arrow.from && arrow.to) {
            paintCurve(painter, centre(*arrow.from), centre(*arrow.to), width, {0, badge}, style::neighbourColour(), false);
        } else if (corners) {
            const std::size_t region = arrow.from ? *arrow.from : *arrow.to;
            const QPointF memory = nearestMemory(content, centre(region));
            const double channel = memoryRects(content).front().width() / 2;
            const Clearance clear = arrow.from ? Clearance{0, channel + 1.6 * width} : Clearance{channel, badge};
            paintCurve(painter, arrow.from ? centre(region) : memory, arrow.from ? memory : centre(region), width, clear, style::offChipColour(), true);
        }
    }
}

} // namespace tilescape::ui::chip
