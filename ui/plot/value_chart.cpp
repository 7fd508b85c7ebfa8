#include "ui/plot/value_chart.h"

#include "ui/plot/chart_figure.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace tilescape::ui::plot {

namespace {

constexpr double chartMargin = 8;

} // namespace

ValueChart::ValueChart(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ValueChart::setContent(Content content)
{
    m_content = std::move(content);
    setAccessibleName(m_content.valueTitle);
    QStringList lines;
    for (std::size_t i = 0; i < static_cast<std::size_t>(m_content.categories.size()); ++i) {
        lines << textOf(i);
    }
    setAccessibleDescription(lines.join(QStringLiteral("\n")));
    update();
}

QString ValueChart::textOf(std::size_t category) const
{
    QStringList parts;
    const bool sums = m_content.kind == Chart::Kind::Stacked && m_content.series.size() > 1 && m_content.height(category) > 0;
    for (const Series& series : m_content.series) {
        QString value = m_content.tickText(series.values[category]);
        if (sums) {
            value = tr("%1 (%2)").arg(value, style::percentOf(series.values[category], m_content.height(category)));
        }
        parts << (m_content.series.size() > 1 ? tr("%1: %2").arg(series.name, value) : value);
    }
    return tr("%1: %2").arg(m_content.categories[static_cast<qsizetype>(category)], parts.join(QStringLiteral(", ")));
}

QString ValueChart::toolTipOf(std::size_t category) const
{
    QStringList lines{textOf(category), m_notes.value(static_cast<qsizetype>(category)), m_origin};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

ChartLayout ValueChart::chartLayout() const
{
    return layOut(m_content, QRectF(rect()).adjusted(chartMargin, chartMargin, -chartMargin, -chartMargin / 2), font());
}

void ValueChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().base());
    if (m_content.categories.isEmpty()) {
        painter.setPen(style::mutedText(palette()));
        painter.drawText(rect(), Qt::AlignCenter, m_content.valueTitle.isEmpty() ? QString() : tr("Nothing to show"));
        return;
    }
    paint(painter, m_content, chartLayout(), palette(), font());
}

bool ValueChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto category = chartLayout().categoryAt(m_content, help->pos().x())) {
        QToolTip::showText(help->globalPos(), toolTipOf(*category), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

widgets::Figure ValueChart::figure(const QString& name) const
{
    return chartFigure(name, m_content.valueTitle, m_content);
}

} // namespace tilescape::ui::plot
