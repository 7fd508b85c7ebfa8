#pragma once

#include "core/cost/hops.h"
#include "core/dataflow/layout.h"
#include "core/dataflow/scheme.h"
#include "core/intralayer/blocking_search.h"
#include "core/intralayer/obstacle.h"
#include "core/intralayer/options.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescape::intralayer {

/// One layer in one region under one set of constraints: what a search is asked, and the key under which its answer is
/// remembered. The layer's name and inputs play no part.
struct LayerTask {
    network::Layer layer;
    Count batch = 1;
    dataflow::Region region; ///< tiles that work on it
    dataflow::Region memory; ///< memory channels: source and destination, where the flags below say nothing else
    hardware::Machine machine;
    SearchSpace space;
    Objective objective;
    bool inputFromTiles = false;  ///< the input lies in buffers (cost-model.md 5)
    bool inputIsLocal = false;    ///< in those of this very region
    bool outputStays = false;     ///< the output stays in this region's buffers
    bool mayPinWeights = false;   ///< the region runs no other layer with weights
    double inputPartInTiles = 0;  ///< of an input that lies in memory else: some operands of an element-wise layer
};

/// Lets a cycle of a layer count as `share` of one, static energy and the price of cycles. With the part that its region has of all
/// tiles that work, regions that run side by side count together no more than the slowest: sums over a segment's layers stay
/// below its time.
void chargeForRegion(LayerTask& task, double share);

/// The key of a task: equal texts, equal answers.
std::string keyOf(const LayerTask& task);

/// One way to split a layer over its region, and all of it that depends neither on where the input lies nor on blocking.
struct FramePartition {
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
struct LayerFrame {
    std::vector<FramePartition> partitions;
    std::vector<BlockingKind> kinds;
};

/// Sharing tiles forward to each other what one of them fetched.
bool spreads(const LayerTask& task);
bool hopsMatter(const LayerTask& task);
/// What surrounds the tiles of the task, whatever the partition.
cost::TileContext contextOf(const LayerTask& task);
/// The kind of this partition, its nests not yet listed.
BlockingKind kindOf(const LayerTask& task, const dataflow::Partition& partition);
/// Fills in the hops of `split.partition`, and where its output goes.
void countHops(const LayerTask& task, FramePartition& split);

std::shared_ptr<const LayerFrame> frameOf(const LayerTask& task, int threads, const std::stop_token& stop);

/// A partition with all that does not depend on where the input lies.
struct PartitionChoice {
    std::size_t frame = 0; ///< number in the frame
    dataflow::Partition partition;
    dataflow::Partition outputPartition; ///< of the output over memory: choices with equal ones are interchangeable
    Count weightHops = 0; ///< word-hops to bring each datum once
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

/// Exhaustive over partitions, mappings and blockings. Null if stopped.
std::shared_ptr<const LayerAnswer> searchLayer(const LayerTask& task, const LayerFrame& frame, const pipeline::TopGroups& top,
                                               int threads, const std::stop_token& stop);

/// Blockings of one nest, of those of a kind in the frame.
using NestSearch = std::function<BlockingAnswer(const BlockingTask& task, std::size_t kind, std::size_t nest)>;
/// The same with another search of the blockings.
std::shared_ptr<LayerAnswer> searchLayerBy(const NestSearch& search, const LayerTask& task, const LayerFrame& frame,
                                           const pipeline::TopGroups& top, int threads, const std::stop_token& stop);

/// A search of one layer, as searches of whole networks ask for it.
using LayerSearch = std::function<std::shared_ptr<const LayerAnswer>(
    const LayerTask& task, const LayerFrame& frame, const pipeline::TopGroups& top, int threads, const std::stop_token& stop)>;

} // namespace tilescape::intralayer
