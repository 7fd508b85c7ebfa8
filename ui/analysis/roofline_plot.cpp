#include "ui/analysis/roofline_plot.h"

#include "ui/analysis/analysis_text.h"
#include "ui/plot/legend.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace tilescape::ui::analysis {

namespace {

constexpr double gap = 5;         ///< pixels between texts and lines
constexpr double layerRadius = 3.5;
constexpr double segmentRadius = 5;
constexpr double reach = 9;       ///< pixels from which a point is hit
constexpr double tickRoom = 1.9;  ///< heights of a line from one tick to the next
constexpr double widestTick = 44; ///< pixels from one tick of the lying axis to the next
constexpr double headroom = 3;    ///< factor above the peak: room for its label
constexpr double endRoom = 3;     ///< factor beyond the last point

QString tickText(double value) { return style::number(value); }

std::vector<plot::LegendEntry> legendOf(const tilescape::explore::Roofline& roofline)
{
    std::vector<plot::LegendEntry> entries{plot::dot(AnalysisText::tr("layer"), style::categorical(0))};
    const bool segments = std::any_of(roofline.points.begin(), roofline.points.end(), [](const auto& point) { return point.segment.has_value(); });
    if (segments) {
        entries.push_back(plot::swatch(AnalysisText::tr("segment"), style::categorical(1)));
    }
    return entries;
}

/// Whether a point has no DRAM traffic: it stands at the end of the axis.
bool isWithoutDram(const tilescape::explore::RooflinePoint& point) { return !std::isfinite(point.operationsPerByte); }

/// At the end of the axis, on the right of its last number.
const QString endlessText = QStringLiteral("∞");

/// The largest intensity that both the points and the roof's edge need.
double lastIntensity(const tilescape::explore::Roofline& roofline)
{
    double last = roofline.dramGigabytesPerSecond ? roofline.peakGops / *roofline.dramGigabytesPerSecond : 1;
    for (const tilescape::explore::RooflinePoint& point : roofline.points) {
        last = isWithoutDram(point) ? last : std::max(last, point.operationsPerByte);
    }
    return last * endRoom;
}

double smallest(const tilescape::explore::Roofline& roofline, double tilescape::explore::RooflinePoint::*value, double least)
{
    for (const tilescape::explore::RooflinePoint& point : roofline.points) {
        least = point.*value > 0 ? std::min(least, point.*value) : least;
    }
    return least;
}

QString speedTitle() { return AnalysisText::tr("GOPS"); }

/// The first of these that is no wider than `width`, or else the last.
QString fitting(const QStringList& texts, double width, const QFontMetricsF& metrics)
{
    const auto fits = std::find_if(texts.begin(), texts.end(),
                                   [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; });
    return fits == texts.end() ? texts.last() : *fits;
}

QString peakText(const tilescape::explore::Roofline& roofline, double width, const QFontMetricsF& metrics)
{
    const QString peak = style::number(roofline.peakGops);
    QStringList texts{AnalysisText::tr("peak %1 GOPS").arg(peak), AnalysisText::tr("peak %1").arg(peak), peak};
    if (roofline.dramGigabytesPerSecond) {
        texts.prepend(
            AnalysisText::tr("%1, DRAM %2 GB/s").arg(texts.first(), style::number(*roofline.dramGigabytesPerSecond)));
    }
    return fitting(texts, width, metrics);
}

/// At the end of the flat roof: above it, or beneath where the plot is too low for that.
QRectF peakLabel(const tilescape::explore::Roofline& roofline, const QFontMetricsF& metrics, const RooflineLayout& layout)
{
    const double width = metrics.horizontalAdvance(peakText(roofline, layout.plot.width(), metrics));
    const double roof = layout.y(roofline.peakGops);
    const double above = roof - gap / 2 - metrics.height();
    return {layout.plot.right() - width, above < layout.plot.top() - metrics.descent() ? roof + gap / 2 : above, width,
            metrics.height()};
}

/// Beside the title of the upright axis, at the top.
plot::LegendLayout legendBeside(const std::vector<plot::LegendEntry>& entries, const QRectF& area, const QFont& font)
{
    return plot::legendInRows(entries, area.width() - QFontMetricsF(font).horizontalAdvance(speedTitle()) - 2 * gap,
                              font);
}

/// The roof's lines, slanted where DRAM limits, flat where the PEs do.
std::vector<QLineF> roofOf(const tilescape::explore::Roofline& roofline, const RooflineLayout& layout)
{
    const double peak = roofline.peakGops;
    double edge = layout.intensity.least;
    std::vector<QLineF> lines;
    if (roofline.dramGigabytesPerSecond) {
        const double rate = *roofline.dramGigabytesPerSecond;
        edge = std::max(edge, peak / rate);
        const double from = std::max(layout.intensity.least, layout.speed.least / rate);
        lines.emplace_back(layout.x(from), layout.y(from * rate), layout.x(edge), layout.y(peak));
    }
    lines.emplace_back(layout.x(edge), layout.y(peak), layout.plot.right(), layout.y(peak));
    return lines;
}

bool crosses(const QRectF& label, const QLineF& line)
{
    const std::array<QLineF, 4> sides{QLineF(label.topLeft(), label.topRight()), QLineF(label.topRight(), label.bottomRight()),
                                      QLineF(label.bottomRight(), label.bottomLeft()), QLineF(label.bottomLeft(), label.topLeft())};
    return label.contains(line.p1()) || std::any_of(sides.begin(), sides.end(), [&](const QLineF& side) {
               return side.intersects(line, nullptr) == QLineF::BoundedIntersection;
           });
}

double radiusOf(const tilescape::explore::RooflinePoint& point) { return point.segment ? segmentRadius : layerRadius; }

/// Where a label of this size may stand around a point, of which all is within `aside`: beside it, above and beneath it, then further round.
std::vector<QPointF> placesAround(QSizeF size, double aside)
{
    std::vector<QPointF> places;
    for (const double along : {0.5, 0.25, 0.75, 0.0, 1.0}) {
        const QPointF back(-size.width() * along, -size.height() * along);
        places.insert(places.end(), {{aside, back.y()},
                                     {-aside - size.width(), back.y()},
                                     {back.x(), -aside - size.height()},
                                     {back.x(), aside}});
    }
    return places;
}

void placeLabels(const tilescape::explore::Roofline& roofline, const QFontMetricsF& metrics, RooflineLayout& layout)
{
    layout.labels.assign(layout.points.size(), {});
    std::vector<std::size_t> order(layout.points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return roofline.points[a].seconds > roofline.points[b].seconds;
    });
    std::vector<QRectF> taken{peakLabel(roofline, metrics, layout)};
    for (std::size_t index = 0; index < layout.points.size(); ++index) {
        const double radius = radiusOf(roofline.points[index]);
        taken.emplace_back(layout.points[index] - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    }
    const std::vector<QLineF> roof = roofOf(roofline, layout);
    for (const std::size_t index : order) {
        const QPointF& at = layout.points[index];
        const QSizeF size(metrics.horizontalAdvance(QString::fromStdString(roofline.points[index].name)), metrics.height());
        for (const QPointF& place : placesAround(size, radiusOf(roofline.points[index]) + 2)) {
            const QRectF label(at + place, size);
            const bool free = layout.plot.contains(label)
                              && std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(label); })
                              && std::none_of(roof.begin(), roof.end(), [&](const QLineF& line) { return crosses(label, line); });
            if (free) {
                layout.labels[index] = label;
                taken.push_back(label.adjusted(-gap, 0, gap, 0)); // two names beside each other stay two
                break;
            }
        }
    }
}

