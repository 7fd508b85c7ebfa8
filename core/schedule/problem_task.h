#pragma once

#include "core/schedule/problem.h"
#include "core/search/space/search_space.h"

namespace tilescape::schedule {

/// A settled problem as searches see it. It can be neither copied nor moved, as `task` refers to the other members.
struct ProblemTask {
    /// `problem` must outlive this.
    explicit ProblemTask(const Problem& problem)
        : machine(hardware::machineOf(problem.hardware)),
          topology(network::topologyOf(problem.network)),
          task(problem.network, topology, problem.batch, machine, problem.space)
    {}
    ProblemTask(const ProblemTask&) = delete;
    ProblemTask& operator=(const ProblemTask&) = delete;

    hardware::Machine machine;
    network::Topology topology;
    search::SearchTask task;
};

} // namespace tilescape::schedule
