#include "ui/layers/layer_cells.h"

#include "ui/layers/layers_model.h"
#include "ui/style/format.h"
#include "ui/style/scheme_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace tilescape::ui::layers {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("LayersModel", text); }

constexpr double pjPerMillijoule = 1e9;

double sum(const PerTensor<double>& values)
{
    return values[Tensor::Weight] + values[Tensor::Input] + values[Tensor::Output];
}

QString kindText(const tilescape::network::Layer& layer)
{
    if (tilescape::network::isDepthwise(layer)) {
        return tr("depthwise");
    }
    static constexpr std::array<const char*, std::variant_size_v<tilescape::network::LayerKind>> names{
        QT_TRANSLATE_NOOP("LayersModel", "convolution"), QT_TRANSLATE_NOOP("LayersModel", "fully connected"),
        QT_TRANSLATE_NOOP("LayersModel", "pooling"), QT_TRANSLATE_NOOP("LayersModel", "element-wise"),
        QT_TRANSLATE_NOOP("LayersModel", "transposed convolution"), QT_TRANSLATE_NOOP("LayersModel", "unpooling"),
        QT_TRANSLATE_NOOP("LayersModel", "gradient of weights"), QT_TRANSLATE_NOOP("LayersModel", "matrix product")};
    return tr(names[layer.kind.index()]);
}

QString blockingText(const dataflow::Blocking& blocking)
{
    static constexpr PerLoop<char> letters{{'i', 'o', 'b'}};
    QStringList parts;
    for (const Loop loop : blocking.order[0]) {
        const Count rounds = blocking.factors[loop][0];
        if (rounds > 1) {
            parts << QLatin1Char(letters[loop]) + QString::number(rounds);
        }
    }
    return parts.join(QLatin1Char(' '));
}

QVariant scheduledValue(int column, const schedule::ScheduledLayer& scheduled, double totalPj)
{
    const cost::LayerCost& cost = scheduled.cost;
    switch (column) {
    case LayersModel::Segment: return QVariant::fromValue<qlonglong>(scheduled.slot.segment);
    case LayersModel::Region: return QVariant::fromValue<qlonglong>(scheduled.slot.region);
    case LayersModel::Tiles: return QVariant::fromValue<qlonglong>(scheduled.scheme.region.extent.size());
    case LayersModel::Dataflow: return dataflowText(scheduled.scheme);
    case LayersModel::Cycles: return cost.cycles;
    case LayersModel::BoundBy: return style::boundText(cost.boundBy());
    case LayersModel::PesBusy: return scheduled.peUtilization;
    case LayersModel::DramWords: return sum(cost.accesses[Level::Dram]);
    case LayersModel::NocHops: return sum(cost.nocHops);
    case LayersModel::Energy: return cost.energy.total();
    case LayersModel::Share: return totalPj > 0 ? cost.energy.total() / totalPj : 0.0;
    default: return {};
    }
}

} // namespace

const ColumnKind& columnKind(int column)
{
    static const std::array<ColumnKind, LayersModel::ColumnCount> kinds{{
        {QT_TRANSLATE_NOOP("LayersModel", "Layer"), "layer", QT_TRANSLATE_NOOP("LayersModel", "Name in the network."), false},
        {QT_TRANSLATE_NOOP("LayersModel", "Kind"), "kind", QT_TRANSLATE_NOOP("LayersModel", "Kind of the layer."), false},
        {QT_TRANSLATE_NOOP("LayersModel", "Segment"), "segment",
         QT_TRANSLATE_NOOP("LayersModel", "Segments run one after another."), true},
        {QT_TRANSLATE_NOOP("LayersModel", "Region"), "region",
         QT_TRANSLATE_NOOP("LayersModel", "Regions of a segment run in parallel, each on its own tiles."), true},
        {QT_TRANSLATE_NOOP("LayersModel", "Tiles"), "tiles", QT_TRANSLATE_NOOP("LayersModel", "Tiles of the region."), true},
        {QT_TRANSLATE_NOOP("LayersModel", "Dataflow"), "dataflow",
         QT_TRANSLATE_NOOP("LayersModel", "How the layer is split over tiles, and the rounds of its batch (b), output channel "
                                          "(o) and input channel (i) loops at DRAM level, outermost first."),
         false},
        {QT_TRANSLATE_NOOP("LayersModel", "Cycles"), "cycles",
         QT_TRANSLATE_NOOP("LayersModel", "The largest of compute, bus and DRAM cycles."), true},
        {QT_TRANSLATE_NOOP("LayersModel", "Bound by"), "bound_by",
         QT_TRANSLATE_NOOP("LayersModel", "The part of the machine that the layer waits for."), false},
        {QT_TRANSLATE_NOOP("LayersModel", "PEs busy (%)"), "pe_utilization",
         QT_TRANSLATE_NOOP("LayersModel", "Operations that the layer needs, of all that the PEs of its region could do in its cycles."), true},
        {QT_TRANSLATE_NOOP("LayersModel", "DRAM (words)"), "dram_words",
         QT_TRANSLATE_NOOP("LayersModel", "Words from and to off-chip memory."), true},
        {QT_TRANSLATE_NOOP("LayersModel", "NoC (word-hops)"), "noc_word_hops",
         QT_TRANSLATE_NOOP("LayersModel", "Words times the tiles that each of them passes."), true},
        {QT_TRANSLATE_NOOP("LayersModel", "Energy (mJ)"), "energy_pj",
         QT_TRANSLATE_NOOP("LayersModel", "Of the whole batch, static energy included."), true},
        {QT_TRANSLATE_NOOP("LayersModel", "Share (%)"), "energy_share",
         QT_TRANSLATE_NOOP("LayersModel", "Energy of the layer over that of the network."), true},
    }};
    return kinds[static_cast<std::size_t>(column)];
}

QVariant rawValue(int column, const tilescape::network::Layer& layer, const schedule::ScheduledLayer* scheduled,
                  double totalPj)
{
    switch (column) {
    case LayersModel::Name: return QString::fromStdString(layer.name);
    case LayersModel::Kind: return kindText(layer);
    default: return scheduled ? scheduledValue(column, *scheduled, totalPj) : QVariant();
    }
}

QString shownText(int column, const QVariant& raw)
{
    if (!raw.isValid()) {
        return {};
    }
    const QLocale locale;
    switch (column) {
    case LayersModel::Cycles:
    case LayersModel::DramWords:
    case LayersModel::NocHops: return style::exactCount(raw.toDouble());
    case LayersModel::PesBusy:
    case LayersModel::Share: return locale.toString(raw.toDouble() * 100, 'f', 1);
    case LayersModel::Energy: return style::number(raw.toDouble() / pjPerMillijoule);
    default: return raw.toString();
    }
}

QString dataflowText(const dataflow::LayerScheme& scheme)
{
    const QString partition = style::isSplit(scheme.partition) ? style::partitionText(scheme.partition) : QString();
    const QString blocking = blockingText(scheme.blocking);
    if (partition.isEmpty() || blocking.isEmpty()) {
        return partition.isEmpty() && blocking.isEmpty() ? tr("one round") : partition + blocking;
    }
    return partition + QLatin1String(", ") + blocking;
}

} // namespace tilescape::ui::layers
