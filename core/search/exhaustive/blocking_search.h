#pragma once

#include "core/search/space/blocking_task.h"

namespace tilescape::search {

/// The Pareto front of all blockings with exact factors and all loop orders (cost-model.md 2), but for those that a
/// lower bound or dominance rules out. For any non-negative price of hops from and to memory it contains a best
/// blocking. If tiles share buffers, each blocking is taken with the sharing of `bestSharing`.
BlockingAnswer searchBlockings(const BlockingTask& task);

} // namespace tilescape::search
