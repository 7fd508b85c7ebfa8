#include "ui/energy/energy_plot.h"

#include "ui/energy/energy_text.h"
#include "ui/plot/bar.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::energy {

namespace {

style::EnergyUnit unitOf(const std::vector<EnergyBar>& bars)
{
    double highest = 0;
    for (const EnergyBar& bar : bars) {
        highest = std::max({highest, bar.energy.total(), bar.before.total()});
    }
    return style::energyUnit(highest);
}

} // namespace

double energyFactor(const std::vector<EnergyBar>& bars, std::size_t bar, EnergyMeasure measure)
{
    if (measure == EnergyMeasure::Energy) {
        return 1 / unitOf(bars).pj;
    }
    const double total = bars[bar].energy.total();
    return total > 0 ? 100 / total : 0;
}

namespace {

/// What a twin's picojoules are multiplied with.
double twinFactor(const std::vector<EnergyBar>& bars, std::size_t bar, EnergyMeasure measure)
{
    if (measure == EnergyMeasure::Energy) {
        return energyFactor(bars, bar, measure);
    }
    const double total = bars[bar].before.total();
    return total > 0 ? 100 / total : 0;
}

} // namespace

plot::Chart energyPlot(const std::vector<EnergyBar>& bars, EnergyMeasure measure, const QString& baseline)
{
    plot::Chart chart;
    const bool share = measure == EnergyMeasure::Share;
    chart.valueTitle =
        share ? EnergyText::tr("Share of energy (%)") : EnergyText::tr("Energy (%1)").arg(unitOf(bars).name);
    const std::size_t layersOfBar = bars.empty() ? 1 : bars.front().layers.size();
    chart.categoryTitle =
        layersOfBar > 1 ? EnergyText::tr("Layer, %1 a bar").arg(layersOfBar) : EnergyText::tr("Layer");
    chart.numberTitle = layersOfBar > 1 ? EnergyText::tr("Layer number, %1 layers a bar").arg(layersOfBar)
                                        : EnergyText::tr("Layer number");
    chart.exactEnd = share;
    for (const EnergyBar& bar : bars) {
        chart.categories << bar.label;
        chart.numbers.push_back(chart.lastNumber + 1);
        chart.lastNumber += static_cast<long>(bar.layers.size());
    }
    for (const Component component : allComponents) {
        plot::Chart::Series series{componentLabel(component), style::componentColour(static_cast<int>(component)), {}};
        for (std::size_t i = 0; i < bars.size(); ++i) {
            series.values.push_back(partOf(bars[i].energy, component) * energyFactor(bars, i, measure));
        }
        std::vector<double> twin(bars.size(), 0);
        for (std::size_t i = 0; i < bars.size() && !baseline.isEmpty(); ++i) {
            twin[i] = partOf(bars[i].before, component) * twinFactor(bars, i, measure);
        }
        const auto isThere = [](double value) { return value > 0; };
        if (std::any_of(series.values.begin(), series.values.end(), isThere) || std::any_of(twin.begin(), twin.end(), isThere)) {
            chart.series.push_back(std::move(series));
            if (!baseline.isEmpty()) {
                chart.twins.push_back(std::move(twin));
            }
        }
    }
    chart.twinName = baseline;
    return chart;
}

plot::Texture componentTexture(Component component)
{
    std::vector<QColor> colours;
    for (const Component one : allComponents) {
        colours.push_back(style::componentColour(static_cast<int>(one)));
    }
    return plot::texturesFor(colours)[static_cast<std::size_t>(component)];
}

plot::Chart texturedPlot(const std::vector<EnergyBar>& bars, EnergyMeasure measure, const QString& baselineName)
{
    plot::Chart chart = energyPlot(bars, measure, baselineName);
    for (const Component component : allComponents) {
        for (plot::Chart::Series& series : chart.series) {
            if (series.name == componentLabel(component)) {
                series.texture = componentTexture(component);
            }
        }
    }
    return chart;
}

void paintEnergyTotal(QPainter& painter, const cost::Energy& energy, const QPalette& palette, const QFont& font,
                      const QRectF& area, bool textured)
{
    const QString text = EnergyText::tr("Total %1").arg(style::energy(energy.total()));
    const double textWidth = QFontMetricsF(font).horizontalAdvance(text) + 10;
    painter.setFont(font);
    painter.setPen(palette.color(QPalette::WindowText));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, text);
    const QRectF track = area.adjusted(textWidth, 3, 0, -3);
    std::vector<plot::BarPart> parts;
    for (const Component component : allComponents) {
        parts.push_back({partOf(energy, component), style::componentColour(static_cast<int>(component)), {}, false,
                         textured ? componentTexture(component) : plot::Texture::Plain});
    }
    plot::paintBar(painter, parts, plot::layOutBar(parts, energy.total(), track));
}

} // namespace tilescape::ui::energy
