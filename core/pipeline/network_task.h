#pragma once

#include "core/hardware/hardware.h"
#include "core/network/network.h"

namespace tilescape::pipeline {

/// How a chip executes a schedule, and how that is counted. No choice of a search: all layers have them in common.
struct ExecutionRules {
    bool spreadsFetches = false;   ///< data that tiles share is fetched once, and brought from tile to tile
    bool buffersShared = false;    ///< tiles that need one piece hold it once between them (cost-model.md 4)
    bool regionsPipelined = false; ///< layers may run side by side in regions of the chip (cost-model.md 5)
    PerTensor<bool> bufferBypass{{true, true, true}}; ///< a tensor that gains nothing by the buffer may skip it
    Counts counts = Counts::Executed;
};

/// One network on one machine: what all layers of a schedule have in common. It refers to what outlives it.
struct NetworkTask {
    const network::Network& network;
    const network::Topology& topology;
    Count batch = 1;
    const hardware::Machine& machine;
    ExecutionRules rules;
};

} // namespace tilescape::pipeline
