#include "ui/plot/parallel_axes.h"

#include "ui/plot/line_density.h"
#include "ui/plot/ticks.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>
#include <QTransform>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr double axisGap = 6;       ///< pixels between texts and lines
constexpr double reach = 7;     ///< pixels within which a line or an axis is hit
constexpr double pickWidth = 9; ///< pixels of the bar that shows what is picked
constexpr double sideRoom = 46; ///< pixels beside the outer axes, for half of their texts
constexpr int mostTextRows = 4;   ///< of titles, or of texts of the ends
constexpr double linePaleness = 0.85;
constexpr double thinLine = 1.2; ///< pixels
constexpr double frontLine = 2.2;
constexpr std::size_t manyPoints = 500; ///< from here on the density of lines is drawn
constexpr double haloLine = 7;          ///< around the chosen line
constexpr double haloGap = 4.5;         ///< between that and the line
constexpr std::ptrdiff_t manyMarked = 50; ///< and from here on that of marked lines, above the others
constexpr double mostBins = 3;          ///< of the density in a pixel, as on paper

QString endText(const ParallelAxes::Axis& axis, double value)
{
    if (!axis.names.empty()) {
        const auto index = static_cast<std::size_t>(std::clamp(std::lround(value), 0L, static_cast<long>(axis.names.size()) - 1));
        return axis.names[index];
    }
    return axis.text ? axis.text(value) : QString::number(value);
}

/// Of a text around `x`, which stays in the area.
double leftOf(double width, double x, const QRectF& area)
{
    return std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width));
}

/// The fewest rows in which texts of these widths, axis after axis in the next row, do not meet.
int rowsThatHold(const std::vector<double>& widths, const ParallelLayout& layout)
{
    const auto hold = [&](std::size_t rows) {
        for (std::size_t axis = rows; axis < widths.size(); ++axis) {
            const std::size_t before = axis - rows;
            const double free = leftOf(widths[before], layout.x(before), layout.area) + widths[before] + axisGap;
            if (leftOf(widths[axis], layout.x(axis), layout.area) < free) {
                return false;
            }
        }
        return true;
    };
    int rows = 1;
    while (rows < mostTextRows && !hold(static_cast<std::size_t>(rows))) {
        ++rows;
    }
    return rows;
}

class ParallelPainter {
public:
    ParallelPainter(QPainter& painter, const ParallelAxes& chart, const ParallelLayout& layout, const QPalette& palette, const QFont& font)
        : m_painter(painter), m_chart(chart), m_layout(layout), m_palette(palette), m_metrics(font)
    {
        painter.setFont(font);
    }

    void paint()
    {
        const auto& points = m_chart.points;
        const bool many = points.size() >= manyPoints;
        const auto marked = std::count_if(points.begin(), points.end(), [this](const auto& point) { return layerOf(point) == 2; });
        // The pale ones first, what matters last.
        for (const int layer : {0, 1, 2}) {
            if (many && (layer < 2 || marked >= manyMarked)) {
                paintDensity(layer);
                continue;
            }
            for (const ParallelAxes::Point& point : points) {
                if (layer == layerOf(point)) {
                    paintLine(point, layer == 0 ? paleColour(point) : point.colour, layer == 2 ? frontLine : thinLine);
                }
            }
        }
        if (m_chart.chosen) { // its own colour says what it is; what is around it, that it is chosen
            const ParallelAxes::Point& point = m_chart.points[*m_chart.chosen];
            paintLine(point, style::selection(m_palette), haloLine);
            paintLine(point, m_palette.color(QPalette::Base), haloGap);
            paintLine(point, point.colour, frontLine);
        }
        for (std::size_t axis = 0; axis < m_chart.axes.size(); ++axis) {
            paintAxis(axis);
        }
    }

private:
    /// 0: outside of what is picked out; 2: marked in it.
    [[nodiscard]] int layerOf(const ParallelAxes::Point& point) const { return !m_chart.picks(point) ? 0 : point.marked ? 2 : 1; }
    [[nodiscard]] QColor paleColour(const ParallelAxes::Point& point) const
    {
        return style::blend(point.colour, m_palette.color(QPalette::Base), linePaleness);
    }