class Painter {
public:
    Painter(QPainter& painter, const tilescape::explore::Roofline& roofline, const RooflineLayout& layout, const QPalette& palette,
            const QFont& font)
        : m_painter(painter), m_roofline(roofline), m_layout(layout), m_palette(palette), m_metrics(font)
    {
        m_painter.setFont(font);
    }

    void paintAxes()
    {
        const QRectF& plot = m_layout.plot;
        const double middle = (m_metrics.ascent() - m_metrics.descent()) / 2;
        for (std::size_t i = 0; i < m_layout.speed.values.size(); ++i) {
            const double y = m_layout.y(m_layout.speed.values[i]);
            const QString& text = m_layout.speed.texts[i];
            line({plot.left(), y}, {plot.right(), y});
            word({plot.left() - gap - m_metrics.horizontalAdvance(text), y + middle}, text);
        }
        const double numbers = plot.bottom() + gap + m_metrics.ascent();
        double end = std::numeric_limits<double>::infinity(); // of numbers
        if (std::any_of(m_roofline.points.begin(), m_roofline.points.end(), isWithoutDram)) {
            end = plot.right() - m_metrics.horizontalAdvance(endlessText) / 2;
            word({end, numbers}, endlessText);
            end -= gap;
        }
        for (std::size_t i = 0; i < m_layout.intensity.values.size(); ++i) {
            const double x = m_layout.x(m_layout.intensity.values[i]);
            const QString& text = m_layout.intensity.texts[i];
            const double half = m_metrics.horizontalAdvance(text) / 2;
            line({x, plot.top()}, {x, plot.bottom()});
            if (x + half < end) {
                word({x - half, numbers}, text);
            }
        }
        word({m_layout.area.left(), m_layout.area.top() + m_metrics.ascent()}, speedTitle());
        const QString title =
            fitting({AnalysisText::tr("Operations per byte of DRAM traffic"), AnalysisText::tr("Operations per byte")},
                    plot.right() - m_layout.area.left(), m_metrics);
        word({plot.right() - m_metrics.horizontalAdvance(title), plot.bottom() + gap + m_metrics.height() + m_metrics.ascent()}, title);
    }

    void paintRoofs()
    {
        m_painter.setPen(QPen(m_palette.color(QPalette::Text), 1.5));
        for (const QLineF& line : roofOf(m_roofline, m_layout)) {
            m_painter.drawLine(line);
        }
        word(peakLabel(m_roofline, m_metrics, m_layout).topLeft() + QPointF(0, m_metrics.ascent()),
             peakText(m_roofline, m_layout.plot.width(), m_metrics));
    }

