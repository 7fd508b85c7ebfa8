#include "core/search/space/layer_partitions.h"

#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/sharing.h"
#include "core/search/space/partition_space.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tilescape::search {

using dataflow::Partition;
using dataflow::Split;

namespace {

/// Splits into one part, wherever they stand, place nothing: equal texts for equal placements.
Partition normalized(Partition partition)
{
    std::stable_sort(partition.order.begin(), partition.order.end(), [&](Split a, Split b) {
        const bool trivialA = partition.shares[a].size() == 1;
        const bool trivialB = partition.shares[b].size() == 1;
        return trivialA != trivialB ? trivialA : trivialA && a < b;
    });
    return partition;
}

auto kindKey(const BlockingKind& kind)
{
    const network::Layer& layer = kind.tile.layer;
    return std::tuple{
        layer.inputChannels,  layer.outputChannels,        layer.outputSize, kind.tile.batch, kind.tile.occupancy,
        kind.context.sharers, kind.context.identicalTiles, kind.sharing};
}

} // namespace

BlockingKind kindOf(const LayerTask& task, const Partition& partition)
{
    BlockingKind kind;
    kind.tile = dataflow::tileLayer(task.layer, task.batch, partition, task.space.counts);
    kind.context = contextOf(task);
    if (!task.machine.sharedBuffers.empty()) {
        kind.context.identicalTiles = dataflow::tilesOfPiece(task.layer, partition, task.space.counts);
    }
    kind.context.sharers = dataflow::fetchSharers(task.layer, partition, spreads(task), task.space.counts);
    if (task.space.bufferSharing) {
        kind.sharing = dataflow::sharingRings(task.layer, partition, task.region, task.space.counts);
    }
    return kind;
}

std::shared_ptr<const BlockingSetting> settingOf(const LayerTask& task, const BlockingKind& kind)
{
    return std::make_shared<const BlockingSetting>(
        BlockingSetting{kind.context, task.machine, task.objective, hopsMatter(task), kind.sharing});
}

void countHops(const LayerTask& task, CountedPartition& split)
{
    const network::Layer& layer = task.layer;
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    const dataflow::Region& destination = task.outputStays ? task.region : task.memory;
    cost::Traffic traffic =
        cost::trafficOf(layer, task.batch, task.region, split.partition, task.memory, spreads(task), task.space.counts);
    split.weightHops = traffic.weightHops;
    const Partition projected = dataflow::project(split.partition, destination.extent);
    split.outputPartition = task.outputStays ? projected : normalized(projected);
    // Where each tile keeps what it makes, nothing moves.
    if (!task.outputStays || projected != split.partition) {
        const dataflow::Layout output =
            dataflow::layOut(projected, destination, task.batch, layer.outputChannels, layer.outputSize, groups);
        split.outputHops = cost::outputHops(traffic, output, spreads(task));
    }
    split.inputs = std::move(traffic.inputs);
    split.operands = std::move(traffic.operands);
}

std::shared_ptr<const PartitionTable> partitionTable(const LayerTask& task, int threads, const std::stop_token& stop)
{
    auto table = std::make_shared<PartitionTable>();
    std::map<decltype(kindKey(std::declval<BlockingKind>())), std::size_t> known;
    for (const Partition& partition : partitions(splittable(task.layer, task.batch), task.region.extent, task.space)) {
        BlockingKind kind = kindOf(task, partition);
        const auto [place, isNew] = known.try_emplace(kindKey(kind), table->kinds.size());
        if (isNew) {
            kind.nests = dataflow::loopNests(kind.tile, task.machine.shape.peArray);
            table->kinds.push_back(std::move(kind));
        }
        CountedPartition split;
        split.partition = partition;
        split.kind = place->second;
        table->partitions.push_back(std::move(split));
    }
    support::parallelFor(table->partitions.size(), threads, [&](std::size_t i) {
        if (!stop.stop_requested()) {
            countHops(task, table->partitions[i]);
        }
    });
    return stop.stop_requested() ? nullptr : table;
}

} // namespace tilescape::search
