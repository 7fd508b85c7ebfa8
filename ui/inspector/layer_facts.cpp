#include "ui/inspector/layer_facts.h"

#include "ui/style/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace tilescape::ui::inspector {

using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("InspectorPanel", text); }

QString extentText(Extent extent) { return QStringLiteral("%1 × %2").arg(extent.height).arg(extent.width); }

QString boundText(cost::BoundBy bound)
{
    switch (bound) {
    case cost::BoundBy::Compute: return tr("compute");
    case cost::BoundBy::Bus: return tr("bus");
    case cost::BoundBy::Dram: return tr("DRAM");
    case cost::BoundBy::SharedBuffer: return tr("shared buffer");
    }
    return {};
}

QString partitionText(const dataflow::Partition& partition)
{
    static const dataflow::PerSplit<const char*> names{{"output", "map", "batch", "input"}};
    QStringList parts;
    for (const dataflow::Split split : partition.order) {
        const Extent share = partition.shares[split];
        if (share.size() > 1) {
            parts << QStringLiteral("%1 %2").arg(tr(names[split]), extentText(share));
        }
    }
    return parts.isEmpty() ? tr("not split") : parts.join(QStringLiteral(", "));
}

QString blockingText(const dataflow::Blocking& blocking, Loop loop)
{
    const auto& factors = blocking.factors[loop];
    return QStringLiteral("%1 × %2 × %3").arg(factors[0]).arg(factors[1]).arg(factors[2]);
}

Fact blockingFact(const QString& label, const dataflow::Blocking& blocking, Loop loop)
{
    const auto& factors = blocking.factors[loop];
    return {label, blockingText(blocking, loop),
            tr("Iterations at DRAM, buffer and register level: %1 in all.").arg(factors[0] * factors[1] * factors[2])};
}

QString fetchText(const PerTensor<double>& fetches)
{
    return tr("weight %1, input %2, output %3")
        .arg(style::count(fetches[Tensor::Weight]), style::count(fetches[Tensor::Input]),
             style::count(fetches[Tensor::Output]));
}

Fact cyclesFact(const cost::LayerCost& cost, double networkCycles)
{
    return {tr("Cycles"), tr("%1, bound by %2").arg(style::count(cost.cycles), boundText(cost.boundBy())),
            tr("%1 cycles, %2 of the network. The largest of compute, bus and DRAM cycles.")
                .arg(style::count(cost.cycles), style::percentOf(cost.cycles, networkCycles))};
}

Fact partOfCycles(const QString& label, double cycles, const cost::LayerCost& cost)
{
    return {label, tr("%1 cycles").arg(style::count(cycles)),
            tr("%1 cycles, %2 of the cycles that the layer takes.")
                .arg(style::count(cycles), style::percentOf(cycles, cost.cycles))};
}

} // namespace

std::vector<Fact> layerFacts(const Schedule& schedule, const ScheduledLayer& layer)
{
    const cost::LayerCost& cost = layer.cost;
    const dataflow::LayerScheme& scheme = layer.scheme;
    const dataflow::ArrayMapping& mapping = layer.mapping;
    const double total = schedule.totals.energy.total();
    std::vector<Fact> facts;
    facts.push_back({tr("Energy"), style::energy(cost.energy.total()),
                     tr("%1, %2 of the network").arg(style::energy(cost.energy.total()),
                                                     style::percentOf(cost.energy.total(), total))});
    facts.push_back(cyclesFact(cost, schedule.totals.cycles));
    facts.push_back(partOfCycles(tr("  compute"), cost.computeCycles, cost));
    facts.push_back(partOfCycles(tr("  bus"), cost.busCycles, cost));
    facts.push_back(partOfCycles(tr("  DRAM"), cost.dramCycles, cost));
    if (cost.sharedCycles > 0) {
        facts.push_back(partOfCycles(tr("  shared buffer"), cost.sharedCycles, cost));
    }
    const Count tiles = scheme.region.extent.size();
    const QString place = tr("segment %1, region %2, ").arg(layer.position.segment).arg(layer.position.region);
    facts.push_back({tr("Place"), place + (tiles == 1 ? tr("1 tile") : tr("%1 tiles").arg(tiles)),
                     tr("Region of %1 tiles, slot %2 in it").arg(extentText(scheme.region.extent)).arg(layer.position.slot)});
    facts.push_back({tr("Partition"), partitionText(scheme.partition), tr("Splits over the tiles, outermost first, height × width.")});
    facts.push_back({tr("PE mapping"), tr("set %1, fold %2, copies %3")
                                           .arg(extentText(mapping.logicalSet), extentText(mapping.fold), extentText(mapping.replication)),
                     tr("Logical set: filter height × output height of one tile's piece. Copies take %1 input × %2 output channels.")
                         .arg(scheme.replication.inputChannels)
                         .arg(scheme.replication.outputChannels)});
    facts.push_back({tr("PEs busy"), style::percent(mapping.utilization), tr("Of %1 PEs of each tile.").arg(extentText(schedule.problem->hardware.peArray))});
    facts.push_back({tr("Blocking"), tr("DRAM × buffer × registers"), tr("How often each loop runs at each level.")});
    facts.push_back(blockingFact(tr("  batch"), scheme.blocking, Loop::Batch));
    facts.push_back(blockingFact(tr("  output channels"), scheme.blocking, Loop::OutputChannel));
    facts.push_back(blockingFact(tr("  input channels"), scheme.blocking, Loop::InputChannel));
    facts.push_back({tr("Fetches into buffer"), fetchText(cost.fetches[Storage::Buffer]), tr("Times that each datum is brought into the buffer.")});
    facts.push_back({tr("Fetches into registers"), fetchText(cost.fetches[Storage::Register]), tr("Times that each datum is brought into the registers.")});
    const PerTensor<double>& shared = cost.sharedWords;
    if (shared[Tensor::Weight] + shared[Tensor::Input] + shared[Tensor::Output] > 0) {
        facts.push_back({tr("Held in shared buffer"), fetchText(shared),
                         tr("Words that come from DRAM once, and from the shared buffer as often as the tiles ask.")});
    }
    return facts;
}

std::vector<Fact> totalFacts(const Schedule& schedule)
{
    const schedule::Totals& totals = schedule.totals;
    std::vector<Fact> facts;
    facts.push_back({tr("Energy"), style::energy(totals.energy.total()), tr("Of all layers, for a batch of %1.").arg(schedule.problem->batch)});
    facts.push_back({tr("Cycles"), style::count(totals.cycles), tr("Sum over all layers, at %1 MHz.").arg(style::count(schedule.problem->hardware.clockMhz))});
    facts.push_back({tr("Time"), style::seconds(totals.seconds), tr("Cycles over clock.")});
    facts.push_back({tr("Operations"), style::count(totals.operations), tr("Multiply-accumulates.")});
    facts.push_back({tr("Throughput"), tr("%1 GOPS").arg(style::number(totals.gops)), tr("A multiply and an add count as two operations.")});
    facts.push_back({tr("Efficiency"), tr("%1 GOPS/W").arg(style::number(totals.gopsPerWatt)), tr("Operations per second and watt.")});
    return facts;
}

} // namespace tilescape::ui::inspector
