#include "ui/gradient/gradient_bars.h"

#include "ui/gradient/gradient_colours.h"
#include "ui/gradient/gradient_text.h"
#include "ui/style/core_text.h"
#include "ui/plot/figure_legend.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::gradient {

using namespace tilescape::training::gradient;

namespace {

constexpr double besidePlot = 50;    ///< pixels for the axis, about
constexpr double networkWidth = 90;  ///< pixels of the first group: it is what counts
constexpr double narrowestGroup = 9; ///< pixels of a layer's
constexpr double highestBar = 2;     ///< what is higher is cut off
constexpr int margin = 8;

double timeOverSequential(const NetworkResult& result, std::size_t group, Strategy strategy)
{
    if (group == 0) {
        return static_cast<double>(result.trainingCycles(strategy)) / static_cast<double>(result.trainingCycles(Strategy::Sequential));
    }
    const LayerResult& layer = result.layers[group - 1];
    return static_cast<double>(layer.of(strategy).ticks) / static_cast<double>(layer.of(Strategy::Sequential).ticks);
}

QString groupLabel(const NetworkResult& result, std::size_t group)
{
    return group == 0 ? GradientText::tr("Network") : QString::fromStdString(result.layers[group - 1].product.layer);
}

} // namespace

GradientBars::GradientBars(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("gradientBars"));
    setAccessibleName(tr("Time by order, over the sequential order"));
    setMouseTracking(true);
}

