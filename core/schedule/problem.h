#pragma once

#include "core/hardware/hardware.h"
#include "core/network/network.h"
#include "core/search/space/sampling.h"
#include "core/search/space/search_space.h"
#include "core/support/result.h"
#include "core/training/settings.h"

#include <string>

namespace tilescape::schedule {

/// Times the largest network that `network::check` lets pass, still no count overflows.
inline constexpr Count largestBatch = 16384;

/// What is asked: a plain value. Every edit in the window changes one field of it.
struct Problem {
    network::Network network;
    hardware::Hardware hardware;
    Count batch = 16;
    search::Goal goal = search::Goal::Energy;
    search::SearchSpace space;
    std::string solver = "exhaustive"; ///< a row of `solvers()`
    search::Sampling sampling;     ///< of solvers that draw lots
    training::Settings training;       ///< the schedule does not depend on it
    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Faults where word-hops could pass what a count holds: the words of one layer's tensor, fetched by every tile from across
/// the chip. No published network comes near it with any batch, on 128 x 128 tiles.
support::Diagnostics checkHops(const Problem& problem);

/// Whether both have the same schedule: they differ in what it does not depend on, if at all.
bool haveSameSchedule(const Problem& first, const Problem& second);

/// The search space as far as chip and solver are able: without transfers from tile to tile nothing is forwarded, shared, gathered
/// or handed on; without layers in turn or side by side, neither is searched (KAPLA III-C);
/// only KAPLA rounds factors up.
search::SearchSpace usableSpace(const Problem& problem);

/// The layers that are scheduled: the network's, or with those that training adds. Faults: of `network::trainingGraph`, and
/// sums that its layers take past the limits of `network::check`.
support::Result<network::Network> scheduledNetwork(const Problem& problem);

} // namespace tilescape::schedule
