#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/scheme.h"
#include "core/pipeline/feature_map_placement.h"
#include "core/pipeline/segment_timing.h"

#include <vector>

namespace tilescape::pipeline {

struct PlacedLayer {
    std::size_t layer = 0; ///< index in the network
    Slot slot;
    dataflow::LayerScheme scheme;
    cost::LayerCost cost; ///< filled in by `priceLayers`
};

/// Prices each layer by the detailed model, its input laid out as the layers before it left it, and times the segments,
/// in their order. The static energy of a segment is shared out to its layers in proportion to tiles x cycles at work: they
/// add up to it (Counts::Reference: each pays for its own cycles). `inputPartition`: how the network's input and the external inputs lie over memory. The layers stand
/// in the order in which they run.
std::vector<SegmentTiming> priceLayers(const NetworkTask& task, const dataflow::Partition& inputPartition,
                                       std::vector<PlacedLayer>& layers);

} // namespace tilescape::pipeline
