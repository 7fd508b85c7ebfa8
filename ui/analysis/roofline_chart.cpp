#include "ui/analysis/roofline_chart.h"

#include "ui/analysis/analysis_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/stale.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::analysis {

namespace {

constexpr int chartMargin = 9;
constexpr double figureShape = 0.62;
constexpr double textShare = 0.85; ///< of the window's font

QFont chartFont(const QFont& font)
{
    QFont small = font;
    small.setPixelSize(std::max(static_cast<int>(style::smallestText), static_cast<int>(QFontInfo(font).pixelSize() * textShare)));
    return small;
}

} // namespace

RooflineChart::RooflineChart(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(tr("Roofline"));
}

void RooflineChart::setRoofline(std::optional<tilescape::explore::Roofline> roofline)
{
    m_roofline = std::move(roofline);
    QStringList lines;
    for (std::size_t i = 0; m_roofline && i < m_roofline->points.size(); ++i) {
        lines << pointToolTip(i).replace(QLatin1Char('\n'), QStringLiteral(", "));
    }
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    update();
}

void RooflineChart::setSelected(std::optional<std::size_t> layer)
{
    m_selected = layer;
    update();
}

void RooflineChart::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    update();
}

RooflineLayout RooflineChart::chartLayout() const
{
    return layOutRoofline(*m_roofline, QRectF(rect()).adjusted(chartMargin, 3, -chartMargin, -3), chartFont(font()));
}

QString RooflineChart::pointToolTip(std::size_t index) const
{
    const tilescape::explore::RooflinePoint& point = m_roofline->points[index];
    const QString intensity = std::isfinite(point.operationsPerByte)
                                  ? tr("%1 operations per byte of DRAM traffic").arg(style::number(point.operationsPerByte))
                                  : tr("no DRAM traffic");
    const QString name = QString::fromStdString(point.name);
    return tr("%1\n%2 GOPS, %3 of the peak\n%4\n%5")
        .arg(point.segment ? tr("Segment %1: %2").arg(*point.segment).arg(name) : name, style::number(point.gops),
             style::percentOf(point.gops, m_roofline->peakGops), intensity, style::seconds(point.seconds));
}

void RooflineChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (m_roofline) {
        painter.setOpacity(m_dimmed ? style::staleOpacity : 1);
        paintRoofline(painter, *m_roofline, chartLayout(), m_selected, palette(), chartFont(font()));
    }
}

void RooflineChart::mousePressEvent(QMouseEvent* event)
{
    const auto point = m_roofline ? chartLayout().pointAt(event->position()) : std::nullopt;
    if (point && event->button() == Qt::LeftButton) {
        Q_EMIT layerClicked(m_roofline->points[*point].layers.front());
        return;
    }
    QWidget::mousePressEvent(event);
}

bool RooflineChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto point = m_roofline ? chartLayout().pointAt(help->pos()) : std::nullopt;
        QToolTip::showText(help->globalPos(), point ? style::literal(pointToolTip(*point)) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

widgets::Figure rooflineFigure(const tilescape::explore::Roofline& roofline)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("roofline");
    figure.title = AnalysisText::tr("Roofline");
    figure.stretches = true;
    figure.heightFor = [](double width, const QFont&) { return figureShape * width; };
    figure.paint = [roofline](QPainter& painter, QSizeF size, const QFont& font) {
        paintRoofline(painter, roofline, layOutRoofline(roofline, QRectF(QPointF(), size), font), std::nullopt, style::paperPalette(), font);
    };
    return figure;
}

} // namespace tilescape::ui::analysis
