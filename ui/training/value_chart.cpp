#include "ui/training/value_chart.h"

#include "ui/style/palette.h"
#include "ui/training/widget_figure.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::training {

namespace {

constexpr int margin = 10;
constexpr int gap = 6;

/// 1, 2 or 5 times a power of ten, of which two to five make `range`.
double niceStep(double range)
{
    const double power = std::pow(10, std::floor(std::log10(range / 2)));
    const double rest = range / 2 / power;
    return power * (rest < 2 ? 1 : rest < 5 ? 2 : 5);
}

} // namespace

/// Where the parts of the chart lie.
struct ValueChart::Frame {
    QRectF plot;
    int legendTop = 0;
    double most = 1;
    double least = 0; ///< at the foot of the plot; above 0 where it is logarithmic

    [[nodiscard]] double y(double value) const
    {
        const double share = least > 0 ? std::log(std::max(value, least) / least) / std::log(most / least) : value / most;
        return plot.bottom() - plot.height() * share;
    }
    [[nodiscard]] double slot(qsizetype categories) const { return plot.width() / static_cast<double>(std::max<qsizetype>(categories, 1)); }
    [[nodiscard]] double middle(qsizetype category, qsizetype categories) const
    {
        return plot.left() + slot(categories) * (static_cast<double>(category) + 0.5);
    }
};

ValueChart::ValueChart(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_content.text = [](double value) { return QString::number(value); };
}

void ValueChart::setContent(Content content)
{
    m_content = std::move(content);
    setAccessibleName(m_content.title);
    QStringList lines;
    for (qsizetype i = 0; i < m_content.categories.size(); ++i) {
        lines << textOf(i);
    }
    setAccessibleDescription(lines.join(QStringLiteral("\n")));
    update();
}

QString ValueChart::textOf(qsizetype category) const
{
    QStringList parts;
    for (const Series& series : m_content.series) {
        const QString value = m_content.text(series.values[static_cast<std::size_t>(category)]);
        parts << (m_content.series.size() > 1 ? tr("%1: %2").arg(series.name, value) : value);
    }
    return tr("%1: %2").arg(m_content.categories[category], parts.join(QStringLiteral(", ")));
}

ValueChart::Frame ValueChart::frame() const
{
    Frame frame;
    const QFontMetrics metrics = fontMetrics();
    const int line = metrics.height();
    double most = 0;
    for (qsizetype i = 0; i < m_content.categories.size(); ++i) {
        double sum = 0;
        for (const Series& series : m_content.series) {
            const double value = series.values[static_cast<std::size_t>(i)];
            sum = m_content.kind == Kind::StackedBars ? sum + value : std::max(sum, value);
        }
        most = std::max(most, sum);
    }
    frame.most = most > 0 ? most * 1.02 : 1;
    if (m_content.logarithmic && most > 0) {
        double least = most;
        for (const double value : m_content.series.front().values) {
            least = value > 0 ? std::min(least, value) : least;
        }
        frame.least = std::pow(10, std::floor(std::log10(least * 0.9)));
    }
    const bool legend = m_content.series.size() > 1;
    frame.legendTop = margin + line + gap;
    const int top = frame.legendTop + (legend ? line + gap : 0) + line + 2; // a line of values above the bars
    int axis = 0;
    const double step = niceStep(frame.most);
    for (int i = 1; m_content.kind == Kind::Lines && i * step <= frame.most; ++i) {
        axis = std::max(axis, metrics.horizontalAdvance(m_content.text(i * step)) + gap);
    }
    frame.plot = QRectF(margin + axis, top, width() - 2 * margin - axis, height() - top - margin - line - gap);
    return frame;
}

void ValueChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().base());
    painter.setPen(palette().color(QPalette::Text));
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    const QString title = QFontMetrics(bold).elidedText(m_content.title, Qt::ElideRight, width() - 2 * margin);
    painter.drawText(QPointF(margin, margin + fontMetrics().ascent()), title);
    painter.setFont(font());
    if (m_content.categories.isEmpty()) {
        painter.setPen(style::mutedText(palette()));
        painter.drawText(rect(), Qt::AlignCenter, m_content.title.isEmpty() ? QString() : tr("Nothing to show"));
        return;
    }
    const Frame where = frame();
    if (where.plot.width() < 20 || where.plot.height() < 20) {
        return;
    }
    paintLegend(painter, where);
    paintAxes(painter, where);
    if (m_content.kind == Kind::Lines) {
        paintLines(painter, where);
    } else {
        paintBars(painter, where);
    }
}

