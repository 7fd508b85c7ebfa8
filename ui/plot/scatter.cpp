#include "ui/plot/scatter.h"

#include "ui/plot/line_density.h"
#include "ui/plot/scatter_marks.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::ui::plot {

namespace {

constexpr double scatterGap = 6;      ///< pixels between texts and lines
constexpr double pointReach = 10;   ///< pixels within which a point is hit
constexpr double radius = 3.2; ///< of a point
constexpr std::size_t mostRims = 60; ///< of marked points; those of more are thinner
constexpr double axisMargin = 0.05;  ///< of an axis, at each end
constexpr double aloneMargin = 0.35; ///< of a single value, at each end
constexpr double besideWidth = 0.6; ///< of the room of a name, for series beside each other
constexpr double mostDots = 0.5; ///< joined points of a series a pixel, above which they have no dots
constexpr double smallRadius = 1.2; ///< of other points where lines are dense
constexpr double binPixels = 1.5; ///< device pixels of a bin of dense lines
constexpr double mostScale = 4; ///< bins a pixel

struct Span {
    double from = std::numeric_limits<double>::infinity();
    double to = -std::numeric_limits<double>::infinity();
};

Span spanOf(const Scatter& chart, double Scatter::Point::*of)
{
    Span span;
    for (const Scatter::Point& point : chart.points) {
        span.from = std::min(span.from, point.*of);
        span.to = std::max(span.to, point.*of);
    }
    return span.from <= span.to ? span : Span{0, 1};
}

/// The span with a margin, of which a single value has one as well.
Span widened(Span span, bool logarithmic)
{
    const bool isOne = isOneValue(span.from, span.to);
    if (logarithmic) {
        const double factor = isOne ? 1.5 : std::pow(span.to / span.from, axisMargin);
        return {span.from / factor, span.to * factor};
    }
    const double around = span.from == 0 ? 0.5 : aloneMargin * std::abs(span.from); // of a single value
    const double more = isOne ? around : axisMargin * (span.to - span.from);
    return {span.from - more, span.to + more};
}

QString tickTextOf(double value, double step, const TickText& text)
{
    return text ? text(value) : QLocale().toString(value, 'f', decimalsFor(step));
}

/// On a narrow range all texts may be the same, of three digits: then those after the first tell how much more they are than it.
void tellApart(Ticks& ticks, const TickText& text)
{
    if (std::adjacent_find(ticks.texts.begin(), ticks.texts.end()) == ticks.texts.end()) {
        return;
    }
    for (std::size_t i = 1; i < ticks.values.size(); ++i) {
        ticks.texts[i] = QLatin1Char('+') + text(ticks.values[i] - ticks.values.front());
    }
}

/// Ticks on an axis that need not begin at 0; `least` and `most` are its ends.
Ticks ticksOf(const Span& span, bool logarithmic, double length, double room, const TickText& text)
{
    Ticks ticks{span.from, span.to, logarithmic, {}, {}};
    const auto add = [&](double value, double step) {
        ticks.values.push_back(value);
        ticks.texts.push_back(tickTextOf(value, step, text));
    };
    if (!logarithmic) {
        const double step = stepAbove((span.to - span.from) * room / std::max(length, 1.0));
        for (const double value : multiplesOf(step, span.from, span.to)) {
            add(value, step);
        }
        if (text) {
            tellApart(ticks, text);
        }
        return ticks;
    }
    const double decades = std::log10(span.to / span.from);
    const double perDecade = length / decades;
    const auto every = std::max(1, static_cast<int>(std::ceil(room / perDecade)));
    const std::vector<double> factors = perDecade * std::log10(2) >= room ? std::vector{1.0, 2.0, 5.0}
                                        : perDecade / 2 >= room           ? std::vector{1.0, 3.0}
                                                                          : std::vector{1.0};
    for (int power = static_cast<int>(std::floor(std::log10(span.from))); power <= std::log10(span.to); power += every) {
        for (const double factor : factors) {
            const double value = factor * std::pow(10, power);
            if (value >= span.from && value <= span.to) {
                add(value, value);
            }
        }
    }
    return ticks;
}

double shareOf(const Ticks& ticks, double value)
{
    return ticks.logarithmic ? std::log(value / ticks.least) / std::log(ticks.most / ticks.least)
                             : (value - ticks.least) / (ticks.most - ticks.least);
}

double widestTick(const Ticks& ticks, const QFontMetricsF& metrics)
{
    double width = 0;
    for (const QString& text : ticks.texts) {
        width = std::max(width, metrics.horizontalAdvance(text));
    }
    return width;
}

/// Points that the longest line goes through.
double mostJoined(const Scatter& chart)
{
    std::vector<std::size_t> joined(chart.series.size());
    for (const Scatter::Point& point : chart.points) {
        joined[static_cast<std::size_t>(point.series)] += point.joined ? 1 : 0;
    }
    return joined.empty() ? 0 : static_cast<double>(*std::max_element(joined.begin(), joined.end()));
}

class ScatterPainter {
public:
    ScatterPainter(QPainter& painter, const Scatter& chart, const ScatterLayout& layout, const QPalette& palette, const QFont& font)
        : m_painter(painter), m_chart(chart), m_layout(layout), m_palette(palette), m_font(font), m_metrics(font)
    {
    }

