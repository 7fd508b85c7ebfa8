#include "ui/layers/cell_origin.h"

#include "ui/layers/layers_model.h"
#include "ui/layers/layers_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"

namespace tilescape::ui::layers {

QString cellOrigin(int column, const tilescape::network::Layer& layer, const schedule::ScheduledLayer& scheduled)
{
    const cost::LayerCost& cost = scheduled.cost;
    switch (column) {
    case LayersModel::Cycles: return style::cyclesOrigin(cost);
    case LayersModel::PesBusy:
        return LayersText::tr("%1 operations, over the PEs of %2 tiles in %3 cycles")
                   .arg(style::count(cost.operations - cost.redundantOperations), style::count(static_cast<double>(scheduled.scheme.region.extent.size())), style::count(cost.cycles))
            + QLatin1Char('\n') + style::manualLine(style::Origin::BusyPes);
    case LayersModel::DramWords: return style::tensorOrigin(cost.accesses[Level::Dram], layer, LayersText::tr("words"), style::Origin::Words);
    case LayersModel::NocHops: return style::tensorOrigin(cost.nocHops, layer, LayersText::tr("word-hops"), style::Origin::Hops);
    case LayersModel::Energy:
    case LayersModel::Share: return style::energyOrigin(cost.energy);
    default: return {};
    }
}

} // namespace tilescape::ui::layers
