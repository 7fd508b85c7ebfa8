#include "ui/plot/heat_map.h"

#include "ui/plot/hatch.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace tilescape::ui::plot {

namespace {

constexpr double cellGap = 6;         ///< pixels between texts and cells
constexpr double scaleWidth = 14; ///< pixels
constexpr double cellSeam = 0.5;    ///< pixels
constexpr int mostRound = 16;       ///< numbers along a side
constexpr double palest = 0.08;   ///< of the colour, at the least value
constexpr double fullest = 0.92;  ///< at the largest

QColor fillFor(double share, const QPalette& palette)
{
    return style::blend(palette.color(QPalette::Base), style::categorical(0), palest + share * (fullest - palest));
}

QString textOf(const HeatMap& map, double value) { return map.valueText ? map.valueText(value) : QString::number(value); }

/// Whether texts of these extents, around their places, have room beside each other.
bool haveRoom(const std::vector<HeatMapLayout::Name>& names, const std::function<double(const QString&)>& extent)
{
    for (std::size_t i = 1; i < names.size(); ++i) {
        const double apart = std::abs(names[i].place - names[i - 1].place);
        if ((extent(names[i].text) + extent(names[i - 1].text)) / 2 > apart) {
            return false;
        }
    }
    return true;
}

/// Between the middles of the cells whose numbers it lies between, in cells.
double cellsTo(double value, const std::vector<double>& numbers)
{
    const auto above = std::lower_bound(numbers.begin(), numbers.end(), value);
    const auto index = static_cast<double>(above - numbers.begin());
    if (above == numbers.begin() || above == numbers.end()) {
        return above == numbers.end() ? index - 0.5 : 0.5;
    }
    return index + 0.5 - (*above - value) / (*above - *(above - 1));
}

/// All names, or round numbers, or every so many of the names.
std::vector<HeatMapLayout::Name> namesAlong(const std::vector<QString>& names, const HeatMap::Numbers& numbers, double from, double cell,
                                            const std::function<double(const QString&)>& extent)
{
    const auto every = [&](std::size_t step) {
        std::vector<HeatMapLayout::Name> made;
        for (std::size_t i = 0; i < names.size(); i += step) {
            made.push_back({from + cell * (static_cast<double>(i) + 0.5), names[i]});
        }
        return made;
    };
    const std::vector<HeatMapLayout::Name> all = every(1);
    if (haveRoom(all, extent)) {
        return all;
    }
    // What is unlimited lies between no two numbers, and keeps its name.
    const auto limited = static_cast<std::size_t>(
        std::count_if(numbers.values.begin(), numbers.values.end(), [](double value) { return std::isfinite(value); }));
    for (int most = mostRound; limited > 0 && most >= 2; --most) {
        std::vector<HeatMapLayout::Name> round;
        for (const double value :
             roundNumbers(numbers.values.front(), numbers.values[limited - 1], most, numbers.scale)) {
            round.push_back({from + cell * cellsTo(value, numbers.values), numbers.text(value)});
        }
        if (limited < all.size()) {
            while (!round.empty() && !haveRoom({round.back(), all[limited]}, extent)) {
                round.pop_back();
            }
            std::copy(all.begin() + static_cast<std::ptrdiff_t>(limited), all.end(), std::back_inserter(round));
        }
        if (round.size() >= 2 && haveRoom(round, extent)) {
            return round;
        }
    }
    std::size_t step = 2;
    while (step < names.size() && !haveRoom(every(step), extent)) {
        ++step;
    }
    return every(step);
}

class HeatMapPainter {
public:
    HeatMapPainter(QPainter& painter, const HeatMap& map, const HeatMapLayout& layout, const QPalette& palette, const QFont& font)
        : m_painter(painter), m_map(map), m_layout(layout), m_palette(palette), m_metrics(font)
    {
        painter.setFont(font);
    }

    void paint()
    {
        for (const HeatMap::Cell& cell : m_map.cells) {
            paintCell(cell);
        }
        paintNames();
        paintScale();
        if (m_map.chosen) {
            m_painter.setPen(QPen(style::selection(m_palette), 2.4));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(m_layout.cell(m_map, m_map.cells[*m_map.chosen]));
        }
    }

private:
    [[nodiscard]] double middle() const { return (m_metrics.ascent() - m_metrics.descent()) / 2; }

    void paintCell(const HeatMap::Cell& cell)
    {
        const QRectF place = m_layout.cell(m_map, cell);
        if (!cell.value) {
            hatch(m_painter, place, style::outline(m_palette));
            return;
        }
        const QColor fill = fillFor(m_layout.share(m_map, *cell.value), m_palette);
        // Over the edges of the next cells, which are painted after it or over it: no seam shows between them.
        m_painter.fillRect(place.adjusted(0, -cellSeam, cellSeam, 0) & m_layout.plot, fill);
        const QString text = textOf(m_map, *cell.value);
        if (m_metrics.horizontalAdvance(text) + cellGap <= place.width() && m_layout.line <= place.height()) {
            m_painter.setPen(style::readableOn(fill));
            m_painter.drawText(place, Qt::AlignCenter, text);
        }
    }

    void paintNames()
    {
        m_painter.setPen(m_palette.color(QPalette::Text));
        const QRectF& plot = m_layout.plot;
        for (const HeatMapLayout::Name& name : m_layout.columnNames) {
            m_painter.drawText(QPointF(name.place - m_metrics.horizontalAdvance(name.text) / 2, plot.bottom() + cellGap + m_metrics.ascent()), name.text);
        }
        for (const HeatMapLayout::Name& name : m_layout.rowNames) {
            m_painter.drawText(QPointF(plot.left() - cellGap - m_metrics.horizontalAdvance(name.text), name.place + middle()), name.text);
        }
        paintTitles();
    }