    void paint()
    {
        m_painter.setFont(m_font);
        paintAxes();
        if (m_layout.showsLegend) {
            const std::vector<LegendEntry> entries = scatterLegend(m_chart, m_palette);
            const LegendLayout legend = legendInRows(entries, m_layout.plot.width(), m_font);
            paintLegend(m_painter, entries, legend, {m_layout.plot.left(), m_layout.area.top()}, text(), m_font);
        }
        join(m_chart.line, text(), 1.2);
        for (const bool marked : {false, true}) {
            for (std::size_t i = 0; i < m_chart.points.size(); ++i) {
                if (m_chart.points[i].marked == marked && i != m_chart.reference) {
                    paintPoint(m_chart.points[i]);
                }
            }
        }
        if (m_layout.dense) {
            paintDensity();
        } else if (m_chart.joinsSeries) {
            for (int series = 0; series < static_cast<int>(m_chart.series.size()); ++series) {
                join(indicesOf(series), colourOf(series), 1.8);
            }
        }
        if (m_chart.reference) {
            m_painter.setPen(QPen(text(), 1.6));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawPolygon(diamond(m_layout.at(m_chart.points[*m_chart.reference]), 2 * radius));
        }
        if (m_chart.chosen) {
            m_painter.setPen(QPen(style::selection(m_palette), 2.4));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawEllipse(m_layout.at(m_chart.points[*m_chart.chosen]), 2.2 * radius, 2.2 * radius);
        }
    }

private:
    [[nodiscard]] QColor text() const { return m_palette.color(QPalette::Text); }
    [[nodiscard]] QColor colourOf(int series) const { return m_chart.series[static_cast<std::size_t>(series)].colour; }

