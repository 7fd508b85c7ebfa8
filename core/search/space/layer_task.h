#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/region.h"
#include "core/hardware/hardware.h"
#include "core/network/layer.h"
#include "core/search/space/objective.h"
#include "core/search/space/search_space.h"

#include <string>

namespace tilescape::search {

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
    bool inputFromTiles = false; ///< the input lies in buffers (cost-model.md 5)
    bool inputIsLocal = false;   ///< in those of this very region
    bool outputStays = false;    ///< the output stays in this region's buffers
    bool mayPinWeights = false;  ///< the region runs no other layer with weights
    double inputPartInTiles = 0; ///< of an input that lies in memory else: some operands of an element-wise layer
};

/// Lets a cycle of a layer count as `share` of one, static energy and the price of cycles. With the part that its region has of all
/// tiles that work, regions that run side by side count together no more than the slowest: sums over a segment's layers stay
/// below its time.
void chargeForRegion(LayerTask& task, double share);

/// The key of a task: equal texts, equal answers.
std::string keyOf(const LayerTask& task);

/// Sharing tiles forward to each other what one of them fetched.
bool spreads(const LayerTask& task);
bool hopsMatter(const LayerTask& task);
/// What surrounds the tiles of the task, whatever the partition.
cost::TileContext contextOf(const LayerTask& task);

} // namespace tilescape::search
