#pragma once

#include "core/dataflow/partition.h"
#include "core/network/layer.h"

namespace tilescape::dataflow {

/// How many tiles work on one and the same piece of each tensor: the size of a sharing group (cost-model.md 3 and 4;
/// Tangram 3.1). Weights are shared along splits of batch and map (both only where they nest directly), inputs along
/// splits of the output channels, outputs along splits of the input channels.
PerTensor<Count> sharersOf(const network::Layer& layer, const Partition& partition);

} // namespace tilescape::dataflow
