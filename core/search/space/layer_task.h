#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/region.h"
#include "core/hardware/hardware.h"
#include "core/network/layer.h"
#include "core/search/space/objective.h"
#include "core/search/space/search_space.h"

#include <string>

namespace tilescape::search {

/// One layer in one region under one set of constraints: the input of a layer search, and with `keyOf` the key of its
/// answer in a cache. The layer's name and its sources do not matter.
struct LayerTask {
    network::Layer layer;
    Count batch = 1;         ///< items of the batch
    dataflow::Region region; ///< tiles that work on the layer
    dataflow::Region memory; ///< memory channels: where maps lie unless the flags below say otherwise
    hardware::Machine machine;
    SearchSpace space;
    Objective objective;
    bool inputFromTiles = false; ///< the whole input lies in tiles' buffers (cost-model.md 5)
    bool inputIsLocal = false;   ///< it lies in those of this region
    bool outputStays = false;    ///< the output stays in the buffers of this region
    bool outputIsTaken = false;  ///< layers of the segment take the output from there (`pipeline::isTakenFromTiles`)
    bool mayPinWeights = false;  ///< weights may stay on chip for all batches (cost-model.md 5)
    bool reloadsWeights = false; ///< weights come in for every batch group (cost-model.md 5)
    double inputPartInTiles = 0; ///< fraction of an input from memory that lies in tiles' buffers (element-wise layers)
};

/// Multiplies the static energy, the price of a cycle and the weight of a cycle by `share`. With the region's fraction
/// of all tiles that work as `share`, the cycles of regions side by side add up to no more than those of the slowest
/// region, so that a sum of layers' bounds remains a bound of their segment.
void chargeForRegion(LayerTask& task, double share);

/// The key of a task in a cache: tasks with equal keys have equal answers of the exhaustive search.
std::string keyOf(const LayerTask& task);
/// The same in bytes that cannot be read, and are written far faster.
std::string byteKeyOf(const LayerTask& task);
/// The part of the key on which the word-hops of a partition depend, but for the two regions: no capacity, rate or price is
/// in it.
std::string hopsKeyOf(const LayerTask& task);

/// Whether data that several tiles need are fetched once and spread from tile to tile.
bool spreads(const LayerTask& task);
/// Whether hops cost energy: their price is not zero, and the chip has more than one tile.
bool hopsMatter(const LayerTask& task);
/// The pricing context of the task's tiles, but for what depends on the partition: `sharers` and `identicalTiles`
/// remain 1.
cost::TileContext contextOf(const LayerTask& task);

} // namespace tilescape::search
