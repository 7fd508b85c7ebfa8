#pragma once

#include "core/search/space/layer_partitions.h"
#include "core/search/space/obstacle.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tilescape::search {

/// A partition of a layer with its blockings: all that does not depend on where the input lies.
struct PartitionChoice {
    std::size_t number = 0; ///< index in `PartitionTable::partitions`
    dataflow::Partition partition;
    dataflow::Partition outputPartition; ///< of the output where it goes; with equal ones later layers cost the same
    Count weightHops = 0;                ///< word-hops that bring all weights once; 0 for a second operand
    cost::OutputHops outputHops;         ///< word-hops that move all outputs once
    std::vector<dataflow::Replication> replications; ///< of each of `blockings`, whose number it has
    std::vector<BlockingChoice> blockings;
};

/// The result of the search of one layer: every scheme that may be the best for some layout of the input.
struct LayerAnswer {
    std::vector<PartitionChoice> partitions; ///< each with at least one blocking; empty if nothing fits
    SearchCounts counts;
    std::optional<Obstacle> obstacle; ///< why nothing fits; empty if something does
};

/// A search over the blockings of one nest, given with the indices of its kind and of the nest in the partition table.
using NestSearch = std::function<BlockingAnswer(const BlockingTask& task, std::size_t kind, std::size_t nest)>;
/// The answer for a layer, with `search` called once for each nest of each kind of partition, on several threads. Null
/// if stopped.
std::shared_ptr<LayerAnswer> searchLayerBy(const NestSearch& search, const LayerTask& task, const PartitionTable& table,
                                           const pipeline::TopGroups& top, int threads, const std::stop_token& stop);

/// A search of one layer, as searches over networks call it. It returns null if stopped.
using LayerSearch = std::function<std::shared_ptr<const LayerAnswer>(const LayerTask& task, const PartitionTable& table,
                                                                     const pipeline::TopGroups& top, int threads,
                                                                     const std::stop_token& stop)>;

} // namespace tilescape::search
