#pragma once

#include "core/hardware/hardware.h"
#include "core/intralayer/options.h"
#include "core/network/network.h"

#include <string>

namespace tilescape::schedule {

/// Times the largest network that `network::check` lets pass, still no count overflows.
inline constexpr Count largestBatch = 16384;

/// What is asked: a plain value. Every edit in the window changes one field of it.
struct Problem {
    network::Network network;
    hardware::Hardware hardware;
    Count batch = 16;
    intralayer::Goal goal = intralayer::Goal::Energy;
    intralayer::SearchSpace space;
    std::string solver = "exhaustive"; ///< a row of `solvers()`
    friend bool operator==(const Problem&, const Problem&) = default;
};

} // namespace tilescape::schedule
