#include "ui/energy/energy_chart_view.h"

#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/style/stale.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace tilescape::ui::energy {

namespace {

constexpr int smallestText = 11; ///< pixels
constexpr double textShare = 0.85; ///< of the window's font

} // namespace

EnergyChartView::EnergyChartView(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(tr("Energy by layer"));
}

void EnergyChartView::setChart(plot::Chart chart)
{
    m_chart = std::move(chart);
    update();
}

QFont EnergyChartView::plotFont() const
{
    QFont small = font();
    small.setPixelSize(std::max(smallestText, static_cast<int>(QFontInfo(font()).pixelSize() * textShare)));
    return small;
}

plot::ChartLayout EnergyChartView::chartLayout() const
{
    return plot::layOut(m_chart, QRectF(rect()).adjusted(6, 2, -4, -3), plotFont());
}

void EnergyChartView::setSelectedBar(std::optional<std::size_t> bar)
{
    m_selected = bar;
    update();
}

void EnergyChartView::setHoveredBar(std::optional<std::size_t> bar)
{
    m_hovered = bar;
    update();
}

void EnergyChartView::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    update();
}

std::optional<std::size_t> EnergyChartView::barAt(QPointF position) const
{
    const plot::ChartLayout layout = chartLayout();
    // Names belong to their bars, too.
    return position.y() >= layout.plot.top() ? layout.categoryAt(m_chart, position.x()) : std::nullopt;
}

void EnergyChartView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        if (const auto bar = barAt(event->position())) {
            Q_EMIT barClicked(*bar);
            return;
        }
    }
    QWidget::mousePressEvent(event);
}

void EnergyChartView::mouseMoveEvent(QMouseEvent* event)
{
    const auto bar = barAt(event->position());
    if (bar != m_hovered) {
        Q_EMIT barHovered(bar);
    }
    QWidget::mouseMoveEvent(event);
}

void EnergyChartView::keyPressEvent(QKeyEvent* event)
{
    const std::size_t bars = m_chart.categories.size();
    if (bars == 0 || event->modifiers().testFlag(Qt::ControlModifier)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::size_t last = bars - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        Q_EMIT barClicked(m_selected ? *m_selected - std::min<std::size_t>(*m_selected, 1) : last);
        return;
    case Qt::Key_Right:
        Q_EMIT barClicked(m_selected ? std::min(*m_selected + 1, last) : 0);
        return;
    case Qt::Key_Home:
        Q_EMIT barClicked(0);
        return;
    case Qt::Key_End:
        Q_EMIT barClicked(last);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void EnergyChartView::leaveEvent(QEvent* event)
{
    Q_EMIT barHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

bool EnergyChartView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTipOf) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto bar = barAt(help->pos());
        const double value = chartLayout().valueAt(help->pos().y());
        QToolTip::showText(help->globalPos(), bar ? style::literal(toolTipOf(*bar, value)) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void EnergyChartView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const plot::ChartLayout layout = chartLayout();
    painter.setOpacity(m_dimmed ? style::staleOpacity : 1);
    plot::paint(painter, m_chart, layout, palette(), plotFont());
    painter.setOpacity(1);
    const auto bars = static_cast<std::size_t>(m_chart.categories.size());
    QColor colour = style::selection(palette());
    if (m_selected && *m_selected < bars) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 2));
        painter.drawRoundedRect(layout.column(m_chart, *m_selected).adjusted(0, -1, 0, 1), 3, 3);
    }
    if (m_hovered && *m_hovered < bars) {
        colour.setAlphaF(0.10F);
        painter.fillRect(layout.column(m_chart, *m_hovered), colour);
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
        lines << tr("Total: %1").arg(style::energy(m_energy->total())) << style::manualLine(style::Origin::Energy);
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
        painter.setOpacity(m_dimmed ? style::staleOpacity : 1);
        paintEnergyTotal(painter, *m_energy, palette(), font(), QRectF(rect()));
    }
}

} // namespace tilescape::ui::energy
