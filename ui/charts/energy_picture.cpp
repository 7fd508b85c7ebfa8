#include "ui/charts/energy_picture.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QCoreApplication>
#include <QGraphicsLayout>
#include <QLegend>
#include <QPainter>
#include <QStackedBarSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::charts {

namespace {

constexpr double besidePlot = 130;  ///< axis and legend, about
constexpr double longestLabel = 96; ///< pixels
constexpr double labelGap = 6;
constexpr double legendMarker = 26; ///< and the space around it
constexpr double legendLine = 1.4;  ///< heights of a line from one entry to the next
constexpr double tickRoom = 2;      ///< the same from one tick to the next
constexpr const char* highestProperty = "highest"; ///< of an axis: what it has to reach

QString tr(const char* text) { return QCoreApplication::translate("EnergyChart", text); }

/// What a bar's part is multiplied with to be shown.
double factorOf(const EnergyBar& bar, EnergyMeasure measure, const style::EnergyUnit& unit)
{
    if (measure == EnergyMeasure::Energy) {
        return 1 / unit.pj;
    }
    const double total = bar.energy.total();
    return total > 0 ? 100 / total : 0;
}

QStackedBarSeries* seriesOf(const std::vector<EnergyBar>& bars, EnergyMeasure measure, const style::EnergyUnit& unit)
{
    auto* series = new QStackedBarSeries;
    series->setBarWidth(bars.size() > 40 ? 0.92 : 0.7);
    for (const Component component : allComponents) {
        auto* set = new QBarSet(componentLabel(component));
        set->setColor(style::componentColour(static_cast<int>(component)));
        set->setPen(Qt::NoPen);
        QList<qreal> values;
        for (const EnergyBar& bar : bars) {
            values << partOf(bar.energy, component) * factorOf(bar, measure, unit);
        }
        set->append(values);
        series->append(set);
    }
    return series;
}

void styleAxis(QAbstractAxis& axis, const QPalette& palette, const QFont& font)
{
    axis.setLabelsFont(font);
    axis.setTitleFont(font);
    axis.setLabelsColor(palette.color(QPalette::WindowText));
    axis.setTitleBrush(palette.color(QPalette::WindowText));
    axis.setLinePenColor(style::outline(palette));
    axis.setGridLinePen(QPen(style::outline(palette), 0.6));
}

void addAxes(QChart& chart, QStackedBarSeries& series, const std::vector<EnergyBar>& bars, EnergyMeasure measure,
             const style::EnergyUnit& unit, const QPalette& palette, const QFont& font)
{
    QStringList labels;
    double highest = 0;
    for (const EnergyBar& bar : bars) {
        labels << bar.label; // never shown, but an axis needs its categories
        highest = std::max(highest, bar.energy.total() / unit.pj);
    }
    auto* across = new QBarCategoryAxis;
    across->append(labels);
    styleAxis(*across, palette, font);
    across->setGridLineVisible(false);
    across->setLabelsVisible(false);
    chart.addAxis(across, Qt::AlignBottom);
    series.attachAxis(across);

    auto* up = new QValueAxis;
    up->setProperty(highestProperty, measure == EnergyMeasure::Share ? 100 : highest > 0 ? highest : 1);
    up->setLabelFormat(QStringLiteral("%.3g"));
    up->setTitleText(measure == EnergyMeasure::Share ? tr("Share, %") : tr("Energy, %1").arg(unit.name));
    styleAxis(*up, palette, font);
    chart.addAxis(up, Qt::AlignLeft);
    series.attachAxis(up);
}

/// As many ticks as have room for their numbers: without room Qt Charts shows dots in their place.
void fitTicks(QChart& chart, const QFontMetricsF& metrics)
{
    const QMargins margins = chart.margins();
    const double plot = chart.size().height() - margins.top() - margins.bottom();
    for (QAbstractAxis* axis : chart.axes(Qt::Vertical)) {
        auto* up = qobject_cast<QValueAxis*>(axis);
        const double highest = up ? up->property(highestProperty).toDouble() : 0;
        if (highest > 0) {
            for (int ticks = 5; ticks >= 2; --ticks) {
                up->setRange(0, highest);
                up->setTickCount(ticks);
                up->applyNiceNumbers();
                if ((up->tickCount() - 1) * tickRoom * metrics.height() <= plot) {
                    break;
                }
            }
        }
    }
}

/// What there is any of.
std::vector<Component> shownComponents(const std::vector<EnergyBar>& bars)
{
    std::vector<Component> shown;
    for (const Component component : allComponents) {
        if (std::any_of(bars.begin(), bars.end(), [component](const EnergyBar& bar) { return partOf(bar.energy, component) > 0; })) {
            shown.push_back(component);
        }
    }
    return shown;
}

double legendWidth(const std::vector<EnergyBar>& bars, const QFontMetricsF& metrics)
{
    double longest = 0;
    for (const Component component : shownComponents(bars)) {
        longest = std::max(longest, metrics.horizontalAdvance(componentLabel(component)));
    }
    return longest + legendMarker;
}

/// Beside the plot and its names, as high as the chart, so that a low one shows all of it.
void paintLegend(QPainter& painter, const QChart& chart, const std::vector<EnergyBar>& bars, const QFontMetricsF& metrics)
{
    const std::vector<Component> shown = shownComponents(bars);
    const double top = chart.margins().top();
    const double room = (chart.size().height() - top) / static_cast<double>(std::max<std::size_t>(shown.size(), 1));
    const double line = std::min(legendLine * metrics.height(), room);
    const double left = chart.size().width() - legendWidth(bars, metrics) + labelGap;
    const double side = std::min(0.6 * metrics.height(), 0.8 * line);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const double middle = top + (static_cast<double>(i) + 0.5) * line;
        painter.fillRect(QRectF(left, middle - side / 2, side, side), style::componentColour(static_cast<int>(shown[i])));
        painter.drawText(QPointF(left + side + labelGap, middle + (metrics.ascent() - metrics.descent()) / 2),
                         componentLabel(shown[i]));
    }
}

