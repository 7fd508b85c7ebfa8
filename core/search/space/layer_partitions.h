#pragma once

#include "core/cost/hops.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/layer_task.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tilescape::search {

/// One way to split a layer over its region, and all of it that depends neither on where the input lies nor on blocking.
struct CountedPartition {
    dataflow::Partition partition;
    dataflow::Partition outputPartition; ///< of the output where it goes: equal ones are interchangeable
    std::size_t kind = 0;
    std::vector<cost::MapGroup> inputs;
    Count weightHops = 0; ///< word-hops to bring each datum once; those of a second operand depend on where it lies
    cost::OutputHops outputHops;
    std::vector<cost::MapGroup> operands; ///< of a second operand
};

/// Partitions whose tiles have equal work and share alike have equal blockings: each kind is searched once.
struct BlockingKind {
    dataflow::TileLayer tile;
    cost::TileContext context;
    std::optional<PerTensor<dataflow::SharingGroup>> sharing;
    std::vector<dataflow::LoopNest> nests;
};

/// What all searches of one layer in one region have in common, whatever groups a pipeline asks for.
struct PartitionTable {
    std::vector<CountedPartition> partitions;
    std::vector<BlockingKind> kinds;
};

/// The kind of this partition, its nests not yet listed.
BlockingKind kindOf(const LayerTask& task, const dataflow::Partition& partition);
/// Fills in the hops of `split.partition`, and where its output goes.
void countHops(const LayerTask& task, CountedPartition& split);

std::shared_ptr<const PartitionTable> partitionTable(const LayerTask& task, int threads, const std::stop_token& stop);

} // namespace tilescape::search
