#pragma once

#include "core/search/bounds/network_bound.h"
#include "core/search/bounds/segment_bounds.h"
#include "core/search/space/search_space.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace tilescape::search {

/// The bound of `networkBound`, raised to the least sum of segments' bounds over all chains of legal segments
/// (`segmentsOf`, `SegmentBounds`). For the product of energy and delay, chains are also bounded by energy with a cycle
/// priced in several ways, which bounds the hull of all schedules. Empty if stopped.
std::optional<LowerBound> chainBound(const SearchTask& task, SegmentBounds& bounds, Goal goal,
                                     const std::stop_token& stop);

/// Energy plus `cyclePj` for each cycle is at least `least`, in pJ.
struct EnergyLine {
    double cyclePj = 0;
    double least = 0;
};
/// The least product of an energy and a delay of at least `leastCycles` above all lines, in pJ x cycles.
double leastProduct(const std::vector<EnergyLine>& lines, double leastCycles);

/// Chips of more tiles have no chain bound: the partitions are too many.
inline constexpr Count mostTilesOfChainBound = 1024;

} // namespace tilescape::search