double longestName(const std::vector<EnergyBar>& bars, const QFontMetricsF& metrics)
{
    double longest = 0;
    for (const EnergyBar& bar : bars) {
        longest = std::max(longest, metrics.horizontalAdvance(bar.label));
    }
    return std::min(longest, longestLabel);
}

bool namesLieFlat(const QChart& chart, const std::vector<EnergyBar>& bars, const QFontMetricsF& metrics)
{
    const double room = (chart.size().width() - besidePlot) / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
    return longestName(bars, metrics) + labelGap <= room;
}

} // namespace

void fitLabels(QChart& chart, const std::vector<EnergyBar>& bars, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const double names = bars.empty() ? 0 : namesLieFlat(chart, bars, metrics) ? metrics.height() : longestName(bars, metrics);
    const double legend = bars.empty() ? 4 : legendWidth(bars, metrics);
    chart.setMargins(QMargins(4, 6, static_cast<int>(std::ceil(legend)), static_cast<int>(std::ceil(names)) + 2));
    fitTicks(chart, metrics);
}

void paintLabels(QPainter& painter, const QChart& chart, const std::vector<EnergyBar>& bars, const QPalette& palette,
                    const QFont& font)
{
    const QFontMetricsF metrics(font);
    const QRectF plot = chart.plotArea();
    const double width = plot.width() / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
    const bool flat = namesLieFlat(chart, bars, metrics);
    const auto step = flat ? std::size_t{1} : static_cast<std::size_t>(std::ceil(metrics.height() / std::max(width, 0.1)));
    painter.setFont(font);
    painter.setPen(palette.color(QPalette::WindowText));
    for (std::size_t i = 0; i < bars.size(); i += step) {
        const QString name = metrics.elidedText(bars[i].label, Qt::ElideMiddle, longestLabel);
        const double middle = plot.left() + (static_cast<double>(i) + 0.5) * width;
        const double length = metrics.horizontalAdvance(name);
        painter.save();
        painter.translate(middle, plot.bottom() + labelGap);
        if (flat) {
            painter.drawText(QPointF(-length / 2, metrics.ascent()), name);
        } else {
            painter.rotate(-90);
            painter.drawText(QPointF(-length, metrics.ascent() - metrics.height() / 2), name);
        }
        painter.restore();
    }
    paintLegend(painter, chart, bars, metrics);
}

void fillEnergyChart(QChart& chart, const std::vector<EnergyBar>& bars, EnergyMeasure measure, const QPalette& palette,
                     const QFont& font)
{
    chart.removeAllSeries();
    for (QAbstractAxis* axis : chart.axes()) {
        axis->hide(); // what it has drawn would stay until the event loop runs
        chart.removeAxis(axis);
        delete axis;
    }
    chart.setAnimationOptions(QChart::NoAnimation);
    fitLabels(chart, bars, font);
    chart.layout()->setContentsMargins(0, 0, 0, 0);
    chart.setBackgroundRoundness(0);
    chart.setBackgroundBrush(palette.color(QPalette::Base));
    chart.legend()->hide(); // it would cut entries off where the chart is low
    if (bars.empty()) {
        return;
    }
    double highest = 0;
    for (const EnergyBar& bar : bars) {
        highest = std::max(highest, bar.energy.total());
    }
    const style::EnergyUnit unit = style::energyUnit(highest);
    QStackedBarSeries* series = seriesOf(bars, measure, unit);
    chart.addSeries(series);
    addAxes(chart, *series, bars, measure, unit, palette, font);
    fitLabels(chart, bars, font);
}

void paintEnergyTotal(QPainter& painter, const cost::Energy& energy, const QPalette& palette, const QFont& font,
                      const QRectF& area)
{
    const QString text = tr("Total %1").arg(style::energy(energy.total()));
    const double textWidth = QFontMetricsF(font).horizontalAdvance(text) + 10;
    painter.setFont(font);
    painter.setPen(palette.color(QPalette::WindowText));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, text);
    const QRectF track = area.adjusted(textWidth, 3, 0, -3);
    double left = track.left();
    for (const Component component : allComponents) {
        const double width = energy.total() > 0 ? partOf(energy, component) / energy.total() * track.width() : 0;
        painter.fillRect(QRectF(left, track.top(), width, track.height()),
                         style::componentColour(static_cast<int>(component)));
        left += width;
    }
}

} // namespace tilescape::ui::charts
