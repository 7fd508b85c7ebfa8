#pragma once

#include "core/dataflow/partition.h"
#include "core/intralayer/layer_search.h"

#include <array>
#include <vector>

namespace tilescape::intralayer {

/// Into how many parts each loop, and each side of the map, is cut: shares of equal counts have equal blockings, however
/// they lie.
using PartCounts = std::array<Count, 5>;
PartCounts partCounts(const dataflow::PerSplit<Extent>& shares);

/// Ways to share out a task's region, with the least that each may cost, cheapest first: compulsory traffic, the best use of
/// buffers and registers, every shared word handed on to one neighbour after the other.
struct RankedShares {
    double cost = 0;
    dataflow::PerSplit<Extent> shares;
};
std::vector<RankedShares> rankShares(const LayerTask& task);

} // namespace tilescape::intralayer
