#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"
#include "core/search/exhaustive/chain_search.h"

#include <functional>
#include <memory>

namespace tilescape::schedule {

/// A search over the network's layers for one objective.
using ChainSearchFunction = std::function<search::ChainAnswer(
    const search::SearchTask&, const search::Objective&, const search::ChainControl&)>;

/// The problem's goal by one search, or by several: energy x delay is searched along the convex hull of (energy, cycles),
/// where its minimum lies, as long as more than `leastGain` of it could be gained.
Schedule solveByChains(std::shared_ptr<const Problem> problem, const SolveControl& control,
                       const ChainSearchFunction& search, double leastGain = 0);

} // namespace tilescape::schedule
