#include "ui/layers/layer_changes.h"

#include "core/support/units.h"
#include "ui/layers/layers_model.h"
#include "ui/layers/layers_text.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"

#include <QLocale>

#include <cmath>

namespace tilescape::ui::layers {

namespace {

double energyOf(const schedule::ScheduledLayer* layer) { return layer ? layer->cost.energy.total() : 0; }
double cyclesOf(const schedule::ScheduledLayer* layer) { return layer ? layer->cost.cycles : 0; }

QString withSign(double value, const QString& size)
{
    return value == 0 ? size : (value < 0 ? QChar(0x2212) : QLatin1Char('+')) + size;
}

} // namespace

LayerChange layerChange(const tilescape::explore::LayerDifference& difference, const schedule::Schedule& baseline,
                        const schedule::Schedule& schedule)
{
    return {&difference, difference.before ? &baseline.layers[*difference.before] : nullptr,
            &schedule.layers[*difference.after]};
}

QVariant rawChange(int column, const LayerChange& layer)
{
    const double energy = energyOf(layer.after) - energyOf(layer.before);
    const double cycles = cyclesOf(layer.after) - cyclesOf(layer.before);
    switch (column) {
    case LayersModel::EnergyChange: return energy;
    case LayersModel::EnergyPercent: return layer.before ? energy / energyOf(layer.before) : QVariant();
    case LayersModel::CyclesChange: return cycles;
    case LayersModel::CyclesPercent: return layer.before ? cycles / cyclesOf(layer.before) : QVariant();
    case LayersModel::Changed: return style::layerChange(*layer.difference);
    default: return {};
    }
}

QString changeText(int column, const LayerChange& layer)
{
    const QVariant raw = rawChange(column, layer);
    const double value = raw.toDouble();
    switch (column) {
    case LayersModel::EnergyChange: return withSign(value, style::number(std::abs(value) / pjPerMillijoule));
    case LayersModel::EnergyPercent:
    case LayersModel::CyclesPercent:
        return raw.isValid() ? withSign(value, QLocale().toString(std::abs(value) * 100, 'f', 1)) : LayersText::tr("new");
    case LayersModel::CyclesChange: return withSign(value, style::exactCount(std::abs(value)));
    default: return raw.toString();
    }
}

QString changeToolTip(int column, const LayerChange& layer)
{
    switch (column) {
    case LayersModel::EnergyChange:
    case LayersModel::EnergyPercent:
        return LayersText::tr("Baseline %1, now %2: %3")
            .arg(style::energy(energyOf(layer.before)), style::energy(energyOf(layer.after)),
                 style::energyChange(energyOf(layer.before), energyOf(layer.after)));
    case LayersModel::CyclesChange:
    case LayersModel::CyclesPercent:
        return LayersText::tr("Baseline %1 cycles, now %2: %3")
            .arg(style::exactCount(cyclesOf(layer.before)), style::exactCount(cyclesOf(layer.after)),
                 style::countChange(cyclesOf(layer.before), cyclesOf(layer.after)));
    default: {
        const QString change = style::layerChange(*layer.difference);
        return change.isEmpty() ? LayersText::tr("It runs as in the baseline.") : change;
    }
    }
}

} // namespace tilescape::ui::layers
