#include "core/dataflow/pe_mapping.h"

#include "core/support/factors.h"

#include <algorithm>
#include <cmath>

namespace tilescape::dataflow {

using network::Layer;

TileLayer tileLayer(const Layer& layer, Count batch, const Partition& partition)
{
    const auto parts = [&](Split split) { return partition.shares[split].size(); };
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    const Extent mapShare = partition.shares[Split::Map];

    TileLayer tile{layer, ceilDivide(batch, parts(Split::Batch)), 1};
    Layer& part = tile.layer;
    part.outputChannels = ceilDivide(layer.outputChannels / groups, parts(Split::OutputChannel)) * groups;
    part.outputSize = {ceilDivide(layer.outputSize.height, mapShare.height),
                       ceilDivide(layer.outputSize.width, mapShare.width)};
    if (network::isDepthwise(layer)) {
        part.inputChannels = part.outputChannels;
        network::setGroups(part, part.outputChannels);
    } else if (network::hasWeights(layer)) {
        part.inputChannels = ceilDivide(layer.inputChannels / groups, parts(Split::InputChannel)) * groups;
    } else {
        part.inputChannels = layer.inputChannels / layer.outputChannels * part.outputChannels;
    }

    const auto work = static_cast<double>(network::operations(layer) * batch);
    const Extent tiles = partition.tiles();
    tile.occupancy = work / static_cast<double>(network::operations(part) * tile.batch * tiles.size());
    return tile;
}

namespace {

/// Copies along one side of the array if the set is no larger than it, else passes.
struct Side {
    Count fold = 1;
    Count replication = 1;
};

Side foldOrReplicate(Count set, Count array)
{
    return set > array ? Side{ceilDivide(set, array), 1} : Side{1, array / set};
}

bool isChannelwise(const Layer& layer) { return !network::hasWeights(layer) || network::isDepthwise(layer); }

bool isProduct(const Layer& layer) { return std::holds_alternative<network::MatrixProduct>(layer.kind); }

/// A matrix product has no map: its rows are a loop, in the place of the batch; the groups of all items of the batch,
/// between which nothing can be reused, run one after another.
TileLayer rowByRow(const TileLayer& tile)
{
    TileLayer rows = tile;
    if (isProduct(tile.layer)) {
        rows.layer.outputSize = {};
        rows.batch = tile.layer.outputSize.height;
    }
    return rows;
}

} // namespace

ArrayMapping mapOnArray(const Layer& layer, Extent peArray)
{
    ArrayMapping mapping;
    mapping.logicalSet = {network::filterOf(layer).height, isProduct(layer) ? 1 : network::sweptSize(layer).height};
    Side height = foldOrReplicate(mapping.logicalSet.height, peArray.height);
    Side width = foldOrReplicate(mapping.logicalSet.width, peArray.width);

    // Copies along the height work on the width's folds first: that shortens the pass for every channel.
    const Count absorbed = std::min(height.replication, width.fold);
    width.fold = ceilDivide(width.fold, absorbed);
    height.replication /= absorbed;

    mapping.fold = {height.fold, width.fold};
    mapping.replication = {height.replication, width.replication};
    mapping.foldedSet = {ceilDivide(mapping.logicalSet.height, height.fold),
                         ceilDivide(mapping.logicalSet.width, width.fold)};
    mapping.utilization = static_cast<double>(mapping.logicalSet.size() * mapping.replication.size())
        / static_cast<double>(peArray.size() * mapping.fold.size());
    return mapping;
}

namespace {

/// Once-through traffic and room of one unit pass: one folded input and output map, and the filter (cost-model.md 1).
struct UnitPass {
    PerLevel<PerTensor<double>> accesses;
    PerTensor<Count> bufferWords;
    PerTensor<Count> registerWords;
    double operations = 0;
    Count cycles = 0;
};

UnitPass unitPass(const Layer& layer, const ArrayMapping& mapping)
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const Extent swept = network::sweptSize(layer);
    const bool transposed = network::isTransposed(layer);
    const auto* elementwise = std::get_if<network::Elementwise>(&layer.kind);
    const Count operands = elementwise ? elementwise->operands : 1;
    const bool weights = network::hasWeights(layer);

