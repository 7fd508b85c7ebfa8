#pragma once

#include "core/search/space/layer_partitions.h"
#include "core/search/space/obstacle.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tilescape::search {

/// A partition with all that does not depend on where the input lies.
struct PartitionChoice {
    std::size_t number = 0; ///< in the partition table
    dataflow::Partition partition;
    dataflow::Partition outputPartition; ///< of the output over memory: choices with equal ones are interchangeable
    Count weightHops = 0;                ///< word-hops to bring each datum once
    cost::OutputHops outputHops;
    std::vector<dataflow::Replication> replications; ///< of each blocking
    std::vector<BlockingChoice> blockings;
};

/// All schemes that can be the best for some layout of the input.
struct LayerAnswer {
    std::vector<PartitionChoice> partitions; ///< each with at least one blocking; empty: nothing fits
    SearchCounts counts;
    std::optional<Obstacle> obstacle; ///< where there are none because nothing fits
};

/// Blockings of one nest, of those of a kind in the partition table.
using NestSearch = std::function<BlockingAnswer(const BlockingTask& task, std::size_t kind, std::size_t nest)>;
/// The same with another search of the blockings.
std::shared_ptr<LayerAnswer> searchLayerBy(const NestSearch& search, const LayerTask& task, const PartitionTable& table,
                                           const pipeline::TopGroups& top, int threads, const std::stop_token& stop);

/// A search of one layer, as searches of whole networks ask for it.
using LayerSearch = std::function<std::shared_ptr<const LayerAnswer>(const LayerTask& task, const PartitionTable& table,
                                                                     const pipeline::TopGroups& top, int threads,
                                                                     const std::stop_token& stop)>;

} // namespace tilescape::search
