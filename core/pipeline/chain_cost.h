#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/scheme.h"
#include "core/pipeline/feature_map_placement.h"
#include "core/pipeline/segment_timing.h"

#include <vector>

namespace tilescape::pipeline {

/// A layer of a schedule: when, on which tiles and by which scheme it runs, and what that costs.
struct PlacedLayer {
    std::size_t layer = 0; ///< index in the network
    Slot slot;
    dataflow::LayerScheme scheme;
    cost::LayerCost cost; ///< filled in by `priceLayers`
};

/// Fills in the cost of every layer by the detailed model and returns the timing of each segment, in order
/// (cost-model.md 2 to 6). The layers must stand in the order in which they run, so that each finds its input where the
/// layers before it left it; `inputPartition` says how the network's input and the external inputs lie over the memory
/// channels. For Counts::Executed the static energy of a segment is divided among its layers in proportion to tiles x
/// cycles at work; for Counts::Reference each layer pays for its own cycles.
std::vector<SegmentTiming> priceLayers(const NetworkTask& task, const dataflow::Partition& inputPartition,
                                       std::vector<PlacedLayer>& layers);

/// The same for layers that `priceLayers` has priced for the same network, batch, rules and shape of the chip, of which
/// capacities, rates and prices may now be others: a small part of its time, since word-hops and rotation depend on none of
/// these and are taken from the costs that stand. The result is the same, bit by bit.
std::vector<SegmentTiming> priceLayersAgain(const NetworkTask& task, std::vector<PlacedLayer>& layers);

} // namespace tilescape::pipeline