    const double sweptHeight = static_cast<double>(swept.height) / static_cast<double>(mapping.fold.width);
    const Count wholeSweptHeight = ceilDivide(swept.height, mapping.fold.width);
    double outputHeight = sweptHeight;
    double inputHeight = static_cast<double>(filter.height) + (sweptHeight - 1) * static_cast<double>(stride.height);
    Count outputWidth = swept.width;
    Count inputWidth = filter.width + (swept.width - 1) * stride.width;
    Count wholeOutputHeight = wholeSweptHeight;
    Count wholeInputHeight = filter.height + (wholeSweptHeight - 1) * stride.height;
    Count inputWindow = filter.width;
    if (transposed) {
        // The same filter rows sweep the input: it is the small map now, and each output gathers a part of the filter.
        inputWindow = ceilDivide(filter.width, stride.width);
        const Count more = ceilDivide(filter.height, stride.height) - 1;
        outputHeight = static_cast<double>(layer.outputSize.height) / static_cast<double>(mapping.fold.width);
        inputHeight = sweptHeight + static_cast<double>(more);
        outputWidth = layer.outputSize.width;
        inputWidth = swept.width + inputWindow - 1;
        wholeOutputHeight = ceilDivide(layer.outputSize.height, mapping.fold.width);
        wholeInputHeight = wholeSweptHeight + more;
    }

    UnitPass pass;
    pass.operations = sweptHeight * static_cast<double>(swept.width) * static_cast<double>(filter.size() * operands);
    pass.cycles = mapping.fold.height * operands * filter.width * swept.width;

    // The reference model counts the words of one operand only; ours must stay comparable with it.
    auto& dram = pass.accesses[Level::Dram];
    dram[Tensor::Weight] = weights ? static_cast<double>(filter.size()) : 0;
    dram[Tensor::Input] = inputHeight * static_cast<double>(inputWidth);
    dram[Tensor::Output] = outputHeight * static_cast<double>(outputWidth);

    const auto folds = static_cast<double>(mapping.fold.height);
    auto& buffer = pass.accesses[Level::Buffer];
    buffer = dram;
    buffer[Tensor::Output] *= folds;

    const auto set = static_cast<double>(mapping.foldedSet.size());
    auto& bus = pass.accesses[Level::Bus];
    bus[Tensor::Input] = static_cast<double>(inputWidth) * set;
    bus[Tensor::Output] = static_cast<double>(outputWidth) * set * folds;
    if (weights) {
        buffer[Tensor::Input] *= folds;
        bus[Tensor::Weight] = static_cast<double>(filter.width) * set * folds;
        bus[Tensor::Input] *= folds;
    }

    const double perOperation = pass.operations;
    pass.accesses[Level::Register] = {{weights ? perOperation : 0, perOperation, perOperation}};

