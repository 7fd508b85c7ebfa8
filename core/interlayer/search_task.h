#pragma once

#include "core/intralayer/options.h"
#include "core/pipeline/network_task.h"

namespace tilescape::interlayer {

/// One network on one machine, and the schedules that may be chosen from. It refers to what outlives it.
struct SearchTask : pipeline::NetworkTask {
    SearchTask(const network::Network& network, const network::Topology& topology, Count batch, const hardware::Machine& machine,
               const intralayer::SearchSpace& searchSpace)
        : NetworkTask{network, topology, batch, machine, intralayer::executionRules(searchSpace)}, space(searchSpace)
    {
    }

    const intralayer::SearchSpace& space;
};

} // namespace tilescape::interlayer
