#pragma once

#include "ui/charts/energy_bars.h"

#include <QFont>
#include <QPalette>

class QChart;
class QPainter;
class QRectF;

namespace tilescape::ui::charts {

enum class EnergyMeasure { Energy, Share };

/// Fills `chart` with stacked bars and axes in these colours and this font. Old series and axes are dropped, which
/// is faster than to change them value by value.
void fillEnergyChart(QChart& chart, const std::vector<EnergyBar>& bars, EnergyMeasure measure, const QPalette& palette,
                     const QFont& font);

/// Makes room for the bars' names beneath the plot and for the legend beside it, and puts ticks where there is room for
/// their numbers; to be called again when the chart's size changes.
void fitLabels(QChart& chart, const std::vector<EnergyBar>& bars, const QFont& font);

/// The names, flat where they fit, else upright, and only every so many where bars are narrow, and the legend (Qt Charts would
/// show dots instead). In coordinates of the chart.
void paintLabels(QPainter& painter, const QChart& chart, const std::vector<EnergyBar>& bars, const QPalette& palette,
                    const QFont& font);

/// The total of the network as one lying bar with its sum.
void paintEnergyTotal(QPainter& painter, const cost::Energy& energy, const QPalette& palette, const QFont& font,
                      const QRectF& area);

} // namespace tilescape::ui::charts
