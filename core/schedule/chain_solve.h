#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"
#include "core/search/exhaustive/chain_search.h"

#include <functional>
#include <memory>

namespace tilescape::schedule {

/// A search over the layers of a network for one objective.
using ChainSearchFunction = std::function<search::ChainAnswer(
    const search::SearchTask&, const search::Objective&, const search::ChainControl&)>;

/// The best schedule for the problem's goal. Energy and delay take one search each. Energy x delay is searched along
/// the lower convex hull of (energy, cycles) with several, until no corner of the hull could be better by more than the
/// fraction `leastGain`. If the search is exact, so is the answer for `leastGain` 0: over all points above the hull the
/// product is least at a corner.
Schedule solveByChains(std::shared_ptr<const Problem> problem, const SolveControl& control,
                       const ChainSearchFunction& search, double leastGain = 0);

} // namespace tilescape::schedule
