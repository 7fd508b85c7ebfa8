#include "ui/inspector/layer_facts.h"

#include "ui/inspector/inspector_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/scheme_text.h"

#include <QStringList>

namespace tilescape::ui::inspector {

using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

QString blockingText(const dataflow::Blocking& blocking, Loop loop)
{
    const auto& factors = blocking.factors[loop];
    return QStringLiteral("%1 × %2 × %3").arg(factors[0]).arg(factors[1]).arg(factors[2]);
}

Fact blockingFact(const QString& label, const schedule::ScheduledLayer& layer, Loop loop)
{
    const dataflow::Blocking& blocking = layer.scheme.blocking;
    const auto& factors = blocking.factors[loop];
    const Count all = factors[0] * factors[1] * factors[2];
    const Count needed = layer.cost.iterations[loop];
    const QString help = InspectorText::tr("Iterations at DRAM, buffer and register level: %1 in all.").arg(all);
    return all > needed ? Fact{label, InspectorText::tr("%1 (for %2)").arg(blockingText(blocking, loop)).arg(needed),
                               InspectorText::tr("%1 Rounded up: %2 are needed, the others are redundant.")
                                   .arg(help)
                                   .arg(needed)}
                        : Fact{label, blockingText(blocking, loop), help};
}

QString fetchText(const PerTensor<double>& fetches, const tilescape::network::Layer& layer)
{
    QStringList parts;
    for (const Tensor tensor : allTensors) {
        parts << QStringLiteral("%1 %2").arg(style::tensorName(tensor, layer), style::count(fetches[tensor]));
    }
    return parts.join(QStringLiteral(", "));
}

Fact cyclesFact(const cost::LayerCost& cost, double networkCycles)
{
    return {InspectorText::tr("Cycles"),
            InspectorText::tr("%1, bound by %2").arg(style::count(cost.cycles), style::boundText(cost.boundBy())),
            InspectorText::tr("%1 cycles, %2 of the network.").arg(style::count(cost.cycles), style::percentOf(cost.cycles, networkCycles))
                + QLatin1Char('\n') + style::cyclesOrigin(cost)};
}

Fact partOfCycles(const QString& label, double cycles, const cost::LayerCost& cost)
{
    return {label, InspectorText::tr("%1 cycles").arg(style::count(cycles)),
            InspectorText::tr("%1 cycles, %2 of the cycles that the layer takes.")
                .arg(style::count(cycles), style::percentOf(cycles, cost.cycles))};
}

} // namespace

