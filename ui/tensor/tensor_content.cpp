#include "ui/tensor/tensor_content.h"

#include "core/dataflow/unit_pass.h"
#include "ui/style/format.h"
#include "ui/style/scheme_text.h"
#include "ui/tensor/tensor_text.h"

namespace tilescape::ui::tensor {

using schedule::LayerWalk;

namespace {

std::optional<Loop> firstVarying(const dataflow::LoopNest& nest, Tensor tensor, std::initializer_list<Loop> loops)
{
    for (const Loop loop : loops) {
        if (nest.variesWith(tensor, loop)) {
            return loop;
        }
    }
    return std::nullopt;
}

QString sizeText(const TensorContent& content, Loop loop)
{
    const QString number = style::exactCount(static_cast<double>(content.sizes[loop]));
    switch (loop) {
    case Loop::InputChannel: return TensorText::tr("%1 input channels").arg(number);
    case Loop::OutputChannel: return TensorText::tr("%1 output channels").arg(number);
    case Loop::Batch: break;
    }
    return content.hasRows ? TensorText::tr("%1 rows").arg(number) : TensorText::tr("batch %1").arg(number);
}

double shareOf(const dataflow::Partition& partition, dataflow::Split split)
{
    return 1.0 / static_cast<double>(partition.shares[split].size());
}

double partAlong(const dataflow::Partition& partition, std::optional<Loop> loop)
{
    if (!loop) {
        return 1;
    }
    switch (*loop) {
    case Loop::InputChannel: return shareOf(partition, dataflow::Split::InputChannel);
    case Loop::OutputChannel: return shareOf(partition, dataflow::Split::OutputChannel);
    case Loop::Batch: break;
    }
    return shareOf(partition, dataflow::Split::Batch);
}

Volume volumeOf(const TensorContent& content, Tensor tensor, const tilescape::network::Layer& layer)
{
    const LayerWalk& walk = *content.walk;
    Volume volume;
    volume.tensor = tensor;
    if (!walk.isMoved(tensor)) {
        return volume;
    }
    volume.label = style::tensorLabel(tensor, layer);
    volume.columns = firstVarying(walk.nest(), tensor, {Loop::OutputChannel, Loop::InputChannel});
    volume.rows = firstVarying(walk.nest(), tensor, {Loop::Batch, Loop::InputChannel});
    if (volume.rows == volume.columns) {
        volume.rows.reset();
    }
    const dataflow::Partition& partition = walk.scheme().partition;
    volume.partOfRows = partAlong(partition, volume.rows);
    volume.partOfColumns = partAlong(partition, volume.columns);
    volume.partBehind = walk.nest().variesWith(tensor, Loop::Batch) ? shareOf(partition, dataflow::Split::Map) : 1;
    volume.wordsBehind = walk.nest().accesses[Level::Dram][tensor];
    QStringList extent;
    QStringList shortExtent;
    for (const std::optional<Loop>& loop : {volume.rows, volume.columns}) {
        if (loop) {
            extent << sizeText(content, *loop);
            shortExtent << QStringLiteral("%1 %2").arg(loopLetter(*loop), style::exactCount(static_cast<double>(content.sizes[*loop])));
        }
    }
    volume.extent = extent.join(QStringLiteral(" × "));
    volume.shortExtent = shortExtent.join(QStringLiteral(" × "));
    return volume;
}

} // namespace

QString loopLetter(Loop loop)
{
    static constexpr PerLoop<char> letters{{'i', 'o', 'b'}};
    return QString(QLatin1Char(letters[loop]));
}

TensorContent tensorContent(const schedule::Problem& problem, const schedule::ScheduledLayer& layer,
                            std::shared_ptr<const LayerWalk> walk)
{
    const tilescape::network::Layer& own = problem.network.layers[layer.layer];
    const dataflow::TileLayer tile = dataflow::tileLayer(own, problem.batch, layer.scheme.partition, problem.space.counts);
    TensorContent content;
    content.walk = std::move(walk);
    content.layer = QString::fromStdString(own.name);
    const bool channelwise = dataflow::isChannelwise(tile.layer);
    const Count groups = channelwise ? 1 : tilescape::network::groupsOf(tile.layer);
    content.hasRows = std::holds_alternative<tilescape::network::MatrixProduct>(tile.layer.kind);
    content.sizes = {{channelwise ? 1 : tile.layer.inputChannels / groups, tile.layer.outputChannels / groups,
                      content.hasRows ? tile.layer.outputSize.height : tile.batch}};
    const bool gradient = content.walk->nest().variesWith(Tensor::Weight, Loop::Batch);
    content.left = volumeOf(content, Tensor::Input, own);
    content.right = volumeOf(content, gradient ? Tensor::Weight : Tensor::Output, own);
    content.above = volumeOf(content, gradient ? Tensor::Output : Tensor::Weight, own);
    for (const Tensor tensor : allTensors) {
        content.wordsInAll[tensor] = content.walk->movedAt(content.walk->cycles() - 1, Storage::Buffer, tensor).all();
    }
    return content;
}

Storage shownStorage(const TensorContent& content, Tensor tensor)
{
    return content.walk->isKept(tensor) ? Storage::Buffer : Storage::Register;
}

Count timesFetched(const TensorContent& content, Count cycle, Tensor tensor, const PerLoop<Count>& iteration)
{
    return content.walk->blocks().timesFetched(content.walk->stepAt(cycle) + 1, shownStorage(content, tensor), tensor, iteration);
}

Arrival arrivalAt(const TensorContent& content, Count cycle, Tensor tensor)
{
    const LayerWalk& walk = *content.walk;
    const Count step = walk.stepAt(cycle);
    const Storage storage = shownStorage(content, tensor);
    if (!walk.blocks().isFetchedAt(step, storage, tensor) || (tensor == Tensor::Weight && walk.isPinned())) {
        return Arrival::Stays;
    }
    PerLoop<Count> first;
    const auto block = walk.blocks().blockAt(step, storage, tensor);
    for (const Loop loop : allLoops) {
        first[loop] = block[loop].begin;
    }
    return timesFetched(content, cycle, tensor, first) > 1 ? Arrival::Again : Arrival::First;
}

QString arrivalText(const TensorContent& content, Count cycle, Tensor tensor)
{
    const LayerWalk& walk = *content.walk;
    if (tensor == Tensor::Weight && walk.isPinned()) {
        return TensorText::tr("stay on chip");
    }
    PerLoop<Count> first;
    const auto block = walk.blocks().blockAt(walk.stepAt(cycle), shownStorage(content, tensor), tensor);
    for (const Loop loop : allLoops) {
        first[loop] = block[loop].begin;
    }
    const Count fetched = timesFetched(content, cycle, tensor, first);
    const bool sums = tensor == Tensor::Output;
    switch (arrivalAt(content, cycle, tensor)) {
    case Arrival::First: return sums ? TensorText::tr("new sums") : TensorText::tr("fetched");
    case Arrival::Again:
        return (sums ? TensorText::tr("read BACK: %1×") : TensorText::tr("AGAIN: %1×")).arg(fetched);
    case Arrival::Stays: break;
    }
    return sums ? TensorText::tr("sums stay") : TensorText::tr("reused");
}

QString countText(const TensorContent& content, Count cycle, Tensor tensor)
{
    const schedule::WordsMoved moved = content.walk->movedAt(cycle, Storage::Buffer, tensor);
    const QString text = TensorText::tr("%1 of %2 words").arg(style::count(moved.all()), style::count(content.wordsInAll[tensor]));
    return moved.again > 0 ? TensorText::tr("%1, %2 again").arg(text, style::count(moved.again)) : text;
}

QStringList momentText(const TensorContent& content, Count cycle)
{
    const LayerWalk& walk = *content.walk;
    const auto of = [](Count number, Count all) {
        return TensorText::tr("%1 of %2").arg(style::exactCount(static_cast<double>(number)), style::exactCount(static_cast<double>(all)));
    };
    const Count step = cycle / walk.cyclesOfStep();
    QString place = TensorText::tr("Filling of the buffer %1 · of the registers %2")
                        .arg(of(cycle / walk.cyclesOfBuffer() + 1, walk.cycles() / walk.cyclesOfBuffer()), of(step + 1, walk.steps()));
    if (walk.tiles() > 1) {
        place += TensorText::tr(" · the same on each of %1 tiles").arg(walk.tiles());
    }
    QStringList lines{place};
    for (const Volume* volume : {&content.left, &content.above, &content.right}) {
        if (volume->isThere()) {
            lines << TensorText::tr("%1, between all tiles and memory or other tiles: %2")
                         .arg(volume->label, countText(content, cycle, volume->tensor));
        }
    }
    return lines;
}

} // namespace tilescape::ui::tensor
