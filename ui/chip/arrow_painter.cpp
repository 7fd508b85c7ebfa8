#include "ui/chip/chip_painter.h"

#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::chip {

namespace {

constexpr double smallestArrowScale = 0.12;

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
    const double width = std::clamp(2.4 / std::max(look.scale, smallestArrowScale), 2.0, 14.0);
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
            plot::paintArrowHead(painter, tip, tip + QPointF(-1, 1.2), width * 4, style::localColour(look.palette));
        } else if (arrow.from && arrow.to) {
            plot::paintCurve(painter, centre(*arrow.from), centre(*arrow.to), width, {0, badge}, style::neighbourColour());
        } else if (corners) {
            const std::size_t region = arrow.from ? *arrow.from : *arrow.to;
            const QPointF memory = nearestMemory(content, centre(region));
            const double channel = memoryRects(content).front().width() / 2;
            const plot::Clearance clear = arrow.from ? plot::Clearance{0, channel + 1.6 * width} : plot::Clearance{channel, badge};
            plot::paintCurve(painter, arrow.from ? centre(region) : memory, arrow.from ? memory : centre(region), width, clear, style::offChipColour(), Qt::DashLine);
        }
    }
}

} // namespace tilescape::ui::chip
