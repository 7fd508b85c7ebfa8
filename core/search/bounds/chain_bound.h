#pragma once

#include "core/search/bounds/network_bound.h"
#include "core/search/bounds/segment_bounds.h"
#include "core/search/space/search_space.h"

#include <optional>
#include <stop_token>

namespace tilescape::search {

/// The bound of `networkBound`, raised to the least sum of segments' bounds over all chains of legal segments
/// (`segmentsOf`, `SegmentBounds`). For the product of energy and delay, chains are also bounded by energy with a cycle
/// priced in several ways, which bounds the hull of all schedules. Empty if stopped.
std::optional<LowerBound> chainBound(const SearchTask& task, SegmentBounds& bounds, Goal goal,
                                     const std::stop_token& stop);

/// Chips of more tiles have no chain bound: the partitions are too many.
inline constexpr Count mostTilesOfChainBound = 1024;

} // namespace tilescape::search
