#include "ui/timeline/timeline_painter.h"

#include "ui/plot/hatch.h"
#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::ui::timeline {

namespace {

constexpr double tickGap = 18;    ///< pixels between two labels
constexpr double leftOfAxis = 20; ///< between what an axis is called and its first label

QString tr(const char* text) { return QCoreApplication::translate("Timeline", text); }

/// 1, 2 or 5 times a power of ten, not below `least`.
double niceStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) {
            return factor * power;
        }
    }
    return 10 * power;
}

struct Scale {
    double size = 1;
    QString unit;
};

template <std::size_t Size>
Scale scaleOf(double largest, double smallest, const std::array<const char*, Size>& units)
{
    std::size_t unit = 0;
    double size = smallest;
    while (largest / size >= 1000 && unit + 1 < Size) {
        size *= 1000;
        ++unit;
    }
    return {size, QString::fromUtf8(units[unit])};
}

/// As many decimals as tell two ticks apart.
QString tickText(double value, double step, const Scale& scale)
{
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / scale.size) - 1e-9)), 0, 9);
    return QLocale().toString(value / scale.size, 'f', decimals) + (scale.unit.isEmpty() ? QString() : QChar(0xa0) + scale.unit);
}

/// The smallest step whose labels have room side by side.
double stepFor(const TimelineGeometry& geometry, double perCycle, const Scale& scale, const QFontMetricsF& metrics)
{
    const double perPixel = (geometry.to() - geometry.from()) * perCycle / geometry.plot().width();
    double step = niceStep(30 * perPixel);
    while (metrics.horizontalAdvance(tickText(geometry.to() * perCycle, step, scale)) + tickGap > step / perPixel) {
        step = niceStep(1.01 * step);
    }
    return step;
}

/// Ticks of one quantity, of which a cycle is `perCycle`.
void paintTicks(QPainter& painter, const TimelineGeometry& geometry, double perCycle, const Scale& scale, double top,
                double length, const QColor& colour)
{
    const QFontMetricsF metrics(painter.font());
    const double step = stepFor(geometry, perCycle, scale, metrics);
    painter.setPen(colour);
    for (double value = std::ceil(geometry.from() * perCycle / step - 1e-9) * step; value <= geometry.to() * perCycle * (1 + 1e-12); value += step) {
        const double x = geometry.x(value / perCycle);
        const QString text = tickText(value, step, scale);
        const double width = metrics.horizontalAdvance(text);
        const double left = std::clamp(x - width / 2, geometry.plot().left() - 14, geometry.plot().right() + 8 - width);
        if (length > 0) {
            painter.drawLine(QPointF(x, geometry.plot().bottom()), QPointF(x, geometry.plot().bottom() + length));
        }
        painter.drawText(QPointF(left, top + metrics.ascent()), text);
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
    paintTicks(painter, geometry, 1, scaleOf(geometry.to(), 1, counts), plot.bottom() + 3, 3, look.palette.color(QPalette::Text));
    if (geometry.hasTimes()) {
        paintTicks(painter, geometry, nanoseconds, scaleOf(geometry.to() * nanoseconds, 1, times), plot.bottom() + 2 + line, 0, muted);
    }
    painter.setPen(look.palette.color(QPalette::Text));
    const QFontMetricsF metrics(look.font);
    const auto name = [&](const QString& words, double top) {
        painter.drawText(QPointF(plot.left() - leftOfAxis - metrics.horizontalAdvance(words), top + metrics.ascent()), words);
    };
    name(tr("cycles"), plot.bottom() + 3);
    painter.setPen(muted);
    if (geometry.hasTimes()) {
        name(tr("time"), plot.bottom() + 2 + line);
    }
    if (!geometry.hasLegend()) {
        return;
    }
    std::vector<plot::LegendEntry> legend = timelineLegend(content, look.palette);
    const double left = geometry.isPaper() ? 0 : plot.left();
    const double width = plot.right() - left;
    if (!geometry.isPaper()) {
        legend = oneRow(std::move(legend), width, look.font);
    }
    const plot::LegendLayout layout = plot::legendInRows(legend, width, look.font);
    plot::paintLegend(painter, legend, layout, QPointF(left, plot.bottom() + 2.3 * line), muted, look.font);
}

std::vector<plot::LegendEntry> timelineLegend(const TimelineContent& content, const QPalette& palette)
{
    constexpr double width = 17;
    const QColor hatchColour = style::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.55);
    const QColor warning = style::warningColour(palette);
    const auto box = [](const QColor& colour) {
        return [colour](QPainter& painter, const QRectF& sign) { painter.fillRect(sign, colour); };
    };
    const auto lines = [](const QColor& colour, plot::Slant slant) {
        return [colour, slant](QPainter& painter, const QRectF& sign) { plot::hatch(painter, sign, colour, slant); };
    };
    const auto arrow = [](const QColor& colour) {
        return [colour](QPainter& painter, const QRectF& sign) {
            painter.setPen(QPen(colour, 1.6));
            painter.drawLine(QPointF(sign.left(), sign.center().y()), QPointF(sign.right() - 4, sign.center().y()));
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawPolygon(QPolygonF{QPointF(sign.right(), sign.center().y()), QPointF(sign.right() - 6, sign.center().y() - 3),
                                          QPointF(sign.right() - 6, sign.center().y() + 3)});
        };
    };
    const auto groups = [palette](QPainter& painter, const QRectF& sign) {
        painter.fillRect(sign, style::blend(style::categorical(0), palette.color(QPalette::Base), 0.72));
        painter.fillRect(QRectF(sign.left() + 1, sign.top() + 2, 7, sign.height() - 3), style::categorical(0));
        painter.fillRect(QRectF(sign.left() + 9, sign.top() + 2, 7, sign.height() - 3), style::categorical(0));
    };
    bool several = false;
    bool waits = false;
    bool bound = false;
    bool between = false;
    bool within = false;
    for (const Lane& lane : content.lanes) {
        for (const SegmentTrack& segment : lane.segments) {
            several = several || segment.layers.size() > 1;
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
    add(several, tr("fill, drain"), lines(hatchColour, plot::Slant::Rising));
    add(between, style::travelLabel(style::Travel::BetweenRegions), arrow(style::neighbourColour()));
    add(within, style::travelLabel(style::Travel::WithinRegion), arrow(style::localColour(palette)));
    add(true, tr("DRAM busy"), box(style::memoryColour(palette)));
    add(bound, tr("limited by DRAM"), [warning](QPainter& painter, const QRectF& sign) {
        painter.fillRect(QRectF(sign.left(), sign.bottom() - 2, sign.width(), 2), warning);
    });
    add(waits, tr("waits for DRAM"), lines(warning, plot::Slant::Falling));
    add(true, tr("b batch, o output, i input groups"), groups);
    return entries;
}

} // namespace tilescape::ui::timeline
