#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/layout.h"
#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"
#include "core/interlayer/segment_timing.h"
#include "core/intralayer/options.h"
#include "core/network/network.h"

#include <vector>

namespace tilescape::interlayer {

/// What all layers of a schedule have in common.
struct PricingTask {
    const network::Network& network;
    const network::Topology& topology;
    Count batch = 1;
    const hardware::Machine& machine;
    const intralayer::SearchSpace& space;
};

/// The memory channels as a grid that feature maps lie over.
dataflow::Region memoryRegion(const hardware::Machine& machine);

/// Number of a feature map: the network's input, the external inputs, then the layers' outputs.
using MapNumber = std::size_t;
MapNumber mapNumber(const network::Network& network, const network::Source& source);
MapNumber outputMap(const network::Network& network, std::size_t layer);
std::size_t mapCount(const network::Network& network);

/// Where feature map `map` lies if cut by `partition`, as far as that applies, over `region`.
dataflow::Layout mapLayout(const PricingTask& task, MapNumber map, const dataflow::Partition& partition,
                           const dataflow::Region& region);

struct PlacedLayer {
    std::size_t layer = 0; ///< index in the network
    Position position;
    dataflow::LayerScheme scheme;
    cost::LayerCost cost; ///< filled in by `priceLayers`
};

/// Prices each layer by the detailed model, its input laid out as the layers before it left it, and times the segments,
/// in their order. `inputPartition`: how the network's input and the external inputs lie over memory. The layers stand
/// in the order in which they run.
std::vector<SegmentTiming> priceLayers(const PricingTask& task, const dataflow::Partition& inputPartition,
                                       std::vector<PlacedLayer>& layers);

} // namespace tilescape::interlayer