    void paintPoints(std::optional<std::size_t> selected)
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        for (std::size_t i = 0; i < m_layout.points.size(); ++i) {
            const tilescape::explore::RooflinePoint& point = m_roofline.points[i];
            const QColor colour = style::categorical(point.segment ? 1 : 0);
            const double radius = radiusOf(point);
            const bool chosen = selected && std::find(point.layers.begin(), point.layers.end(), *selected) != point.layers.end();
            m_painter.setPen(chosen ? QPen(style::selection(m_palette), 2) : QPen(m_palette.color(QPalette::Base), 1));
            m_painter.setBrush(colour);
            const QRectF place(m_layout.points[i] - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
            if (isWithoutDram(point)) { // an arrow to the right: further than the axis goes
                m_painter.drawPolygon(
                    QPolygonF({place.topLeft(), {place.right(), place.center().y()}, place.bottomLeft()}));
            } else if (point.segment) {
                m_painter.drawRect(place);
            } else {
                m_painter.drawEllipse(place);
            }
            if (chosen) {
                m_painter.setBrush(Qt::NoBrush);
                m_painter.drawEllipse(m_layout.points[i], radius + 3, radius + 3);
            }
            if (!m_layout.labels[i].isEmpty()) {
                word(m_layout.labels[i].topLeft() + QPointF(0, m_metrics.ascent()), QString::fromStdString(point.name));
            }
        }
    }

private:
    void line(QPointF from, QPointF to)
    {
        m_painter.setPen(QPen(style::outline(m_palette), 0.8));
        m_painter.drawLine(from, to);
    }
    void word(QPointF at, const QString& text)
    {
        m_painter.setPen(m_palette.color(QPalette::Text));
        m_painter.drawText(at, text);
    }

    QPainter& m_painter;
    const tilescape::explore::Roofline& m_roofline;
    const RooflineLayout& m_layout;
    const QPalette& m_palette;
    QFontMetricsF m_metrics;
};

} // namespace

double RooflineLayout::x(double operationsPerByte) const { return plot.left() + plot.width() * intensity.share(operationsPerByte); }

double RooflineLayout::y(double gops) const { return plot.bottom() - plot.height() * speed.share(gops); }

std::optional<std::size_t> RooflineLayout::pointAt(QPointF position) const
{
    std::optional<std::size_t> nearest;
    double distance = reach;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const QPointF away = points[i] - position;
        if (const double own = std::hypot(away.x(), away.y()); own <= distance) {
            distance = own;
            nearest = i;
        }
    }
    return nearest;
}

RooflineLayout layOutRoofline(const tilescape::explore::Roofline& roofline, const QRectF& area, const QFont& font)
{
    const QFontMetricsF metrics(font);
    RooflineLayout layout;
    layout.area = area;
    const double beneath = 2 * metrics.height() + gap;
    const plot::LegendLayout legend = legendBeside(legendOf(roofline), area, font);
    const double above = std::max(metrics.height(), legend.size.height()) + 0.3 * metrics.height();
    const double height = std::max(1.0, area.height() - beneath - above);
    const double peak = roofline.peakGops;
    layout.speed = plot::logarithmicTicks(smallest(roofline, &tilescape::explore::RooflinePoint::gops, peak / 10), peak * headroom, height,
                                          tickRoom * metrics.height(), tickText);
    double left = 0;
    for (const QString& text : layout.speed.texts) {
        left = std::max(left, metrics.horizontalAdvance(text) + gap);
    }
    layout.plot = QRectF(area.left() + left, area.top() + above, std::max(1.0, area.width() - left - 2 * gap), height);
    const double last = lastIntensity(roofline);
    layout.intensity = plot::logarithmicTicks(smallest(roofline, &tilescape::explore::RooflinePoint::operationsPerByte, last / 10), last,
                                              layout.plot.width(), widestTick, tickText);
    for (const tilescape::explore::RooflinePoint& point : roofline.points) {
        layout.points.emplace_back(isWithoutDram(point) ? layout.plot.right() : layout.x(point.operationsPerByte),
                                   layout.y(point.gops));
    }
    placeLabels(roofline, metrics, layout);
    return layout;
}

void paintRoofline(QPainter& painter, const tilescape::explore::Roofline& roofline, const RooflineLayout& layout,
                   std::optional<std::size_t> selected, const QPalette& palette, const QFont& font)
{
    Painter own(painter, roofline, layout, palette, font);
    own.paintAxes();
    own.paintRoofs();
    own.paintPoints(selected);
    const std::vector<plot::LegendEntry> entries = legendOf(roofline);
    const plot::LegendLayout legend = legendBeside(entries, layout.area, font);
    plot::paintLegend(painter, entries, legend, QPointF(layout.area.right() - legend.size.width(), layout.area.top()),
                      palette.color(QPalette::Text), font);
}

} // namespace tilescape::ui::analysis
