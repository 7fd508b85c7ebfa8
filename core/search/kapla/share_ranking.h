#pragma once

#include "core/dataflow/partition.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/part_counts.h"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Shares of equal counts, which have equal blockings, and what these may cost at least: compulsory traffic, the best use of
/// buffers and registers, every shared word handed on to one neighbour after the other; in the units of `scalarOf`.
struct ShareClass {
    /// A lower bound where no tensor may bypass the buffer. Else an estimate: that all are kept, as long as they have room.
    double cost = 0;
    /// A lower bound for each of `paddedNests`, by its number; cheapest first.
    std::vector<std::pair<double, std::size_t>> nests;
    std::vector<dataflow::PerSplit<Extent>> shares;
};
/// All ways to share out a region of the task's extent, wherever it lies; cheapest first.
std::vector<ShareClass> rankShares(const LayerTask& task);

} // namespace tilescape::search
