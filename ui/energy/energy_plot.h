#pragma once

#include "ui/energy/energy_bars.h"
#include "ui/plot/chart.h"

namespace tilescape::ui::energy {

enum class EnergyMeasure { Energy, Share };

/// Stacked bars of what there is any energy of; bars of layers in the order in which these run. With the name of a baseline
/// each has a twin on its left, of the same layers there.
plot::Chart energyPlot(const std::vector<EnergyBar>& bars, EnergyMeasure measure, const QString& baseline = {});

/// What a bar's picojoules are multiplied with to be shown on the axis of `energyPlot`.
double energyFactor(const std::vector<EnergyBar>& bars, std::size_t bar, EnergyMeasure measure);

/// By which the components are told apart in grey.
plot::Texture componentTexture(Component component);
/// The chart with these textures.
plot::Chart texturedPlot(const std::vector<EnergyBar>& bars, EnergyMeasure measure, const QString& baselineName = {});

/// The total of the network as one lying bar with its sum. `textured`: as in a chart with textures.
void paintEnergyTotal(QPainter& painter, const cost::Energy& energy, const QPalette& palette, const QFont& font,
                      const QRectF& area, bool textured = false);

} // namespace tilescape::ui::energy
