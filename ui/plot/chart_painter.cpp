#include "ui/plot/chart.h"

#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr double paintedGap = 5;          ///< pixels between texts and lines
constexpr double widestBar = 64;   ///< pixels
constexpr double densePitch = 8;   ///< below, bars touch nearly
constexpr double sparsePitch = 20; ///< below, the points of a line stand too close to be told apart
constexpr double paleness = 0.45;  ///< of categories beside a marked one
constexpr double twinPaleness = 0.6;

class ChartPainter {
public:
    ChartPainter(QPainter& painter, const Chart& chart, const ChartLayout& layout, const QPalette& palette, const QFont& font)
        : m_painter(painter), m_chart(chart), m_layout(layout), m_palette(palette), m_font(font), m_metrics(font)
    {
    }

    void paint()
    {
        m_painter.setFont(m_font);
        paintAxis();
        if (m_chart.kind == Chart::Kind::Lines) {
            paintLines();
        } else {
            for (std::size_t i = 0; i < categories(); ++i) {
                paintBars(i);
            }
        }
        m_painter.setPen(style::mutedText(m_palette));
        m_painter.drawLine(m_layout.plot.bottomLeft(), m_layout.plot.bottomRight());
        paintNames();
        plot::paintLegend(m_painter, chartLegend(m_chart), m_layout.legend, m_layout.legendOrigin, text(), m_font);
    }

private:
    [[nodiscard]] std::size_t categories() const { return static_cast<std::size_t>(m_chart.categories.size()); }
    [[nodiscard]] QColor text() const { return m_palette.color(QPalette::Text); }

    void paintAxis()
    {
        const QRectF& plot = m_layout.plot;
        const double middle = (m_metrics.ascent() - m_metrics.descent()) / 2;
        for (std::size_t i = 0; i < m_layout.ticks.values.size(); ++i) {
            const double y = m_layout.y(m_layout.ticks.values[i]);
            m_painter.setPen(QPen(style::outline(m_palette), 0.8));
            m_painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
            const QString& words = m_layout.ticks.texts[i];
            m_painter.setPen(text());
            m_painter.drawText(QPointF(plot.left() - paintedGap - m_metrics.horizontalAdvance(words), y + middle), words);
        }
        if (m_chart.reference && *m_chart.reference <= m_layout.ticks.most) {
            m_painter.setPen(QPen(text(), 1));
            m_painter.drawLine(QPointF(plot.left(), m_layout.y(*m_chart.reference)), QPointF(plot.right(), m_layout.y(*m_chart.reference)));
        }
        if (!m_chart.valueTitle.isEmpty()) {
            const double top = plot.top() - 1.5 * m_layout.line - (m_chart.valueText ? m_layout.line : 0);
            m_painter.drawText(QPointF(m_layout.area.left(), top + m_metrics.ascent()), m_chart.valueTitle);
        }
    }

    void paintBars(std::size_t category)
    {
        const QRectF column = m_layout.column(m_chart, category);
        const bool stacked = m_chart.kind == Chart::Kind::Stacked;
        const double share = column.width() < densePitch ? 0.92 : stacked || m_chart.series.size() < 2 ? 0.7 : 0.84;
        const double whole = std::min(share * column.width(), stacked ? widestBar : widestBar * static_cast<double>(m_chart.series.size()));
        const double bars = stacked ? (m_chart.twins.empty() ? 1 : 2) : static_cast<double>(m_chart.series.size());
        const double width = whole / bars;
        double left = column.center().x() - whole / 2;
        if (stacked && !m_chart.twins.empty()) {
            paintTwin(category, left, width);
            left += width;
        }
        double base = 0;
        for (const Chart::Series& series : m_chart.series) {
            const double value = series.values[category];
            if (!std::isfinite(value)) { // no value here: its place stays empty
                left += width;
                continue;
            }
            const double end = m_layout.y(stacked ? base + value : value);
            const double start = stacked ? m_layout.y(base) : m_layout.plot.bottom();
            fillTextured(m_painter, QRectF(left, end, width, start - end), shade(series.colour, category), series.texture);
            if (!stacked) {
                finishBar(QRectF(left, end, width, start - end), value, series.colour);
                left += width;
            }
            base += value;
        }
        if (stacked) {
            writeValue(column.center().x(), m_layout.y(base), base, column.width());
        }
    }

    void paintTwin(std::size_t category, double left, double width)
    {
        double base = 0;
        for (std::size_t i = 0; i < m_chart.series.size(); ++i) {
            const double value = m_chart.twins[i][category];
            const double end = m_layout.y(base + value);
            m_painter.fillRect(QRectF(left, end, width, m_layout.y(base) - end), twinColour(m_chart.series[i].colour, m_palette));
            base += value;
        }
    }

    /// Its value, or a notch in a bar that is cut off.
    void finishBar(const QRectF& bar, double value, const QColor& colour)
    {
        if (m_chart.cap && value > *m_chart.cap) {
            const double tip = std::min(bar.width() / 2, 5.0);
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(style::readableOn(colour));
            m_painter.drawPolygon(QPolygonF{QPointF(bar.center().x(), bar.top() + 1), QPointF(bar.center().x() + tip / 2, bar.top() + 1 + tip),
                                            QPointF(bar.center().x() - tip / 2, bar.top() + 1 + tip)});
            return;
        }
        const double room = m_chart.series.size() > 1 ? bar.width() : bar.width() / 0.7;
        writeValue(bar.center().x(), bar.top(), value, room);
    }