    void paintAxes()
    {
        const QRectF& plot = m_layout.plot;
        const double middle = (m_metrics.ascent() - m_metrics.descent()) / 2;
        for (std::size_t i = 0; i < m_layout.y.values.size(); ++i) {
            const double y = plot.bottom() - plot.height() * shareOf(m_layout.y, m_layout.y.values[i]);
            m_painter.setPen(QPen(style::outline(m_palette), 0.8));
            m_painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
            m_painter.setPen(text());
            const QString& words = m_layout.y.texts[i];
            m_painter.drawText(QPointF(plot.left() - scatterGap - m_metrics.horizontalAdvance(words), y + middle), words);
        }
        double free = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < m_layout.x.values.size(); ++i) {
            const double x = plot.left() + plot.width() * shareOf(m_layout.x, m_layout.x.values[i]);
            m_painter.setPen(QPen(style::outline(m_palette), 0.8));
            m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
            const QString& words = m_layout.x.texts[i];
            const double width = m_metrics.horizontalAdvance(words);
            const double left = std::min(x - width / 2, m_layout.area.right() - width);
            if (left < free) {
                continue; // its neighbour's text stands there
            }
            free = left + width + scatterGap;
            m_painter.setPen(text());
            m_painter.drawText(QPointF(left, plot.bottom() + scatterGap + m_metrics.ascent()), words);
        }
        m_painter.setPen(style::mutedText(m_palette));
        m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
        m_painter.setPen(text());
        m_painter.drawText(QPointF(m_layout.area.left(), plot.top() - scatterGap - m_metrics.descent()), m_chart.yTitle);
        const double width = m_metrics.horizontalAdvance(m_chart.xTitle);
        m_painter.drawText(QPointF(std::max(plot.left(), plot.right() - width), m_layout.area.bottom() - m_metrics.descent()), m_chart.xTitle);
    }

    /// Those that its line joins, by x.
    [[nodiscard]] std::vector<std::size_t> indicesOf(int series) const
    {
        std::vector<std::size_t> indices;
        for (std::size_t i = 0; i < m_chart.points.size(); ++i) {
            if (m_chart.points[i].series == series && m_chart.points[i].joined) {
                indices.push_back(i);
            }
        }
        std::stable_sort(indices.begin(), indices.end(),
                         [&](std::size_t a, std::size_t b) { return m_chart.points[a].x < m_chart.points[b].x; });
        return indices;
    }

    [[nodiscard]] QPolygonF lineThrough(const std::vector<std::size_t>& indices) const
    {
        QPolygonF line;
        for (const std::size_t index : indices) {
            line << m_layout.at(m_chart.points[index]);
        }
        return line;
    }

    /// No series hides another: where their lines cross, the colours are mixed.
    void paintDensity()
    {
        // A line is a bin thick: on fine devices a little more than one of their pixels.
        const double scale =
            LineDensity::resolutionFor(m_painter, std::clamp(std::abs(m_painter.deviceTransform().m11()) / binPixels, 1.0, mostScale));
        const QRectF place = m_layout.plot.adjusted(0, -1, 0, 1);
        LineDensity density((place.size() * scale).toSize());
        const QTransform toBins = QTransform::fromScale(scale, scale).translate(-place.left(), -place.top());
        for (int series = 0; series < static_cast<int>(m_chart.series.size()); ++series) {
            density.add(toBins.map(lineThrough(indicesOf(series))), colourOf(series));
        }
        density.paint(m_painter, place, m_palette.color(QPalette::Base));
    }

    void join(const std::vector<std::size_t>& indices, const QColor& colour, double width)
    {
        const QPolygonF line = lineThrough(indices);
        m_painter.setPen(QPen(colour, width));
        m_painter.drawPolyline(line);
    }

    void paintPoint(const Scatter::Point& point)
    {
        if (m_layout.dense && !point.marked) {
            if (!point.joined) {
                QColor pale = colourOf(point.series);
                pale.setAlphaF(0.25F);
                m_painter.setPen(Qt::NoPen);
                m_painter.setBrush(pale);
                m_painter.drawEllipse(m_layout.at(point), smallRadius, smallRadius);
            }
            return;
        }
        QColor fill = colourOf(point.series);
        const bool stands = point.marked && m_chart.line.size() <= mostRims;
        const double size = stands ? 1.3 * radius : radius;
        // On a dark ground a pale point of a dark colour would not be seen.
        fill.setAlphaF(point.marked || m_chart.joinsSeries || style::isDark(m_palette) ? 1 : 0.6);
        m_painter.setPen(point.marked ? QPen(text(), stands ? 1.2 : 0.7) : QPen(Qt::NoPen));
        m_painter.setBrush(fill);
        paintMark(m_painter, m_chart.series[static_cast<std::size_t>(point.series)].shape, m_layout.at(point), size);
    }

