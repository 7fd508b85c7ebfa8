#pragma once

#include "core/dataflow/partition.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/part_counts.h"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Shares of equal counts: what they may cost at least, by compulsory traffic, the best use of buffers and registers, every
/// shared word handed on to one neighbour after the other.
struct ShareClass {
    double cost = 0;
    std::vector<std::pair<double, std::size_t>>
        nests; ///< the same for each of `roundedNests`, by its number; cheapest first
    std::vector<dataflow::PerSplit<Extent>> shares;
};
/// All ways to share out a region of the task's extent, wherever it lies; cheapest first.
std::vector<ShareClass> rankShares(const LayerTask& task);

} // namespace tilescape::search