    void writeValue(double middle, double top, double value, double room)
    {
        if (!m_chart.valueText) {
            return;
        }
        const QString words = m_chart.valueText(value);
        const double width = m_metrics.horizontalAdvance(words);
        if (width + 3 <= room) {
            m_painter.setPen(text());
            const QPointF at(middle - width / 2, top - 2 - m_metrics.descent());
            // The grid does not go through a number.
            m_painter.fillRect(QRectF(at.x() - 1, at.y() - m_metrics.ascent(), width + 2, m_layout.line), m_palette.color(QPalette::Base));
            m_painter.drawText(at, words);
        }
    }

    void paintLines()
    {
        for (const Chart::Series& series : m_chart.series) {
            QPolygonF points;
            int marked = -1;
            for (std::size_t i = 0; i < categories(); ++i) {
                if (std::isfinite(series.values[i])) {
                    marked = static_cast<int>(i) == m_chart.marked ? static_cast<int>(points.size()) : marked;
                    points << QPointF(m_layout.column(m_chart, i).center().x(), m_layout.y(series.values[i]));
                }
            }
            m_painter.setPen(QPen(series.colour, 2, lineStyleOf(series.texture)));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawPolyline(points);
            m_painter.setPen(QPen(series.colour, 2));
            m_painter.setBrush(series.colour);
            for (int i = 0; i < points.size() && m_layout.perCategory >= sparsePitch; ++i) {
                const double radius = i == marked ? 5 : 3;
                m_painter.drawEllipse(points[i], radius, radius);
            }
        }
    }

    void paintNames()
    {
        const double top = m_layout.plot.bottom() + paintedGap;
        for (std::size_t i = 0; i < categories() && m_layout.names.form != NameForm::None; ++i) {
            const double middle = m_layout.column(m_chart, i).center().x();
            m_painter.setPen(text());
            if (m_layout.names.form == NameForm::Upright) {
                m_painter.save();
                m_painter.translate(middle + (m_metrics.ascent() - m_metrics.descent()) / 2,
                                    top + m_metrics.horizontalAdvance(m_chart.categories[static_cast<qsizetype>(i)]));
                m_painter.rotate(-90);
                m_painter.drawText(QPointF(), m_chart.categories[static_cast<qsizetype>(i)]);
                m_painter.restore();
                continue;
            }
            const QString words = m_layout.names.form == NameForm::Flat ? m_chart.categories[static_cast<qsizetype>(i)] : numberOf(i);
            const double width = m_metrics.horizontalAdvance(words);
            const double left = std::clamp(middle - width / 2, m_layout.plot.left() - paintedGap + 1,
                                           std::max(m_layout.plot.right() + 2 * paintedGap - width, m_layout.plot.left()));
            m_painter.drawText(QPointF(left, top + m_metrics.ascent()), words);
        }
        if (m_layout.showsCategoryTitle) {
            const QString& words = m_layout.names.form == NameForm::Numbers ? m_chart.numberTitle : m_chart.categoryTitle;
            m_painter.setPen(text());
            m_painter.drawText(QPointF(m_layout.plot.center().x() - m_metrics.horizontalAdvance(words) / 2,
                                       top + m_layout.names.height + 2 + m_metrics.ascent()), words);
        }
    }

    [[nodiscard]] QString numberOf(std::size_t category) const
    {
        const QString& name = m_chart.categories[static_cast<qsizetype>(category)];
        if (m_chart.namesAreNumbers) {
            return static_cast<long>(category) % m_layout.names.every == 0 ? name : QString();
        }
        if (!m_chart.numbers.empty() && m_chart.numbers[category] == 0) {
            return m_metrics.horizontalAdvance(name) <= m_layout.column(m_chart, category).width() ? name : QString();
        }
        const std::vector<long>& numbers = m_chart.numbers;
        const auto index = static_cast<long>(category);
        const long first = numbers.empty() ? index + 1 : numbers[category];
        const long end = numbers.empty() ? index + 2
            : category + 1 < numbers.size() ? numbers[category + 1] : std::max(m_chart.lastNumber, first) + 1;
        const long number = shownNumber(first, end - 1, m_layout.names.every, category == 0);
        return number > 0 ? QString::number(number) : QString();
    }

    [[nodiscard]] QColor shade(const QColor& colour, std::size_t category) const
    {
        const bool pale = m_chart.marked >= 0 && static_cast<int>(category) != m_chart.marked;
        return pale ? style::blend(colour, m_palette.color(QPalette::Base), paleness) : colour;
    }

    QPainter& m_painter;
    const Chart& m_chart;
    const ChartLayout& m_layout;
    const QPalette& m_palette;
    QFont m_font;
    QFontMetricsF m_metrics;
};

} // namespace

QColor twinColour(const QColor& colour, const QPalette& palette)
{
    return style::blend(colour, palette.color(QPalette::Base), twinPaleness);
}

void paint(QPainter& painter, const Chart& chart, const ChartLayout& layout, const QPalette& palette, const QFont& font)
{
    if (!chart.categories.isEmpty()) {
        ChartPainter(painter, chart, layout, palette, font).paint();
    }
}

} // namespace tilescape::ui::plot