    QPainter& m_painter;
    const Scatter& m_chart;
    const ScatterLayout& m_layout;
    const QPalette& m_palette;
    const QFont& m_font;
    QFontMetricsF m_metrics;
};

} // namespace

QPointF ScatterLayout::at(const Scatter::Point& point) const
{
    const double series = beside > 1 ? (point.series + 0.5) / static_cast<double>(beside) - 0.5 : 0; // of the room of all
    return {plot.left() + plot.width() * shareOf(x, point.x + besideWidth * series), plot.bottom() - plot.height() * shareOf(y, point.y)};
}

std::optional<std::size_t> ScatterLayout::pointAt(const Scatter& chart, QPointF place) const
{
    std::optional<std::size_t> nearest;
    double least = pointReach;
    for (std::size_t i = 0; i < chart.points.size(); ++i) {
        const QPointF away = at(chart.points[i]) - place;
        const double distance = std::hypot(away.x(), away.y());
        // Of two on one spot the one that is painted on the other.
        if (distance < least || (nearest && distance == least && chart.points[i].marked)) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

ScatterLayout layOut(const Scatter& chart, const QRectF& area, const QFont& font)
{
    const QFontMetricsF metrics(font);
    ScatterLayout layout;
    layout.area = area;
    layout.line = metrics.height();
    const std::vector<LegendEntry> entries = scatterLegend(chart, QPalette()); // only their extents count
    const LegendLayout legend = legendInRows(entries, area.width() * 0.85, font);
    layout.showsLegend = chart.hasLegend && needsLegend(chart) && legend.size.height() < area.height() / 4;
    const double top = area.top() + (layout.showsLegend ? legend.size.height() + scatterGap : 0) + 1.4 * layout.line;
    const double bottom = area.bottom() - 2.3 * layout.line - scatterGap;
    const Span ySpan = widened(spanOf(chart, &Scatter::Point::y), chart.logarithmicY);
    layout.y = ticksOf(ySpan, chart.logarithmicY, bottom - top, 1.8 * layout.line, chart.yText);
    const double left = area.left() + widestTick(layout.y, metrics) + scatterGap;
    layout.plot = QRectF(QPointF(left, top), QPointF(std::max(area.right() - scatterGap, left + 1), std::max(bottom, top + 1)));
    if (!chart.xNames.empty()) {
        layout.beside = chart.joinsSeries ? 1 : std::max<std::size_t>(chart.series.size(), 1);
        layout.x = {-0.5, static_cast<double>(chart.xNames.size()) - 0.5, false, {}, {}};
        for (std::size_t i = 0; i < chart.xNames.size(); ++i) {
            layout.x.values.push_back(static_cast<double>(i));
            layout.x.texts.push_back(chart.xNames[i]);
        }
        return layout;
    }
    layout.dense = chart.joinsSeries && mostJoined(chart) > mostDots * layout.plot.width();
    const Span xSpan = widened(spanOf(chart, &Scatter::Point::x), chart.logarithmicX);
    layout.x = ticksOf(xSpan, chart.logarithmicX, layout.plot.width(), 7 * metrics.averageCharWidth(), chart.xText);
    if (!chart.logarithmicX) { // every tick has room for its text
        layout.x = ticksOf(xSpan, false, layout.plot.width(), widestTick(layout.x, metrics) + 2 * scatterGap, chart.xText);
    }
    if (!chart.xValues.empty()) {
        layout.x.values = chart.xValues;
        layout.x.texts.clear();
        for (const double value : chart.xValues) {
            layout.x.texts.push_back(tickTextOf(value, value, chart.xText));
        }
    }
    return layout;
}

void paint(QPainter& painter, const Scatter& chart, const ScatterLayout& layout, const QPalette& palette, const QFont& font)
{
    ScatterPainter(painter, chart, layout, palette, font).paint();
}

} // namespace tilescape::ui::plot
