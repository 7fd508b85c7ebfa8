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

/// A partition of a layer over its region with its sharing groups and hops: all that depends neither on where the input
/// lies nor on the blocking (cost-model.md 3).
struct CountedPartition {
    dataflow::Partition partition;
    dataflow::Partition outputPartition;  ///< of the output where it goes; with equal ones later layers cost the same
    std::size_t kind = 0;                 ///< index in `PartitionTable::kinds`
    cost::MapGroups inputs;   ///< sharing groups of the input
    Count weightHops = 0;                 ///< word-hops that bring all weights once; 0 for a second operand
    cost::OutputHops outputHops;          ///< word-hops that move all outputs once
    cost::MapGroups operands; ///< sharing groups of a second operand; else empty
};

/// What the blockings of a partition depend on. Partitions whose tiles have equal work and share alike are of one kind,
/// whose blockings are searched once.
struct BlockingKind {
    dataflow::TileLayer tile;
    cost::TileContext context;
    std::optional<PerTensor<dataflow::SharingGroup>> sharing; ///< empty if tiles do not share buffers
    std::vector<dataflow::LoopNest> nests;                    ///< one for each mapping on the PE array
};

/// All partitions of one layer in one region and their kinds, whatever groups a pipeline asks for.
struct PartitionTable {
    std::vector<CountedPartition> partitions;
    std::vector<BlockingKind> kinds;
};

/// The kind of a partition, without its nests.
BlockingKind kindOf(const LayerTask& task, const dataflow::Partition& partition);
/// What the searches over the blockings of its nests have in common.
std::shared_ptr<const BlockingSetting> settingOf(const LayerTask& task, const BlockingKind& kind);
/// Sets the hops, sharing groups and output partition of `split.partition`.
void countHops(const LayerTask& task, CountedPartition& split);

/// All partitions that the task's search space allows, with their hops. Null if stopped.
std::shared_ptr<const PartitionTable> partitionTable(const LayerTask& task, int threads, const std::stop_token& stop);

} // namespace tilescape::search
