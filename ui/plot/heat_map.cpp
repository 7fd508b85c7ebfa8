#include "ui/plot/heat_map.h"

#include "ui/plot/hatch.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr double cellGap = 6;         ///< pixels between texts and cells
constexpr double scaleWidth = 14; ///< pixels
constexpr double palest = 0.08;   ///< of the colour, at the least value
constexpr double fullest = 0.92;  ///< at the largest

QColor fillFor(double share, const QPalette& palette)
{
    return style::blend(palette.color(QPalette::Base), style::categorical(0), palest + share * (fullest - palest));
}

QString textOf(const HeatMap& map, double value) { return map.valueText ? map.valueText(value) : QString::number(value); }

double widest(const std::vector<QString>& texts, const QFontMetricsF& metrics)
{
    double width = 0;
    for (const QString& text : texts) {
        width = std::max(width, metrics.horizontalAdvance(text));
    }
    return width;
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
        m_painter.fillRect(place, fill);
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
        double free = -HUGE_VAL;
        for (std::size_t i = 0; i < m_map.columns.size(); ++i) {
            const double width = m_metrics.horizontalAdvance(m_map.columns[i]);
            const double left = m_layout.cell(m_map, {i, 0, {}}).center().x() - width / 2;
            if (left >= free) {
                m_painter.drawText(QPointF(left, plot.bottom() + cellGap + m_metrics.ascent()), m_map.columns[i]);
                free = left + width + cellGap;
            }
        }
        double above = HUGE_VAL;
        for (std::size_t i = 0; i < m_map.rows.size(); ++i) {
            const double y = m_layout.cell(m_map, {0, i, {}}).center().y();
            if (y + m_layout.line / 2 <= above) {
                const double width = m_metrics.horizontalAdvance(m_map.rows[i]);
                m_painter.drawText(QPointF(plot.left() - cellGap - width, y + middle()), m_map.rows[i]);
                above = y - m_layout.line / 2;
            }
        }
        m_painter.drawText(QPointF(m_layout.area.left(), m_layout.area.top() + m_metrics.ascent()),
                           m_map.yTitle.isEmpty() ? m_map.valueTitle : QStringLiteral("%1 (%2)").arg(m_map.yTitle, m_map.valueTitle));
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
    const double scaleText = widest({textOf(map, layout.least), textOf(map, layout.most)}, metrics);
    const double left = area.left() + widest(map.rows, metrics) + cellGap;
    const double right = area.right() - scaleText - scaleWidth - 3 * cellGap;
    const double top = area.top() + 1.5 * layout.line;
    const double bottom = area.bottom() - 2.3 * layout.line - cellGap;
    layout.plot = QRectF(QPointF(left, top), QPointF(std::max(right, left + 1), std::max(bottom, top + 1)));
    layout.scale = QRectF(layout.plot.right() + 2 * cellGap, layout.plot.top(), scaleWidth, layout.plot.height());
    return layout;
}

void paint(QPainter& painter, const HeatMap& map, const HeatMapLayout& layout, const QPalette& palette, const QFont& font)
{
    HeatMapPainter(painter, map, layout, palette, font).paint();
}

} // namespace tilescape::ui::plot
