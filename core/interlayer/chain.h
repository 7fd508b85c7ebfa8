#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/layout.h"
#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"
#include "core/intralayer/options.h"
#include "core/network/network.h"

#include <vector>

namespace tilescape::interlayer {

/// Layers run one after another, each over the whole chip; every feature map passes through memory.
struct ChainTask {
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

/// Where feature map `map` lies if cut by `partition` over memory.
dataflow::Layout mapLayout(const ChainTask& task, MapNumber map, const dataflow::Partition& partition);

struct ChainLayer {
    std::size_t layer = 0; ///< index in the network
    dataflow::LayerScheme scheme;
    cost::LayerCost cost; ///< filled in by `priceChain`
};

/// Prices each layer by the detailed model, its input laid out as the layers before it left it (cost-model.md 3).
/// `inputPartition`: how the network's input and the external inputs lie over memory.
void priceChain(const ChainTask& task, const dataflow::Partition& inputPartition, std::vector<ChainLayer>& chain);

} // namespace tilescape::interlayer
