#pragma once

#include "core/hardware/hardware.h"
#include "core/network/network.h"
#include "core/search/space/sampling.h"
#include "core/search/space/search_space.h"
#include "core/support/result.h"
#include "core/training/settings.h"

#include <memory>
#include <optional>
#include <string>

namespace tilescape::schedule {

/// The largest batch. With the largest network that `network::check` accepts, no count of words or operations
/// overflows.
inline constexpr Count largestBatch = 16384;

struct Problem;

/// A schedule that was found or written for a problem, and is its answer as long as nothing that it depends on is changed.
struct KeptSchedule {
    std::string directives;            ///< tensor-centric directives of all layers (KAPLA III-B)
    std::shared_ptr<const Problem> of; ///< the problem, which keeps none itself; never null
    friend bool operator==(const KeptSchedule& first, const KeptSchedule& second);
};

/// The input of a solver: a plain value, of which every edit in the window changes one member.
struct Problem {
    network::Network network;
    hardware::Hardware hardware;
    Count batch = 16; ///< items of the batch, from 1 to `largestBatch`
    search::Goal goal = search::Goal::Energy;
    search::SearchSpace space;
    std::string solver = "exhaustive"; ///< the name of a row of `solvers()`
    search::Sampling sampling;         ///< of the randomized solvers
    training::Settings training;       ///< the schedule does not depend on them
    std::optional<KeptSchedule> kept;  ///< perhaps of what this problem was before it was edited
    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Faults of layers whose word-hops could exceed a 64-bit count: the words of their largest tensor, fetched by every
/// tile from across the chip. Published networks come nowhere near that on 128 x 128 tiles, whatever the batch.
support::Diagnostics checkHops(const Problem& problem);

/// The problem with a schedule to keep.
Problem keeping(Problem problem, std::string directives);
/// Whether the schedule that a problem keeps, if any, is one of what it is now.
bool keepsSchedule(const Problem& problem);

/// Whether the problems are equal but for members that the schedule does not depend on.
bool haveSameSchedule(const Problem& first, const Problem& second);

/// The search space without what chip and solver cannot do (KAPLA III-C; solvers.md, Abilities): without transfers
/// between tiles nothing is forwarded, shared, gathered or handed on; layers share a segment only in the ways that the
/// chip supports; only KAPLA rounds factors up, on chips without shared buffers.
search::SearchSpace usableSpace(const Problem& problem);

/// The network that is scheduled: the problem's own, or with the layers of training added if that is asked for. Faults:
/// those of `network::trainingGraph`, and those of `network::check` for the extended network.
support::Result<network::Network> scheduledNetwork(const Problem& problem);

/// The problem that solvers are given: its network is the scheduled one, its space the usable one without training. Faults: those of
/// `scheduledNetwork`.
support::Result<Problem> settled(const Problem& problem);

} // namespace tilescape::schedule
