#include "ui/pe_array/pe_array_content.h"

#include "ui/pe_array/pe_array_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

namespace tilescape::ui::pe_array {

PeArrayContent peArrayContent(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer)
{
    const schedule::Problem& problem = *schedule.problem;
    const tilescape::network::Layer& own = problem.network.layers[layer.layer];
    const dataflow::TileLayer tile = dataflow::tileLayer(own, problem.batch, layer.scheme.partition, problem.space.counts);
    const tilescape::hardware::PeArray array(problem.hardware.peArray, problem.hardware.arrayDataflow);
    PeArrayContent content;
    content.pass = std::make_shared<const dataflow::ArrayPass>(tile, array, layer.scheme.replication);
    content.layer = QString::fromStdString(own.name);
    content.tiles = layer.scheme.region.extent.size();
    return content;
}

PeArrayMoment momentAt(const PeArrayContent& content, const schedule::LayerWalk& walk, Count cycle)
{
    return {walk.iterationAt(cycle, Loop::Batch) % content.pass->parts(), cycle % walk.cyclesOfPass(), cycle / walk.cyclesOfPass()};
}

Count numberOf(const dataflow::PeWork& work, Shown shown, bool systolic)
{
    switch (shown) {
    case Shown::FilterRows: return systolic ? work.inputChannel + work.filterRow + work.filterColumn : work.filterRow;
    case Shown::InputRows: return systolic ? work.outputColumn : work.inputRow;
    case Shown::OutputRows: return systolic ? work.outputChannel : work.outputRow;
    case Shown::Channels: break;
    }
    return systolic ? work.inputChannel : work.inputChannel + work.outputChannel;
}

QString labelOf(Shown shown, bool systolic)
{
    switch (shown) {
    case Shown::FilterRows: return systolic ? PeArrayText::tr("Weights") : PeArrayText::tr("Filter rows");
    case Shown::InputRows: return systolic ? PeArrayText::tr("Stream of inputs") : PeArrayText::tr("Input rows");
    case Shown::OutputRows: return systolic ? PeArrayText::tr("Output channels") : PeArrayText::tr("Output rows");
    case Shown::Channels: break;
    }
    return systolic ? PeArrayText::tr("Input channels") : PeArrayText::tr("Copies of the set");
}

QString explanationOf(Shown shown, bool systolic)
{
    if (systolic) {
        switch (shown) {
        case Shown::FilterRows: return PeArrayText::tr("Weights stay: each PE keeps taps of one input and one output channel.");
        case Shown::InputRows:
            return PeArrayText::tr("Inputs flow to the right, sums down: each PE is a cycle later than its neighbours to the left and above.");
        case Shown::OutputRows: return PeArrayText::tr("A column of PEs computes one output channel; its sums flow down.");
        case Shown::Channels: break;
        }
        return PeArrayText::tr("Rows of PEs take input channels, or taps of the filter; what they add up to leaves below.");
    }
    switch (shown) {
    case Shown::FilterRows: return PeArrayText::tr("A filter row goes to all PEs of a row and stays there for the pass.");
    case Shown::InputRows: return PeArrayText::tr("A row of the input map goes to the PEs of a diagonal.");
    case Shown::OutputRows: return PeArrayText::tr("The PEs of a column add up a row of the output map, from one to the next.");
    case Shown::Channels: break;
    }
    return PeArrayText::tr("Copies of the set compute other channels, or other rows of the map.");
}

QString workText(const dataflow::PeWork& work)
{
    if (!work.mapped) {
        return PeArrayText::tr("Idle: no part of the layer lies on this PE.");
    }
    if (!work.active) {
        return PeArrayText::tr("Waits: its row is beyond the filter or the map.");
    }
    return PeArrayText::tr("Filter row %1, column %2\nInput row %3, column %4 (with padding)\nOutput row %5, column %6\nInput channel %7, output "
                           "channel %8 of the pass")
        .arg(work.filterRow).arg(work.filterColumn).arg(work.inputRow).arg(work.inputColumn).arg(work.outputRow)
        .arg(work.outputColumn).arg(work.inputChannel).arg(work.outputChannel);
}

QStringList countsText(const PeArrayContent& content, const PeArrayMoment& moment)
{
    const dataflow::ArrayPass& pass = *content.pass;
    const auto number = [](Count value) { return style::exactCount(static_cast<double>(value)); };
    const dataflow::PassCounts now = pass.countsAfter(moment.part, moment.cycle + 1);
    const dataflow::PassCounts all = pass.countsAfter(moment.part, pass.cycles());
    const auto of = [&](Count value, Count whole) { return PeArrayText::tr("%1 of %2").arg(number(value), number(whole)); };
    QString place = PeArrayText::tr("Cycle %1").arg(of(moment.cycle + 1, pass.cycles()));
    const Count folds = pass.mapping().fold.height;
    place += folds > 1 ? PeArrayText::tr(" · fold %1").arg(of(pass.foldAt(moment.cycle) + 1, folds)) : QString();
    place += PeArrayText::tr(" · pass %1").arg(of(moment.pass + 1, pass.passes()));
    place += pass.parts() > 1 ? PeArrayText::tr(" · part %1 of the map").arg(of(moment.part + 1, pass.parts())) : QString();
    QStringList bus;
    for (const Tensor tensor : allTensors) {
        if (all.busWords[tensor] > 0) {
            bus << PeArrayText::tr("%1 %2").arg(style::tensorLabel(tensor).toLower(), of(now.busWords[tensor], all.busWords[tensor]));
        }
    }
    return {place, PeArrayText::tr("Operations: %1").arg(of(now.operations, all.operations)),
            PeArrayText::tr("Words over the buses: %1").arg(bus.join(QStringLiteral(", "))),
            PeArrayText::tr("Copies of the set that do this: %1 · tiles: %2").arg(number(pass.copies()), number(content.tiles))};
}

} // namespace tilescape::ui::pe_array