    [[nodiscard]] QPolygonF lineOf(const ParallelAxes::Point& point) const
    {
        QPolygonF line;
        for (std::size_t axis = 0; axis < m_chart.axes.size(); ++axis) {
            line << QPointF(m_layout.x(axis), m_layout.y(m_chart, axis, point.values[axis]));
        }
        return line;
    }

    void paintLine(const ParallelAxes::Point& point, const QColor& colour, double width)
    {
        m_painter.setPen(QPen(colour, width));
        m_painter.drawPolyline(lineOf(point));
    }

    /// Of the points of one layer.
    void paintDensity(int layer)
    {
        const double bins =
            LineDensity::resolutionFor(m_painter, std::clamp(std::abs(m_painter.deviceTransform().m11()), 1.0, mostBins));
        const QRectF place = m_layout.plot.adjusted(0, -1, 0, 1);
        LineDensity density((place.size() * bins).toSize());
        bool any = false;
        for (const ParallelAxes::Point& point : m_chart.points) {
            if (layerOf(point) == layer) {
                const QTransform toBins = QTransform::fromScale(bins, bins).translate(-place.left(), -place.top());
                density.add(toBins.map(lineOf(point)), layer > 0 ? point.colour : paleColour(point));
                any = true;
            }
        }
        if (any) {
            density.paint(m_painter, place, m_palette.color(QPalette::Base));
        }
    }

    void paintAxis(std::size_t index)
    {
        const ParallelAxes::Axis& axis = m_chart.axes[index];
        const double x = m_layout.x(index);
        const QRectF& plot = m_layout.plot;
        m_painter.setPen(QPen(m_palette.color(QPalette::Text), 1));
        m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        if (axis.picked) {
            const double top = m_layout.y(m_chart, index, axis.picked->second);
            const double bottom = m_layout.y(m_chart, index, axis.picked->first);
            m_painter.setPen(QPen(style::selection(m_palette), 1.4));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(QRectF(x - pickWidth / 2, top, pickWidth, bottom - top));
            m_painter.setPen(m_palette.color(QPalette::Text));
        }
        const auto row = [index](int rows) { return static_cast<double>(index % static_cast<std::size_t>(rows)); };
        const double ends = row(m_layout.endRows);
        paintText(axis.title, x, plot.top() - (m_layout.endRows + 0.3 + row(m_layout.titleRows)) * m_layout.line, m_layout.titleRows);
        paintText(endText(axis, m_layout.spans[index].second), x, plot.top() - (0.2 + ends) * m_layout.line, m_layout.endRows);
        paintText(endText(axis, m_layout.spans[index].first), x, plot.bottom() + (1 + ends) * m_layout.line, m_layout.endRows);
    }

    void paintText(const QString& text, double x, double baseline, int rows)
    {
        // In fewer rows than the most all have room.
        const double room = std::max(rows * m_layout.pitch() - 2, 2 * sideRoom + axisGap);
        const QString shown = rows < mostTextRows ? text : m_metrics.elidedText(text, Qt::ElideRight, room);
        m_painter.drawText(QPointF(leftOf(m_metrics.horizontalAdvance(shown), x, m_layout.area), baseline), shown);
    }

    QPainter& m_painter;
    const ParallelAxes& m_chart;
    const ParallelLayout& m_layout;
    const QPalette& m_palette;
    QFontMetricsF m_metrics;
};

} // namespace

bool ParallelAxes::picks(const Point& point) const
{
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const auto& picked = axes[axis].picked;
        if (picked && (point.values[axis] < picked->first || point.values[axis] > picked->second)) {
            return false;
        }
    }
    return true;
}

double ParallelLayout::pitch() const { return spans.size() < 2 ? area.width() : plot.width() / static_cast<double>(spans.size() - 1); }

double ParallelLayout::x(std::size_t axis) const
{
    return spans.size() < 2 ? plot.center().x() : plot.left() + plot.width() * static_cast<double>(axis) / static_cast<double>(spans.size() - 1);
}

double ParallelLayout::y(const ParallelAxes& chart, std::size_t axis, double value) const
{
    const auto& [from, to] = spans[axis];
    const double share = isOneValue(from, to)           ? 0.5
                         : chart.axes[axis].logarithmic ? std::log(value / from) / std::log(to / from)
                                                        : (value - from) / (to - from);
    return plot.bottom() - plot.height() * std::clamp(share, 0.0, 1.0);
}

