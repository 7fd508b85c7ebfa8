#pragma once

#include "core/search/kapla/placed_candidates.h"

namespace tilescape::search {

/// The partitions of a layer in its region with the lowest estimates: compulsory traffic, the best blocking of their class, the hops of
/// forwarding trees and to where the data lie. Ranked for an input as far away as usual, and for each of `inputs`.
RankedCandidates rankCandidates(PlacedCandidates& placed, const pipeline::TopGroups& top,
                                const std::vector<LikelyInput>& inputs);

} // namespace tilescape::search