    pass.bufferWords = {{weights ? filter.size() : 0, wholeInputHeight * inputWidth,
                         wholeOutputHeight * outputWidth}};
    pass.registerWords = {{weights ? filter.width : 0, inputWindow, 1}};
    return pass;
}

constexpr unsigned loopBit(Loop loop) { return 1U << static_cast<unsigned>(loop); }

PerTensor<unsigned> dimensionLoops(const Layer& layer)
{
    const unsigned input = loopBit(Loop::InputChannel);
    const unsigned output = loopBit(Loop::OutputChannel);
    const unsigned batch = loopBit(Loop::Batch);
    if (isChannelwise(layer)) {
        return {{network::hasWeights(layer) ? output : 0U, output | batch, output | batch}};
    }
    return {{input | output, input | batch, output | batch}};
}

/// The gradient of weights is the same sum over the same loops, only that it is the filter that is summed up: on the
/// array, and in every memory, the output's error and the filter change places.
void exchangeForGradient(LoopNest& nest)
{
    const auto exchange = [](auto& tensors) { std::swap(tensors[Tensor::Weight], tensors[Tensor::Output]); };
    exchange(nest.varies);
    exchange(nest.bufferWords);
    exchange(nest.registerWords);
    for (const Level level : allLevels) {
        exchange(nest.accesses[level]);
    }
}

LoopNest nestOf(const TileLayer& whole, const ArrayMapping& mapping, const UnitPass& pass, Replication replication)
{
    const TileLayer tile = rowByRow(whole);
    const Layer& layer = tile.layer;
    const bool channelwise = isChannelwise(layer);
    const Count groups = channelwise ? 1 : network::groupsOf(layer);
    const Count inputChannels = channelwise ? 1 : layer.inputChannels / groups;
    const Count outputChannels = layer.outputChannels / groups;

    LoopNest nest;
    nest.replication = replication;
    nest.repetitions = groups * (isProduct(layer) ? whole.batch : 1);
    nest.varies = dimensionLoops(layer);
    nest.cycles = pass.cycles;

    const Count inputCopies = channelwise ? 1 : replication.inputChannels;
    const Count copies = inputCopies * replication.outputChannels;
    nest.iterations = {{ceilDivide(inputChannels, inputCopies),
                        ceilDivide(outputChannels, replication.outputChannels), tile.batch * mapping.fold.width}};

    // The last iteration over channels is partly idle: that lowers operations and accesses, not time or room.
    PerLoop<double> occupancy{{1, 1, 1}};
    occupancy[Loop::InputChannel] = static_cast<double>(inputChannels) / static_cast<double>(inputCopies)
        / static_cast<double>(nest.iterations[Loop::InputChannel]);
    occupancy[Loop::OutputChannel] = static_cast<double>(outputChannels) / static_cast<double>(replication.outputChannels)
        / static_cast<double>(nest.iterations[Loop::OutputChannel]);
    const double allOccupancy = occupancy[Loop::InputChannel] * occupancy[Loop::OutputChannel];

    PerTensor<Count> tensorCopies{{copies, inputCopies, replication.outputChannels}};
    if (channelwise) {
        tensorCopies[Tensor::Input] = replication.outputChannels;
    }
    const auto allCopies = static_cast<double>(copies);
    for (const Tensor tensor : allTensors) {
        double tensorOccupancy = 1;
        for (const Loop loop : allLoops) {
            if (nest.variesWith(tensor, loop)) {
                tensorOccupancy *= occupancy[loop];
            }
        }
        const auto own = static_cast<double>(tensorCopies[tensor]);
        for (const Level level : {Level::Dram, Level::Buffer}) {
            nest.accesses[level][tensor] = pass.accesses[level][tensor] * own * tensorOccupancy;
        }
        nest.accesses[Level::Bus][tensor] = pass.accesses[Level::Bus][tensor] * allCopies * tensorOccupancy;
        nest.accesses[Level::Register][tensor] =
            pass.accesses[Level::Register][tensor] * allCopies * tile.occupancy * allOccupancy;
        nest.bufferWords[tensor] = pass.bufferWords[tensor] * tensorCopies[tensor];
        nest.registerWords[tensor] = pass.registerWords[tensor];
    }
    nest.operations = pass.operations * allCopies * tile.occupancy * allOccupancy;
    if (network::isWeightGradient(layer)) {
        exchangeForGradient(nest);
    }
    return nest;
}

} // namespace

std::vector<LoopNest> loopNests(const TileLayer& tile, Extent peArray)
{
    const Layer& layer = tile.layer;
    const ArrayMapping mapping = mapOnArray(layer, peArray);
    const UnitPass pass = unitPass(rowByRow(tile).layer, mapping);
    std::vector<LoopNest> nests;
    if (isChannelwise(layer)) {
        nests.push_back(
            nestOf(tile, mapping, pass, {1, std::min(mapping.replication.size(), layer.outputChannels)}));
        return nests;
    }
    const Count groups = network::groupsOf(layer);
    for (const Count inputShare : support::divisors(mapping.replication.height)) {
        const Replication replication{
            std::min(inputShare, layer.inputChannels / groups),
            std::min(mapping.replication.height / inputShare * mapping.replication.width,
                     layer.outputChannels / groups)};
        const bool seen = std::any_of(nests.begin(), nests.end(),
                                      [&](const LoopNest& nest) { return nest.replication == replication; });
        if (!seen) {
            nests.push_back(nestOf(tile, mapping, pass, replication));
        }
    }
    return nests;
}

LoopNest loopNest(const TileLayer& tile, Extent peArray, const Replication& replication)
{
    const ArrayMapping mapping = mapOnArray(tile.layer, peArray);
    return nestOf(tile, mapping, unitPass(rowByRow(tile).layer, mapping), replication);
}

} // namespace tilescape::dataflow