std::vector<Fact> layerFacts(const Schedule& schedule, const ScheduledLayer& layer)
{
    const cost::LayerCost& cost = layer.cost;
    const dataflow::LayerScheme& scheme = layer.scheme;
    const dataflow::ArrayMapping& mapping = layer.mapping;
    const tilescape::network::Layer& made = schedule.problem->network.layers[layer.layer];
    const double total = schedule.totals.energy.total();
    std::vector<Fact> facts;
    facts.push_back({InspectorText::tr("Energy"), style::energy(cost.energy.total()),
                     InspectorText::tr("%1, %2 of the network").arg(style::energy(cost.energy.total()),
                                                     style::percentOf(cost.energy.total(), total))
                         + QLatin1Char('\n') + style::energyOrigin(cost.energy)});
    facts.push_back(cyclesFact(cost, schedule.totals.cycles));
    facts.push_back(partOfCycles(InspectorText::tr("  compute"), cost.computeCycles, cost));
    facts.push_back(partOfCycles(InspectorText::tr("  bus"), cost.busCycles, cost));
    facts.push_back(partOfCycles(InspectorText::tr("  DRAM"), cost.dramCycles, cost));
    if (cost.sharedCycles > 0) {
        facts.push_back(partOfCycles(InspectorText::tr("  shared buffer"), cost.sharedCycles, cost));
    }
    const Count tiles = scheme.region.extent.size();
    const QString place =
        InspectorText::tr("segment %1, region %2, ").arg(layer.slot.segment).arg(layer.slot.region);
    facts.push_back({InspectorText::tr("Place"),
                     place
                         + (tiles == 1 ? InspectorText::tr("1 tile")
                                       : InspectorText::tr("%n tiles", nullptr, static_cast<int>(tiles))),
                     InspectorText::tr("Region of %1 tiles, slot %2 in it")
                         .arg(style::extentText(scheme.region.extent))
                         .arg(layer.slot.index)});
    facts.push_back({InspectorText::tr("Partition"), style::partitionText(scheme.partition),
                     InspectorText::tr("Splits over the tiles, outermost first, height × width.")});
    facts.push_back({InspectorText::tr("PE mapping"),
                     InspectorText::tr("set %1, fold %2, copies %3")
                         .arg(style::extentText(mapping.logicalSet), style::extentText(mapping.fold),
                              style::extentText(mapping.replication)),
                     InspectorText::tr("Logical set: filter height × output height of one tile's piece. Copies take %1 "
                                       "input × %2 output channels.")
                         .arg(scheme.replication.inputChannels)
                         .arg(scheme.replication.outputChannels)});
    facts.push_back({InspectorText::tr("PEs mapped"), style::percent(dataflow::mappedShare(mapping, scheme.replication)),
                     InspectorText::tr("Of %1 PEs of each tile, those that a pass has work for. Copies without a channel of their own do not count.")
                             .arg(style::extentText(schedule.problem->hardware.peArray))
                         + QLatin1Char('\n') + style::manualLine(style::Origin::BusyPes)});
    facts.push_back(
        {InspectorText::tr("PEs busy"), style::percent(layer.peUtilization),
         InspectorText::tr(
             "Operations that the layer needs, of all that the PEs of its region could do in its cycles.")});
    facts.push_back({InspectorText::tr("Blocking"), InspectorText::tr("DRAM × buffer × registers"),
                     InspectorText::tr("How often each loop runs at each level.")});
    facts.push_back(blockingFact(InspectorText::tr("  batch"), layer, Loop::Batch));
    facts.push_back(blockingFact(InspectorText::tr("  output channels"), layer, Loop::OutputChannel));
    facts.push_back(blockingFact(InspectorText::tr("  input channels"), layer, Loop::InputChannel));
    facts.push_back({InspectorText::tr("Fetches into buffer"), fetchText(cost.fetches[Storage::Buffer], made),
                     InspectorText::tr("Times that each datum is brought into the buffer.")});
    facts.push_back({InspectorText::tr("Fetches into registers"), fetchText(cost.fetches[Storage::Register], made),
                     InspectorText::tr("Times that each datum is brought into the registers.")});
    const PerTensor<double>& shared = cost.sharedWords;
    if (shared[Tensor::Weight] + shared[Tensor::Input] + shared[Tensor::Output] > 0) {
        facts.push_back({InspectorText::tr("Held in shared buffer"), fetchText(shared, made),
                         InspectorText::tr(
                             "Words that come from DRAM once, and from the shared buffer as often as the tiles ask.")});
    }
    return facts;
}

std::vector<Fact> totalFacts(const Schedule& schedule)
{
    const schedule::Totals& totals = schedule.totals;
    std::vector<Fact> facts;
    facts.push_back({InspectorText::tr("Energy"), style::energy(totals.energy.total()),
                     InspectorText::tr("Of all layers, for a batch of %1.").arg(schedule.problem->batch) + QLatin1Char('\n')
                         + style::energyOrigin(totals.energy)});
    facts.push_back(
        {InspectorText::tr("Cycles"), style::count(totals.cycles),
         InspectorText::tr("Sum over all layers, at %1 MHz.").arg(style::count(schedule.problem->hardware.clockMhz))});
    facts.push_back(
        {InspectorText::tr("Time"), style::seconds(totals.seconds), InspectorText::tr("Cycles over clock.")});
    facts.push_back({InspectorText::tr("MAC operations"), style::count(totals.operations),
                     totals.redundantOperations > 0
                         ? InspectorText::tr("Multiply-accumulates, %1 of them redundant: counts are rounded up.")
                               .arg(style::percentOf(totals.redundantOperations, totals.operations))
                         : InspectorText::tr("Multiply-accumulates.")});
    facts.push_back(
        {InspectorText::tr("Throughput"), InspectorText::tr("%1 GOPS").arg(style::number(totals.gops)),
         InspectorText::tr("A multiply and an add count as two operations; redundant operations do not count.")});
    facts.push_back({InspectorText::tr("PEs busy"), style::percent(totals.peUtilization),
                     InspectorText::tr(
                         "Operations that the layers need, of all that the PEs of the chip could do in all cycles.")});
    facts.push_back({InspectorText::tr("Efficiency"),
                     InspectorText::tr("%1 GOPS/W").arg(style::number(totals.gopsPerWatt)),
                     InspectorText::tr("Operations per second and watt.")});
    return facts;
}

} // namespace tilescape::ui::inspector
