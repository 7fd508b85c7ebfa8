#include "ui/timeline/timeline_painter.h"

#include "ui/plot/hatch.h"
#include "ui/plot/ruler.h"
#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"
#include "ui/timeline/timeline_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <span>

namespace tilescape::ui::timeline {

namespace {

/// Ticks of one quantity, of which a cycle is `perCycle` of the first of `units`; `length`: of the marks.
void paintTicks(QPainter& painter, const TimelineGeometry& geometry, double perCycle, std::span<const char* const> units, double top,
                double length, const QColor& colour)
{
    const QRectF& area = geometry.plot();
    const QFontMetricsF metrics(painter.font());
    const plot::Ruler ruler =
        plot::layOutRuler(geometry.from() * perCycle, geometry.to() * perCycle, area.left(), area.right(), units, metrics);
    painter.setPen(colour);
    for (const plot::Ruler::Tick& tick : ruler.ticks) {
        if (length > 0) {
            painter.drawLine(QPointF(tick.x, area.bottom()), QPointF(tick.x, area.bottom() + length));
        }
        painter.drawText(QPointF(tick.left, top + metrics.ascent()), tick.text);
    }
}

/// As many entries, from the first, as one row holds.
std::vector<plot::LegendEntry> oneRow(std::vector<plot::LegendEntry> entries, double width, const QFont& font)
{
    while (!entries.empty() && plot::legendInRows(entries, width, font).size.height() > plot::legendInRows(entries, 1e6, font).size.height()) {
        entries.pop_back();
    }
    return entries;
}

} // namespace

void paintTimelineAxis(QPainter& painter, const TimelineContent& content, const TimelineGeometry& geometry,
                       const TimelineLook& look)
{
    static constexpr std::array<const char*, 5> counts{"", "k", "M", "G", "T"};
    static constexpr std::array<const char*, 4> times{"ns", "µs", "ms", "s"};
    const QRectF& plot = geometry.plot();
    const double line = geometry.lineHeight();
    const double nanoseconds = 1e3 / content.clockMhz;
    const QColor muted = style::mutedText(look.palette);
    painter.setFont(look.font);
    painter.setPen(style::outline(look.palette));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    paintTicks(painter, geometry, 1, counts, plot.bottom() + 3, 3, look.palette.color(QPalette::Text));
    if (geometry.hasTimes()) {
        paintTicks(painter, geometry, nanoseconds, times, plot.bottom() + 2 + line, 0, muted);
    }
    painter.setPen(look.palette.color(QPalette::Text));
    const QFontMetricsF metrics(look.font);
    const auto name = [&](const QString& words, double top) {
        painter.drawText(QPointF(plot.left() - leftOfAxis - metrics.horizontalAdvance(words), top + metrics.ascent()), words);
    };
    name(TimelineText::tr("cycles"), plot.bottom() + 3);
    painter.setPen(muted);
    if (geometry.hasTimes()) {
        name(TimelineText::tr("time"), plot.bottom() + 2 + line);
    }
    if (!geometry.hasLegend()) {
        return;
    }
    const std::vector<plot::LegendEntry> legend = oneRow(timelineLegend(content, look.palette), plot.width(), look.font);
    const plot::LegendLayout layout = plot::legendInRows(legend, plot.width(), look.font);
    plot::paintLegend(painter, legend, layout, QPointF(plot.left(), plot.bottom() + 2.3 * line), muted, look.font);
}

std::vector<plot::LegendEntry> timelineLegend(const TimelineContent& content, const QPalette& palette)
{
    constexpr double width = 17;
    constexpr double almostAlways = 0.9; // of its time: nobody would see that such a bar is fainter
    constexpr double seldom = 0.2;       // of its time, as the sign shows it
    const QColor hatchColour = style::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.55);
    const QColor warning = style::warningColour(palette);
    const auto box = [](const QColor& colour) { return plot::swatch({}, colour).paintSign; };
    const auto lines = [](const QColor& colour, plot::Slant slant) {
        return [colour, slant](QPainter& painter, const QRectF& sign) { plot::hatch(painter, sign, colour, slant); };
    };
    const auto arrow = [](const QColor& colour) { return plot::arrow({}, colour).paintSign; };
    const auto groups = [palette](QPainter& painter, const QRectF& sign) {
        painter.fillRect(sign, style::blend(style::categorical(0), palette.color(QPalette::Base), 0.72));
        painter.fillRect(QRectF(sign.left() + 1, sign.top() + 2, 7, sign.height() - 3), style::categorical(0));
        painter.fillRect(QRectF(sign.left() + 9, sign.top() + 2, 7, sign.height() - 3), style::categorical(0));
    };
    bool several = false;
    bool partly = false;
    bool waits = false;
    bool bound = false;
    bool between = false;
    bool within = false;
    std::size_t segments = 0; // in a lane
    for (const Lane& lane : content.lanes) {
        segments = std::max(segments, lane.segments.size());
        for (const SegmentTrack& segment : lane.segments) {
            several = several || segment.layers.size() > 1;
            for (std::size_t place = 0; place < segment.layers.size(); ++place) {
                partly = partly || segment.busyShare(place) < almostAlways;
            }
            waits = waits || segment.timing.dramCycles > segment.timing.nodeCycles;
            bound = bound || std::any_of(segment.layers.begin(), segment.layers.end(),
                                         [](const LayerTrack& layer) { return layer.bound == cost::BoundBy::Dram; });
            for (const pipeline::Handover& hand : segment.handovers) {
                (hand.sameRegion ? within : between) = true;
            }
        }
    }
    std::vector<plot::LegendEntry> entries;
    const auto add = [&](bool occurs, const QString& text, std::function<void(QPainter&, const QRectF&)> sign) {
        if (occurs) {
            entries.push_back({text, std::move(sign), width});
        }
    };
    add(several, TimelineText::tr("fill, drain"), lines(hatchColour, plot::Slant::Rising));
    add(partly, TimelineText::tr("faint: part of the time"), box(partlyBusy(style::categorical(0), seldom, palette)));
    add(between, style::travelLabel(style::Travel::BetweenRegions), arrow(style::neighbourColour()));
    add(within, style::travelLabel(style::Travel::WithinRegion), arrow(style::localColour(palette)));
    add(true, TimelineText::tr("DRAM busy"), box(style::memoryColour(palette)));
    add(bound, TimelineText::tr("limited by DRAM"), [warning](QPainter& painter, const QRectF& sign) {
        painter.fillRect(QRectF(sign.left(), sign.bottom() - 2, sign.width(), 2), warning);
    });
    add(waits, TimelineText::tr("waits for DRAM"), lines(warning, plot::Slant::Falling));
    add(true, TimelineText::tr("b batch, o output, i input groups"), groups);
    const auto addText = [&](bool occurs, const QString& text) {
        if (occurs) {
            entries.push_back({text, [](QPainter&, const QRectF&) {}, 0});
        }
    };
    addText(several, TimelineText::tr("R0: region 0"));
    addText(segments > 1, TimelineText::tr("1: segment 1"));
    return entries;
}

} // namespace tilescape::ui::timeline