void GradientBars::setResult(std::shared_ptr<const NetworkResult> result)
{
    m_result = std::move(result);
    QStringList parts;
    for (const Strategy strategy : shown) {
        if (m_result && !m_result->layers.empty()) {
            parts << tr("%1: %2").arg(style::coreText(labelOf(strategy)), QLocale().toString(value(0, strategy), 'f', 2));
        }
    }
    setAccessibleDescription(parts.isEmpty() ? QString() : tr("%1 layers; %2, %3").arg(m_result->layers.size()).arg(label(0), parts.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

void GradientBars::setSelected(std::optional<std::size_t> layer)
{
    m_selected = layer;
    update();
}

std::size_t GradientBars::groups() const { return m_result ? m_result->layers.size() + 1 : 0; }

double GradientBars::value(std::size_t group, Strategy strategy) const { return timeOverSequential(*m_result, group, strategy); }

QString GradientBars::label(std::size_t group) const { return groupLabel(*m_result, group); }

plot::Chart gradientChart(const NetworkResult& result, double width)
{
    plot::Chart chart;
    if (result.layers.empty()) {
        return chart;
    }
    chart.kind = plot::Chart::Kind::Grouped;
    chart.valueTitle = GradientText::tr("Time over that of the sequential order");
    chart.categoryTitle = GradientText::tr("Layer with weights");
    chart.numberTitle = GradientText::tr("Number among the layers with weights");
    chart.valueText = [](double value) { return QLocale().toString(value, 'f', 2); };
    chart.cap = highestBar;
    chart.reference = 1;
    const auto layers = static_cast<double>(result.layers.size());
    chart.firstWidth = std::max(1.0, networkWidth * layers / std::max(width - besidePlot - networkWidth, 1.0));
    for (std::size_t group = 0; group <= result.layers.size(); ++group) {
        chart.categories << groupLabel(result, group);
        chart.numbers.push_back(static_cast<long>(group));
    }
    for (const Strategy strategy : GradientBars::shown) {
        plot::Chart::Series series{style::coreText(labelOf(strategy)), strategyColour(strategy), {}};
        for (std::size_t group = 0; group <= result.layers.size(); ++group) {
            series.values.push_back(timeOverSequential(result, group, strategy));
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

widgets::Figure gradientTimesFigure(std::shared_ptr<const NetworkResult> result)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("gradient-times");
    figure.title = GradientText::tr("Time by order, over the sequential order");
    const auto chartFor = [result](double width) {
        plot::Chart chart = gradientChart(*result, width);
        chart.hasLegend = false; // the page places it
        plot::addTextures(chart);
        return chart;
    };
    figure.legend = plot::figureLegend(plot::chartLegend(chartFor(0)), true);
    figure.stretches = true;
    figure.heightFor = [chartFor](double width, const QFont& font) { return plot::naturalHeight(chartFor(width), width, font); };
    figure.paint = [chartFor](QPainter& painter, QSizeF size, const QFont& font) {
        const plot::Chart chart = chartFor(size.width());
        plot::paint(painter, chart, plot::layOut(chart, QRectF(QPointF(), size), font), style::paperPalette(), font);
    };
    return figure;
}

plot::Chart GradientBars::chart() const
{
    plot::Chart chart = gradientChart(*m_result, width() - 2 * margin);
    chart.hasLegend = false; // it stays where it is seen while the bars scroll
    return chart;
}

plot::ChartLayout GradientBars::chartLayout() const
{
    const double top = plot::legendInRows(legend(), visibleWidth(), font()).size.height() + margin / 2;
    return plot::layOut(chart(), QRectF(rect()).adjusted(margin, top, -margin, -margin / 2), font());
}

std::vector<plot::LegendEntry> GradientBars::legend() const
{
    std::vector<plot::LegendEntry> entries;
    for (const Strategy strategy : shown) {
        entries.push_back(plot::swatch(style::coreText(labelOf(strategy)), strategyColour(strategy)));
    }
    return entries;
}

double GradientBars::visibleWidth() const
{
    const double seen = visibleRegion().isEmpty() ? width() : visibleRegion().boundingRect().width();
    return std::max(seen - 2 * margin, 100.0);
}

QRectF GradientBars::groupRect(std::size_t group) const
{
    const QRectF column = chartLayout().column(chart(), group);
    return {column.left(), 0, column.width(), static_cast<double>(height())};
}

QSize GradientBars::sizeHint() const { return {minimumSizeHint().width(), 200}; }

QSize GradientBars::minimumSizeHint() const
{
    const auto layers = static_cast<double>(groups() > 0 ? groups() - 1 : 0);
    return {static_cast<int>(2 * margin + besidePlot + networkWidth + narrowestGroup * layers), 130};
}

void GradientBars::paintEvent(QPaintEvent*)
{
    if (!m_result) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const plot::Chart shownChart = chart();
    const plot::ChartLayout layout = chartLayout();
    plot::paint(painter, shownChart, layout, palette(), font());
    const double left = visibleRegion().isEmpty() ? 0 : visibleRegion().boundingRect().left();
    plot::paintLegend(painter, legend(), plot::legendInRows(legend(), visibleWidth(), font()), QPointF(left + margin, margin / 2.0),
                      palette().color(QPalette::Text), font());
    if (m_selected) {
        painter.setPen(QPen(style::selection(palette()), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(layout.column(shownChart, *m_selected + 1).adjusted(0, -2, 0, 1), 3, 3);
    }
}

std::optional<std::size_t> GradientBars::groupAt(double x) const
{
    return m_result ? chartLayout().categoryAt(chart(), x) : std::nullopt;
}

void GradientBars::mousePressEvent(QMouseEvent* event)
{
    const auto group = groupAt(event->position().x());
    if (event->button() == Qt::LeftButton && group && *group > 0) {
        Q_EMIT layerClicked(*group - 1);
        return;
    }
    QWidget::mousePressEvent(event);
}

QString GradientBars::toolTipOf(std::size_t group) const
{
    const auto cyclesOf = [&](Strategy strategy) {
        return style::exactCount(static_cast<double>(group == 0 ? m_result->trainingCycles(strategy) : m_result->layers[group - 1].of(strategy).cycles));
    };
    QStringList lines{label(group), tr("%1: %2 cycles").arg(style::coreText(labelOf(Strategy::Sequential)), cyclesOf(Strategy::Sequential))};
    for (const Strategy strategy : shown) {
        lines << tr("%1: %2 cycles, %3 of the sequential time").arg(style::coreText(labelOf(strategy)), cyclesOf(strategy), style::percent(value(group, strategy)));
    }
    lines << style::manualLine(style::Origin::GradientOrder);
    return lines.join(QLatin1Char('\n'));
}

bool GradientBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto group = groupAt(help->pos().x());
        QToolTip::showText(help->globalPos(), group ? toolTipOf(*group) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

widgets::Figure GradientBars::figure() const
{
    return gradientTimesFigure(m_result ? m_result : std::make_shared<const NetworkResult>());
}

} // namespace tilescape::ui::gradient
