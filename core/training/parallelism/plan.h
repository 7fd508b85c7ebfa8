#pragma once

#include "core/support/result.h"
#include "core/training/parallelism/communication.h"

#include <vector>

namespace tilescape::training::parallelism {

/// Data or model parallelism for each vertex at each level, and what that costs a training step.
struct Plan {
    Graph graph;
    std::vector<Choices> levels; ///< [level][vertex], from the level between the halves of the array down
    std::vector<std::vector<PerKind>> bytes; ///< [level][vertex], all groups together; of a vertex: its own, and of its inputs
    PerKind bytesByKind;
    std::vector<double> bytesByLevel;
    double totalBytes = 0;
    double computeSeconds = 0;
    double communicationSeconds = 0; ///< not overlapped with computation (hypar.md 1.5)
    double stepSeconds = 0;
    double computeJoules = 0;
    double memoryJoules = 0;
    double communicationJoules = 0;
    double energyJoules = 0;
    /// Each level has the least communication given those above it: true for a search that looked at everything.
    bool exact = true;
    std::vector<Forced> forced; ///< choices that are in force
    support::Diagnostics notes; ///< forced choices that name no layer or level
};

/// The number of combinations that brute force looks at is 2^(levels x vertices).
inline constexpr Count mostBruteForceBits = 20;

/// HyPar, Algorithm 2: the strategy decides what is not forced, level by level. Faults: too much for brute force.
support::Result<Plan> plan(const network::Network& network, Count batch, const Settings& settings);

/// The same for a graph that stands already.
support::Result<Plan> plan(Graph graph, Count batch, const Settings& settings);

/// Prices given choices: all of `plan` but the search. `levels` has one row a level of the settings, one entry a vertex.
Plan price(Graph graph, Count batch, const Settings& settings, std::vector<Choices> levels);

/// Bytes of all levels together; what `price` finds, and no more.
double totalBytes(const Graph& graph, Count batch, const Settings& settings, const std::vector<Choices>& levels);

} // namespace tilescape::training::parallelism
