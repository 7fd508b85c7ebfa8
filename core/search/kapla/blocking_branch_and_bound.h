#pragma once

#include "core/search/kapla/blocking_query.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/search_counts.h"

#include <limits>
#include <vector>

namespace tilescape::search {

/// At most `most` blockings, cheapest first, all cheaper than `upperBound` (in the units of `scalarOf`), by branch and
/// bound with proven lower bounds. With `leastGain` 0 the first is the cheapest of all; the others may miss blockings
/// that it dominates. The cost of rotation is an estimate, since the buffer-level loop orders, which `choiceOf`
/// decides, are taken at their best (cost-model.md 2 and 4). Adds to `counts` unless that is null.
std::vector<BlockingCandidate> bestBlockings(const BlockingQuery& task, std::size_t most,
                                             double upperBound = std::numeric_limits<double>::infinity(),
                                             SearchCounts* counts = nullptr);

/// Whether there is a blocking that is cheaper than `limit` (in the units of `scalarOf`). It takes less time than to find the cheapest.
bool hasBlockingBelow(const BlockingQuery& task, double limit);

} // namespace tilescape::search
