#include "ui/plot/bar.h"

#include "ui/plot/hatch.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::plot {

namespace {

constexpr double labelRoom = 6;   ///< pixels that a label leaves free in its part
constexpr double hatchSpacing = 3; ///< pixels: narrow parts show lines, too

} // namespace

std::vector<QRectF> layOutBar(const std::vector<BarPart>& parts, double whole, const QRectF& track)
{
    std::vector<QRectF> places;
    double left = track.left();
    for (const BarPart& part : parts) {
        const double width = whole > 0 ? std::min(part.value / whole * track.width(), track.right() - left) : 0;
        places.emplace_back(left, track.top(), width, track.height());
        left += width;
    }
    return places;
}

void paintBar(QPainter& painter, const std::vector<BarPart>& parts, const std::vector<QRectF>& places, const QFont& font)
{
    const QFontMetricsF metrics(font);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].hatched) {
            hatch(painter, places[i], parts[i].colour, Slant::Rising, hatchSpacing);
        } else {
            fillTextured(painter, places[i], parts[i].colour, parts[i].texture);
        }
        if (!parts[i].label.isEmpty() && metrics.horizontalAdvance(parts[i].label) + labelRoom < places[i].width()) {
            painter.setFont(font);
            painter.setPen(style::readableOn(parts[i].colour));
            painter.drawText(places[i], Qt::AlignCenter, parts[i].label);
        }
    }
}

} // namespace tilescape::ui::plot