void ValueChart::paintLegend(QPainter& painter, const Frame& frame) const
{
    if (m_content.series.size() < 2) {
        return;
    }
    const QFontMetrics metrics = fontMetrics();
    int x = margin;
    for (const Series& series : m_content.series) {
        painter.fillRect(QRect(x, frame.legendTop + metrics.height() / 2 - 5, 10, 10), series.colour);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(x + 14, frame.legendTop + metrics.ascent(), series.name);
        x += 14 + metrics.horizontalAdvance(series.name) + 10;
    }
}

void ValueChart::paintAxes(QPainter& painter, const Frame& frame) const
{
    const QFontMetrics metrics = fontMetrics();
    painter.setPen(style::outline(palette()));
    if (m_content.kind == Kind::Lines) {
        const double step = niceStep(frame.most);
        for (int i = 1; i * step <= frame.most; ++i) {
            const double y = frame.y(i * step);
            painter.setPen(style::outline(palette()));
            painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
            painter.setPen(style::mutedText(palette()));
            painter.drawText(QRectF(0, y - 10, frame.plot.left() - gap, 20), Qt::AlignRight | Qt::AlignVCenter,
                             m_content.text(i * step));
        }
        painter.setPen(style::outline(palette()));
    }
    painter.drawLine(frame.plot.bottomLeft(), frame.plot.bottomRight());
    const double slot = frame.slot(m_content.categories.size());
    int widest = 1;
    for (const QString& name : m_content.categories) {
        widest = std::max(widest, metrics.horizontalAdvance(name) + gap);
    }
    // Where names do not fit beside each other, only some are written: each stays legible.
    const auto every = m_content.kind == Kind::Bars
        ? qsizetype{1}
        : std::max<qsizetype>(1, static_cast<qsizetype>(std::ceil(widest / slot)));
    for (qsizetype i = 0; i < m_content.categories.size(); i += every) {
        painter.setPen(palette().color(i == m_content.marked ? QPalette::Text : QPalette::PlaceholderText));
        const double room = slot * static_cast<double>(every);
        const QRectF place(frame.middle(i, m_content.categories.size()) - room / 2, frame.plot.bottom() + 3, room,
                           metrics.height() + 2);
        painter.drawText(place, Qt::AlignCenter, metrics.elidedText(m_content.categories[i], Qt::ElideRight, static_cast<int>(room)));
    }
}

void ValueChart::paintBars(QPainter& painter, const Frame& frame) const
{
    const QFontMetrics metrics = fontMetrics();
    const qsizetype count = m_content.categories.size();
    const double slot = frame.slot(count);
    const double width = std::min(slot * 0.72, 64.0);
    for (qsizetype i = 0; i < count; ++i) {
        double base = 0;
        const double x = frame.middle(i, count) - width / 2;
        for (const Series& series : m_content.series) {
            const double value = series.values[static_cast<std::size_t>(i)];
            const double top = value > 0 ? frame.y(base + value) : frame.y(base);
            const bool pale = m_content.marked >= 0 && i != m_content.marked;
            QColor fill = series.colour;
            painter.fillRect(QRectF(x, top, width, frame.y(base) - top), pale ? style::blend(fill, palette().color(QPalette::Base), 0.45) : fill);
            base += value;
        }
        const QString text = m_content.text(base);
        if (metrics.horizontalAdvance(text) <= slot) {
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(QRectF(frame.middle(i, count) - slot / 2, frame.y(base) - metrics.height() - 1, slot, metrics.height()),
                             Qt::AlignCenter, text);
        }
    }
}

void ValueChart::paintLines(QPainter& painter, const Frame& frame) const
{
    const qsizetype count = m_content.categories.size();
    for (const Series& series : m_content.series) {
        QPolygonF points;
        for (qsizetype i = 0; i < count; ++i) {
            points << QPointF(frame.middle(i, count), frame.y(series.values[static_cast<std::size_t>(i)]));
        }
        painter.setPen(QPen(series.colour, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(points);
        for (qsizetype i = 0; i < count; ++i) {
            const double radius = i == m_content.marked ? 5 : 3;
            painter.setBrush(series.colour);
            painter.drawEllipse(points[i], radius, radius);
        }
    }
}

bool ValueChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const Frame where = frame();
    const qsizetype count = m_content.categories.size();
    const auto category = static_cast<qsizetype>(std::floor((help->pos().x() - where.plot.left()) / where.slot(count)));
    if (category >= 0 && category < count) {
        QToolTip::showText(help->globalPos(), textOf(category), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

widgets::Figure ValueChart::figure(const QString& name) const
{
    return figureOf(name, m_content.title, [content = m_content] {
        auto chart = std::make_unique<ValueChart>();
        chart->setFont(style::figureFont());
        chart->setContent(content);
        return chart;
    });
}

} // namespace tilescape::ui::training
