#pragma once

#include "core/search/kapla/placed_candidates.h"

namespace tilescape::search {

/// The partitions of a layer in its region with the lowest estimated costs: the best blocking of their class, with the
/// estimated hops of forwarding trees and to where the data lie. The best `most` are taken for an input at the mean
/// distance, and a few more for each of `inputs`.
RankedCandidates rankCandidates(PlacedCandidates& placed, const BlockingLimits& limits,
                                const std::vector<LikelyInput>& inputs, std::size_t most);

/// The best of that ranking without likely inputs. It takes less time: a class that cannot be the best is not blocked.
double leastEstimate(PlacedCandidates& placed, const BlockingLimits& limits);

} // namespace tilescape::search
