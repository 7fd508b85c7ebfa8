#include "ui/network/network_legend.h"

#include "ui/style/travel_colours.h"

#include <QCoreApplication>
#include <QFontMetricsF>

namespace tilescape::ui::network {

namespace {

constexpr double swatch = 10;
constexpr double line = 18;
constexpr double gap = 6;

double signWidth(const LegendEntry& entry) { return entry.sign == LegendEntry::Sign::Line ? line : swatch; }

void paintSign(QPainter& painter, const LegendEntry& entry, const QRectF& area)
{
    if (entry.sign == LegendEntry::Sign::Line) {
        const QPointF tip(area.right(), area.center().y());
        painter.setPen(QPen(entry.colour, 2));
        painter.drawLine(QPointF(area.left(), tip.y()), tip - QPointF(5, 0));
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.colour);
        painter.drawPolygon(QPolygonF{tip, tip + QPointF(-7, 3.5), tip + QPointF(-7, -3.5)});
        return;
    }
    const QRectF box(area.left(), area.center().y() - swatch / 2, swatch, swatch);
    const bool frame = entry.sign == LegendEntry::Sign::Frame;
    painter.setPen(QPen(frame ? entry.colour : entry.colour.darker(125), 1));
    painter.setBrush(frame ? QBrush(Qt::NoBrush) : QBrush(entry.colour));
    painter.drawRect(box);
}

} // namespace

std::vector<LegendEntry> travelLegend(const QPalette& palette)
{
    std::vector<LegendEntry> legend;
    for (const style::Travel travel : style::allTravels) {
        legend.push_back({style::travelLabel(travel), style::travelColour(travel, palette), LegendEntry::Sign::Line});
    }
    legend.push_back({QCoreApplication::translate("NetworkView", "segment: runs together"), style::mutedText(palette), LegendEntry::Sign::Frame});
    return legend;
}

double paintLegend(QPainter* painter, const std::vector<LegendEntry>& legend, const QRectF& area, const QPalette& palette,
                   const QFont& font)
{
    const QFontMetricsF metrics(font);
    const double row = metrics.height() + 3;
    QPointF at = area.topLeft();
    for (const LegendEntry& entry : legend) {
        const double needed = signWidth(entry) + gap + metrics.horizontalAdvance(entry.label);
        if (at.x() > area.left() && at.x() + needed > area.right()) {
            at = {area.left(), at.y() + row};
        }
        if (painter) {
            paintSign(*painter, entry, QRectF(at.x(), at.y(), signWidth(entry), row));
            painter->setFont(font);
            painter->setPen(palette.color(QPalette::WindowText));
            painter->drawText(QPointF(at.x() + signWidth(entry) + gap, at.y() + metrics.ascent() + 1), entry.label);
        }
        at.rx() += needed + 2 * gap;
    }
    return at.y() + row - area.top();
}

} // namespace tilescape::ui::network