double ParallelLayout::valueAt(const ParallelAxes& chart, std::size_t axis, double y) const
{
    const auto& [from, to] = spans[axis];
    const double share = std::clamp((plot.bottom() - y) / plot.height(), 0.0, 1.0);
    return chart.axes[axis].logarithmic && from != to ? from * std::pow(to / from, share) : from + share * (to - from);
}

std::optional<std::size_t> ParallelLayout::axisAt(QPointF place) const
{
    for (std::size_t axis = 0; axis < spans.size(); ++axis) {
        if (std::abs(x(axis) - place.x()) <= reach && place.y() >= plot.top() - reach && place.y() <= plot.bottom() + reach) {
            return axis;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> ParallelLayout::pointAt(const ParallelAxes& chart, QPointF place) const
{
    if (spans.size() < 2 || !plot.contains(place)) {
        return std::nullopt;
    }
    const double pitch = plot.width() / static_cast<double>(spans.size() - 1);
    const auto left = std::min(static_cast<std::size_t>((place.x() - plot.left()) / pitch), spans.size() - 2);
    const double share = (place.x() - x(left)) / pitch;
    std::optional<std::size_t> nearest;
    double least = reach;
    for (std::size_t i = 0; i < chart.points.size(); ++i) {
        const ParallelAxes::Point& point = chart.points[i];
        const double height = (1 - share) * y(chart, left, point.values[left]) + share * y(chart, left + 1, point.values[left + 1]);
        if (std::abs(height - place.y()) < least && chart.picks(point)) {
            least = std::abs(height - place.y());
            nearest = i;
        }
    }
    return nearest;
}

std::vector<LegendEntry> parallelLegend(const ParallelAxes& chart)
{
    std::vector<LegendEntry> entries;
    for (const ParallelAxes::Colour& colour : chart.colours) {
        entries.push_back(swatch(entries.empty() ? QStringLiteral("%1: %2").arg(chart.colourTitle, colour.name) : colour.name, colour.colour));
    }
    const bool marks = std::any_of(chart.points.begin(), chart.points.end(), [](const auto& point) { return point.marked; });
    if (marks && !std::all_of(chart.points.begin(), chart.points.end(), [](const auto& point) { return point.marked; })) {
        entries.push_back(lineSample(chart.markedName, QPen(style::paperPalette().color(QPalette::Text), frontLine)));
    }
    return entries;
}

ParallelLayout layOut(const ParallelAxes& chart, const QRectF& area, const QFont& font)
{
    const QFontMetricsF metrics(font);
    ParallelLayout layout;
    layout.area = area;
    layout.line = metrics.height();
    layout.plot = area.adjusted(sideRoom, 0, -sideRoom, 0);
    for (std::size_t axis = 0; axis < chart.axes.size(); ++axis) {
        double least = HUGE_VAL;
        double most = -HUGE_VAL;
        for (const ParallelAxes::Point& point : chart.points) {
            least = std::min(least, point.values[axis]);
            most = std::max(most, point.values[axis]);
        }
        layout.spans.emplace_back(least <= most ? std::pair(least, most) : std::pair(0.0, 1.0));
    }
    const auto rowsFor = [&](const auto& textOf) {
        std::vector<double> widths;
        for (std::size_t axis = 0; axis < chart.axes.size(); ++axis) {
            widths.push_back(metrics.horizontalAdvance(textOf(axis)));
        }
        return rowsThatHold(widths, layout);
    };
    layout.titleRows = rowsFor([&](std::size_t axis) { return chart.axes[axis].title; });
    layout.endRows = std::max(rowsFor([&](std::size_t axis) { return endText(chart.axes[axis], layout.spans[axis].first); }),
                              rowsFor([&](std::size_t axis) { return endText(chart.axes[axis], layout.spans[axis].second); }));
    layout.plot.setTop(area.top() + (layout.titleRows + layout.endRows + 0.4) * layout.line);
    layout.plot.setBottom(std::max(area.bottom() - (layout.endRows + 0.5) * layout.line, layout.plot.top() + 1));
    return layout;
}

void paint(QPainter& painter, const ParallelAxes& chart, const ParallelLayout& layout, const QPalette& palette, const QFont& font)
{
    ParallelPainter(painter, chart, layout, palette, font).paint();
}

} // namespace tilescape::ui::plot
