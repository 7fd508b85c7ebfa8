#pragma once

#include "core/hardware/hardware.h"
#include "core/network/network.h"

namespace tilescape::pipeline {

/// How the chip executes a schedule and how that is counted. All layers of a schedule have these rules in common.
struct ExecutionRules {
    bool spreadsFetches = false;   ///< data that several tiles need are fetched once and forwarded (cost-model.md 3)
    bool buffersShared = false;    ///< tiles that need one piece hold one copy of it between them (cost-model.md 4)
    bool regionsPipelined = false; ///< layers may run side by side in regions of the chip (cost-model.md 5)
    PerTensor<bool> bufferBypass{{true, true, true}}; ///< whether a tensor may skip the tile's buffer (cost-model.md 2)
    Counts counts = Counts::Executed;                 ///< executed or reference counts (cost-model.md 7)
};

/// One network on one machine: what all layers of a schedule have in common. It refers to objects that must outlive it.
struct NetworkTask {
    const network::Network& network;
    const network::Topology& topology;
    Count batch = 1; ///< items of the batch
    const hardware::Machine& machine;
    ExecutionRules rules;
};

} // namespace tilescape::pipeline
