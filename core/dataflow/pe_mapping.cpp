#include "core/dataflow/pe_mapping.h"

#include "core/dataflow/systolic_mapping.h"
#include "core/dataflow/unit_pass.h"
#include "core/support/factors.h"

#include <algorithm>
#include <cmath>

namespace tilescape::dataflow {

using network::Layer;

TileLayer tileLayer(const Layer& layer, Count batch, const Partition& partition, Counts counts)
{
    const auto parts = [&](Split split) { return partition.shares[split].size(); };
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    const Extent mapShare = partition.shares[Split::Map];

    TileLayer tile{layer, ceilDivide(batch, parts(Split::Batch)), 1, counts};
    Layer& part = tile.layer;
    part.isPartOfGroups = groups > 1;
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
    const auto allTiles = static_cast<double>(partition.tiles().size()); // as a count, padded work may pass what one holds
    tile.occupancy = work / (static_cast<double>(network::operations(part) * tile.batch) * allTiles);
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

Layer rowByRow(const Layer& layer) { return rowByRow(TileLayer{layer}).layer; }

} // namespace

namespace {

ArrayMapping rowStationaryMapping(const Layer& layer, Extent peArray)
{
    ArrayMapping mapping;
    mapping.logicalSet = {network::filterOf(layer).height, network::sweptSize(layer).height};
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

UnitPass unitPass(const TileLayer& tile, const hardware::PeArray& peArray, const ArrayMapping& mapping)
{
    return peArray.dataflow == hardware::ArrayDataflow::Systolic ? systolicPass(tile.layer, mapping, tile.counts)
                                                                 : rowStationaryPass(tile.layer, mapping, tile.counts);
}

} // namespace

double mappedShare(const ArrayMapping& mapping, const Replication& replication)
{
    return mapping.utilization * static_cast<double>(replication.inputChannels * replication.outputChannels)
        / static_cast<double>(mapping.replication.size());
}

namespace {

/// One bit for each of these loops.
template <typename... Loops>
constexpr std::uint8_t bitsOf(Loops... loops)
{
    return static_cast<std::uint8_t>(((1U << static_cast<unsigned>(loops)) | ...));
}

PerTensor<std::uint8_t> dimensionLoops(const Layer& layer)
{
    constexpr std::uint8_t outputs = bitsOf(Loop::OutputChannel, Loop::Batch);
    if (isChannelwise(layer)) {
        const std::uint8_t weights = network::hasWeights(layer) ? bitsOf(Loop::OutputChannel) : std::uint8_t{0};
        return {{weights, outputs, outputs}};
    }
    return {{bitsOf(Loop::InputChannel, Loop::OutputChannel), bitsOf(Loop::InputChannel, Loop::Batch), outputs}};
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
    nest.stripes = mapping.fold.width;
    nest.folds = mapping.fold.height;

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
        nest.accesses[Level::Bus][tensor] =
            pass.accesses[Level::Bus][tensor] * (pass.copiesShareTheBus ? own : allCopies) * tensorOccupancy;
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

ArrayMapping mapOnArray(const Layer& layer, const hardware::PeArray& peArray, const Replication& replication)
{
    const Layer rows = rowByRow(layer);
    if (peArray.dataflow == hardware::ArrayDataflow::RowStationary) {
        return rowStationaryMapping(rows, peArray);
    }
    return systolicMapping(rows, peArray,
                           replication.taps > 0 ? replication : systolicReplications(rows, peArray).front());
}

std::vector<LoopNest> loopNests(const TileLayer& tile, const hardware::PeArray& peArray)
{
    const Layer layer = rowByRow(tile.layer);
    std::vector<LoopNest> nests;
    if (peArray.dataflow == hardware::ArrayDataflow::Systolic) {
        for (const Replication& replication : systolicReplications(layer, peArray)) {
            nests.push_back(loopNest(tile, peArray, replication));
        }
        return nests;
    }
    const ArrayMapping mapping = rowStationaryMapping(layer, peArray);
    const UnitPass pass = rowStationaryPass(layer, mapping, tile.counts);
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

LoopNest loopNest(const TileLayer& tile, const hardware::PeArray& peArray, const Replication& replication)
{
    const ArrayMapping mapping = mapOnArray(tile.layer, peArray, replication);
    return nestOf(tile, mapping, unitPass(rowByRow(tile), peArray, mapping), replication);
}

} // namespace tilescape::dataflow
