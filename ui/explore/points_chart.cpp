#include "ui/explore/points_chart.h"

#include "ui/explore/points_figure.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_menu.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::explore {

namespace {

constexpr double border = 8; ///< pixels around the chart

} // namespace

PointsChart::PointsChart(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("pointsChart"));
    setAccessibleName(tr("Points"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    widgets::addFigureExport(this, [this] { return figure(); }, [this] { return m_projectText ? m_projectText() : QByteArray(); });
}

void PointsChart::setContent(ChartContent content)
{
    const std::optional<std::size_t> before = chosen();
    m_content = std::move(content);
    m_pickedAxis.reset();
    setAccessibleDescription(tr("%n points", nullptr, static_cast<int>(pointCount())));
    setChosen(before);
}

std::optional<std::size_t> PointsChart::chosen() const
{
    const auto index = std::visit([](const auto& chart) { return chart.chosen; }, m_content.chart);
    return index ? std::optional(m_content.numbers[*index]) : std::nullopt;
}

void PointsChart::setChosen(std::optional<std::size_t> number)
{
    const auto& numbers = m_content.numbers;
    const auto found = number ? std::find(numbers.begin(), numbers.end(), *number) : numbers.end();
    const auto index = found == numbers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - numbers.begin()));
    std::visit([&](auto& chart) { chart.chosen = index; }, m_content.chart);
    update();
}

QRectF PointsChart::chartArea() const { return QRectF(rect()).adjusted(border, border, -border, -border / 2); }

QPointF PointsChart::placeOf(std::size_t index) const
{
    if (const auto* chart = std::get_if<plot::Scatter>(&m_content.chart)) {
        return layOut(*chart, chartArea(), font()).at(chart->points[index]);
    }
    if (const auto* map = std::get_if<plot::HeatMap>(&m_content.chart)) {
        return layOut(*map, chartArea(), font()).cell(*map, map->cells[index]).center();
    }
    const plot::ParallelAxes& axes = parallelAxes();
    const plot::ParallelLayout layout = layOut(axes, chartArea(), font());
    const auto height = [&](std::size_t axis) { return layout.y(axes, axis, axes.points[index].values[axis]); };
    return {(layout.x(0) + layout.x(1)) / 2, (height(0) + height(1)) / 2};
}

std::optional<std::size_t> PointsChart::pointAt(QPointF place) const
{
    return std::visit([&](const auto& chart) { return layOut(chart, chartArea(), font()).pointAt(chart, place); }, m_content.chart);
}

void PointsChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().base());
    if (pointCount() == 0) {
        painter.setPen(style::mutedText(palette()));
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    paintChart(painter, m_content, chartArea(), palette(), font());
}

widgets::Figure PointsChart::figure() const { return pointsFigure(QStringLiteral("explore"), m_figureTitle, m_content); }

bool PointsChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto index = pointAt(help->pos());
    if (index && m_describe) {
        QToolTip::showText(help->globalPos(), m_describe(m_content.numbers[*index]), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

void PointsChart::mousePressEvent(QMouseEvent* event)
{
    const auto* axes = std::get_if<plot::ParallelAxes>(&m_content.chart);
    m_pickedAxis = axes && event->button() == Qt::LeftButton ? layOut(*axes, chartArea(), font()).axisAt(event->position()) : std::nullopt;
    m_pickFrom = event->position().y();
}

/// From where the mouse was pressed to here; a click picks out all.
void PointsChart::pick(double toY)
{
    auto& axes = std::get<plot::ParallelAxes>(m_content.chart);
    const plot::ParallelLayout layout = layOut(axes, chartArea(), font());
    const double from = layout.valueAt(axes, *m_pickedAxis, m_pickFrom);
    const double to = layout.valueAt(axes, *m_pickedAxis, toY);
    auto& picked = axes.axes[*m_pickedAxis].picked;
    picked = std::abs(toY - m_pickFrom) < QApplication::startDragDistance() / 2.0 ? std::nullopt
                                                                                : std::optional(std::pair(std::min(from, to), std::max(from, to)));
    update();
}

void PointsChart::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pickedAxis) {
        pick(event->position().y());
        return;
    }
    setCursor(pointAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PointsChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pickedAxis) {
        pick(event->position().y());
        m_pickedAxis.reset();
        return;
    }
    const auto index = pointAt(event->position());
    if (index && event->button() == Qt::LeftButton) {
        setChosen(m_content.numbers[*index]);
        Q_EMIT pointAsked(m_content.numbers[*index]);
    }
}

/// To the next point, from left to right and then upwards.
void PointsChart::step(int by)
{
    std::vector<std::pair<std::pair<double, double>, std::size_t>> order;
    for (std::size_t i = 0; i < pointCount(); ++i) {
        const QPointF place = placeOf(i);
        order.push_back({{place.x(), -place.y()}, m_content.numbers[i]});
    }
    std::sort(order.begin(), order.end());
    const auto now = chosen();
    const auto found = std::find_if(order.begin(), order.end(), [&](const auto& each) { return now && each.second == *now; });
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    const std::ptrdiff_t place = found == order.end() ? (by > 0 ? 0 : last) : std::clamp<std::ptrdiff_t>(found - order.begin() + by, 0, last);
    setChosen(order[static_cast<std::size_t>(place)].second);
}

void PointsChart::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by != 0 && pointCount() > 0) {
        step(by);
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && chosen()) {
        Q_EMIT pointAsked(*chosen());
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace tilescape::ui::explore