    void paintTitles()
    {
        const QRectF& plot = m_layout.plot;
        const double top = m_layout.area.top() + m_metrics.ascent();
        const double value = m_metrics.horizontalAdvance(m_map.valueTitle);
        const bool apart = m_metrics.horizontalAdvance(m_map.yTitle) + value + 4 * cellGap <= m_layout.area.width();
        if (apart) {
            m_painter.drawText(QPointF(m_layout.area.right() - value, top), m_map.valueTitle);
        }
        m_painter.drawText(QPointF(m_layout.area.left(), top),
                           apart ? m_map.yTitle : QStringLiteral("%1 (%2)").arg(m_map.yTitle, m_map.valueTitle));
        const double width = m_metrics.horizontalAdvance(m_map.xTitle);
        m_painter.drawText(QPointF(std::max(plot.left(), plot.right() - width), m_layout.area.bottom() - m_metrics.descent()), m_map.xTitle);
    }

    void paintScale()
    {
        const QRectF& scale = m_layout.scale;
        QLinearGradient gradient(scale.bottomLeft(), scale.topLeft());
        gradient.setColorAt(0, fillFor(0, m_palette));
        gradient.setColorAt(1, fillFor(1, m_palette));
        m_painter.fillRect(scale, gradient);
        m_painter.setPen(m_palette.color(QPalette::Text));
        m_painter.drawText(QPointF(scale.right() + cellGap, scale.top() + m_metrics.ascent()), textOf(m_map, m_layout.most));
        m_painter.drawText(QPointF(scale.right() + cellGap, scale.bottom() - m_metrics.descent()), textOf(m_map, m_layout.least));
    }

    QPainter& m_painter;
    const HeatMap& m_map;
    const HeatMapLayout& m_layout;
    const QPalette& m_palette;
    QFontMetricsF m_metrics;
};

} // namespace

QRectF HeatMapLayout::cell(const HeatMap& map, const HeatMap::Cell& cell) const
{
    const double width = plot.width() / static_cast<double>(std::max<std::size_t>(map.columns.size(), 1));
    const double height = plot.height() / static_cast<double>(std::max<std::size_t>(map.rows.size(), 1));
    return {plot.left() + width * static_cast<double>(cell.column), plot.bottom() - height * static_cast<double>(cell.row + 1), width, height};
}

std::optional<std::size_t> HeatMapLayout::pointAt(const HeatMap& map, QPointF place) const
{
    const auto found = std::find_if(map.cells.begin(), map.cells.end(),
                                    [&](const HeatMap::Cell& each) { return cell(map, each).contains(place); });
    return found == map.cells.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - map.cells.begin()));
}

double HeatMapLayout::share(const HeatMap& map, double value) const
{
    if (least == most) {
        return 0.5;
    }
    return map.logarithmic ? std::log(value / least) / std::log(most / least) : (value - least) / (most - least);
}

HeatMapLayout layOut(const HeatMap& map, const QRectF& area, const QFont& font)
{
    const QFontMetricsF metrics(font);
    HeatMapLayout layout;
    layout.area = area;
    layout.line = metrics.height();
    layout.least = HUGE_VAL;
    layout.most = -HUGE_VAL;
    for (const HeatMap::Cell& cell : map.cells) {
        if (cell.value) {
            layout.least = std::min(layout.least, *cell.value);
            layout.most = std::max(layout.most, *cell.value);
        }
    }
    if (layout.least > layout.most) {
        layout.least = layout.most = 1; // nothing to show
    }
    const double scaleText = std::max(metrics.horizontalAdvance(textOf(map, layout.least)), metrics.horizontalAdvance(textOf(map, layout.most)));
    const double top = area.top() + 1.5 * layout.line;
    const double bottom = std::max(area.bottom() - 2.3 * layout.line - cellGap, top + 1);
    const auto cellOf = [](double extent, std::size_t count) { return extent / static_cast<double>(std::max<std::size_t>(count, 1)); };
    layout.rowNames = namesAlong(map.rows, map.rowNumbers, bottom, -cellOf(bottom - top, map.rows.size()), [&](const QString&) { return layout.line; });
    double rowText = 0;
    for (const HeatMapLayout::Name& name : layout.rowNames) {
        rowText = std::max(rowText, metrics.horizontalAdvance(name.text));
    }
    const double left = area.left() + rowText + cellGap;
    const double right = std::max(area.right() - scaleText - scaleWidth - 3 * cellGap, left + 1);
    layout.plot = QRectF(QPointF(left, top), QPointF(right, bottom));
    layout.columnNames = namesAlong(map.columns, map.columnNumbers, left, cellOf(right - left, map.columns.size()),
                                    [&](const QString& text) { return metrics.horizontalAdvance(text) + cellGap; });
    layout.scale = QRectF(layout.plot.right() + 2 * cellGap, layout.plot.top(), scaleWidth, layout.plot.height());
    return layout;
}

void paint(QPainter& painter, const HeatMap& map, const HeatMapLayout& layout, const QPalette& palette, const QFont& font)
{
    HeatMapPainter(painter, map, layout, palette, font).paint();
}

} // namespace tilescape::ui::plot
