#include "ui/layers/layer_cells.h"

#include "core/support/tensor_sum.h"
#include "core/support/units.h"
#include "ui/layers/layers_model.h"
#include "ui/layers/layers_text.h"
#include "ui/style/format.h"
#include "ui/style/scheme_text.h"

#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <array>

namespace tilescape::ui::layers {

namespace {

QString kindText(const tilescape::network::Layer& layer)
{
    if (tilescape::network::isDepthwise(layer)) {
        return LayersText::tr("depthwise");
    }
    static constexpr std::array<const char*, std::variant_size_v<tilescape::network::LayerKind>> names{
        QT_TRANSLATE_NOOP("LayersText", "convolution"), QT_TRANSLATE_NOOP("LayersText", "fully connected"),
        QT_TRANSLATE_NOOP("LayersText", "pooling"), QT_TRANSLATE_NOOP("LayersText", "element-wise"),
        QT_TRANSLATE_NOOP("LayersText", "transposed convolution"), QT_TRANSLATE_NOOP("LayersText", "unpooling"),
        QT_TRANSLATE_NOOP("LayersText", "gradient of weights"), QT_TRANSLATE_NOOP("LayersText", "matrix product")};
    return LayersText::tr(names[layer.kind.index()]);
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
    case LayersModel::DramWords: return sumOfTensors(cost.accesses[Level::Dram]);
    case LayersModel::NocHops: return sumOfTensors(cost.nocHops);
    case LayersModel::Energy: return cost.energy.total();
    case LayersModel::Share: return totalPj > 0 ? cost.energy.total() / totalPj : 0.0;
    default: return {};
    }
}

} // namespace

const ColumnKind& columnKind(int column)
{
    static const std::array<ColumnKind, LayersModel::ComparedCount> kinds{{
        {QT_TRANSLATE_NOOP("LayersText", "Layer"), "layer", QT_TRANSLATE_NOOP("LayersText", "Name in the network."), false},
        {QT_TRANSLATE_NOOP("LayersText", "Kind"), "kind", QT_TRANSLATE_NOOP("LayersText", "Kind of the layer."), false},
        {QT_TRANSLATE_NOOP("LayersText", "Segment"), "segment",
         QT_TRANSLATE_NOOP("LayersText", "Segments run one after another."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Region"), "region",
         QT_TRANSLATE_NOOP("LayersText", "Regions of a segment run in parallel, each on its own tiles."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Tiles"), "tiles", QT_TRANSLATE_NOOP("LayersText", "Tiles of the region."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Dataflow"), "dataflow",
         QT_TRANSLATE_NOOP("LayersText", "How the layer is split over tiles, and the rounds of its batch (b), output channel "
                                          "(o) and input channel (i) loops at DRAM level, outermost first."),
         false},
        {QT_TRANSLATE_NOOP("LayersText", "Cycles"), "cycles",
         QT_TRANSLATE_NOOP("LayersText", "The largest of compute, bus and DRAM cycles."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Bound by"), "bound_by",
         QT_TRANSLATE_NOOP("LayersText", "The part of the machine that the layer waits for."), false},
        {QT_TRANSLATE_NOOP("LayersText", "PEs busy (%)"), "pe_utilization",
         QT_TRANSLATE_NOOP("LayersText", "Operations that the layer needs, of all that the PEs of its region could do in its cycles."), true},
        {QT_TRANSLATE_NOOP("LayersText", "DRAM (words)"), "dram_words",
         QT_TRANSLATE_NOOP("LayersText", "Words from and to off-chip memory."), true},
        {QT_TRANSLATE_NOOP("LayersText", "NoC (word-hops)"), "noc_word_hops",
         QT_TRANSLATE_NOOP("LayersText", "Words times the tiles that each of them passes."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Energy (mJ)"), "energy_pj",
         QT_TRANSLATE_NOOP("LayersText", "Of the whole batch, static energy included."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Share (%)"), "energy_share",
         QT_TRANSLATE_NOOP("LayersText", "Energy of the layer over that of the network."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Δ energy (mJ)"), "energy_change_pj",
         QT_TRANSLATE_NOOP("LayersText", "Energy less that in the baseline."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Δ energy (%)"), "energy_change_share",
         QT_TRANSLATE_NOOP("LayersText", "Energy over that in the baseline, less one."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Δ cycles"), "cycles_change",
         QT_TRANSLATE_NOOP("LayersText", "Cycles less those in the baseline."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Δ cycles (%)"), "cycles_change_share",
         QT_TRANSLATE_NOOP("LayersText", "Cycles over those in the baseline, less one."), true},
        {QT_TRANSLATE_NOOP("LayersText", "Changed"), "changed",
         QT_TRANSLATE_NOOP("LayersText", "What of the layer's mapping is another than in the baseline."), false},
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

QString withUnit(int column, const QVariant& raw)
{
    static const QRegularExpression inBrackets(QStringLiteral("\\(([^)]+)\\)"));
    const QString unit = inBrackets.match(LayersText::tr(columnKind(column).heading)).captured(1);
    const QString text = shownText(column, raw);
    return unit.isEmpty() || text.isEmpty() ? text : text + QChar::Nbsp + unit;
}

QString dataflowText(const dataflow::LayerScheme& scheme)
{
    const QString partition = style::isSplit(scheme.partition) ? style::partitionText(scheme.partition) : QString();
    const QString blocking = blockingText(scheme.blocking);
    if (partition.isEmpty() || blocking.isEmpty()) {
        return partition.isEmpty() && blocking.isEmpty() ? LayersText::tr("one round") : partition + blocking;
    }
    return partition + QLatin1String(", ") + blocking;
}

} // namespace tilescape::ui::layers
