#include "ui/charts/energy_chart_view.h"

#include "ui/charts/energy_picture.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QChart>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include <cmath>

namespace tilescape::ui::charts {

EnergyChartView::EnergyChartView(QChart* chart, QWidget* parent) : QChartView(chart, parent)
{
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    setFrameShape(NoFrame);
    setContextMenuPolicy(Qt::NoContextMenu); // the chart's menu is that of the widget around it
    setAccessibleName(tr("Energy by layer"));
}

void EnergyChartView::setBars(std::vector<EnergyBar> bars, const QFont& labelFont)
{
    m_bars = std::move(bars);
    m_labelFont = labelFont;
    viewport()->update();
}

void EnergyChartView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    fitLabels(*chart(), m_bars, m_labelFont);
}

void EnergyChartView::setSelectedBar(std::optional<std::size_t> bar)
{
    m_selected = bar;
    viewport()->update();
}

void EnergyChartView::setHoveredBar(std::optional<std::size_t> bar)
{
    m_hovered = bar;
    viewport()->update();
}

void EnergyChartView::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    viewport()->update();
}

QPointF EnergyChartView::valueAt(QPointF position) const
{
    return chart()->mapToValue(chart()->mapFromScene(mapToScene(position.toPoint())));
}

std::optional<std::size_t> EnergyChartView::barAt(QPointF position) const
{
    const QPointF inChart = chart()->mapFromScene(mapToScene(position.toPoint()));
    if (m_bars.empty() || !chart()->plotArea().contains(inChart)) {
        return std::nullopt;
    }
    const double bar = std::round(valueAt(position).x());
    return bar >= 0 && bar < static_cast<double>(m_bars.size()) ? std::optional(static_cast<std::size_t>(bar)) : std::nullopt;
}

QRectF EnergyChartView::columnRect(std::size_t bar) const
{
    const double center = static_cast<double>(bar);
    const double left = chart()->mapToPosition(QPointF(center - 0.5, 0)).x();
    const double right = chart()->mapToPosition(QPointF(center + 0.5, 0)).x();
    const QRectF plot = chart()->plotArea();
    return {chart()->mapToScene(QPointF(left, plot.top())), QSizeF(right - left, plot.height())};
}

void EnergyChartView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        if (const auto bar = barAt(event->position())) {
            Q_EMIT barClicked(*bar);
            return;
        }
    }
    QChartView::mousePressEvent(event);
}

void EnergyChartView::mouseMoveEvent(QMouseEvent* event)
{
    const auto bar = barAt(event->position());
    if (bar != m_hovered) {
        Q_EMIT barHovered(bar);
    }
    QChartView::mouseMoveEvent(event);
}

void EnergyChartView::leaveEvent(QEvent* event)
{
    Q_EMIT barHovered(std::nullopt);
    QChartView::leaveEvent(event);
}

bool EnergyChartView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTipOf) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto bar = barAt(help->pos());
        QToolTip::showText(help->globalPos(), bar ? style::literal(toolTipOf(*bar, valueAt(help->pos()).y())) : QString(), viewport());
        return true;
    }
    return QChartView::viewportEvent(event);
}

void EnergyChartView::drawForeground(QPainter* painter, const QRectF&)
{
    if (m_bars.empty()) {
        return;
    }
    paintLabels(*painter, *chart(), m_bars, palette(), m_labelFont);
    if (m_dimmed) {
        QColor veil = palette().color(QPalette::Base);
        veil.setAlphaF(0.55F);
        painter->fillRect(sceneRect(), veil);
    }
    QColor colour = style::selection(palette());
    painter->setBrush(Qt::NoBrush);
    if (m_hovered && *m_hovered < m_bars.size()) {
        colour.setAlphaF(0.10F);
        painter->fillRect(columnRect(*m_hovered), colour);
    }
    if (m_selected && *m_selected < m_bars.size()) {
        painter->setPen(QPen(style::selection(palette()), 2));
        painter->drawRoundedRect(columnRect(*m_selected).adjusted(0, -1, 0, 1), 3, 3);
    }
}

EnergyTotalStrip::EnergyTotalStrip(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Energy of the network"));
}

void EnergyTotalStrip::setEnergy(std::optional<cost::Energy> energy)
{
    m_energy = energy;
    QStringList lines;
    if (m_energy) {
        for (const Component component : allComponents) {
            const double part = partOf(*m_energy, component);
            lines << tr("%1: %2, %3").arg(componentLabel(component), style::energy(part),
                                          style::percentOf(part, m_energy->total()));
        }
        lines << tr("Total: %1").arg(style::energy(m_energy->total()));
    }
    setToolTip(lines.join(QLatin1Char('\n')));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    setVisible(m_energy.has_value());
    update();
}

void EnergyTotalStrip::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    update();
}

QSize EnergyTotalStrip::sizeHint() const { return {200, fontMetrics().height() + 4}; }

void EnergyTotalStrip::paintEvent(QPaintEvent*)
{
    if (m_energy) {
        QPainter painter(this);
        painter.setOpacity(m_dimmed ? 0.45 : 1);
        paintEnergyTotal(painter, *m_energy, palette(), font(), QRectF(rect()));
    }
}

} // namespace tilescape::ui::charts
