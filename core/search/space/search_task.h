#pragma once

#include "core/pipeline/network_task.h"
#include "core/search/space/search_space.h"

namespace tilescape::search {

/// One network on one machine, and the search space of its schedules. It refers to objects that must outlive it.
struct SearchTask : pipeline::NetworkTask {
    /// All references must outlive this; the execution rules follow from the search space.
    SearchTask(const network::Network& network, const network::Topology& topology, Count batch,
               const hardware::Machine& machine, const SearchSpace& searchSpace)
        : NetworkTask{network, topology, batch, machine, executionRules(searchSpace)}, space(searchSpace)
    {}

    const SearchSpace& space;
};

} // namespace tilescape::search
