#pragma once

#include "core/dataflow/partition.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/part_counts.h"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Shares that cut each loop into equal numbers of parts, so that their blockings are equal, with the least that these
/// cost: compulsory traffic, the best use of buffers and registers, and each shared word sent to every other tile of
/// its group over one hop.
struct ShareClass {
    /// In the units of `scalarOf`. It is a lower bound if no tensor may bypass the buffer and at most one tile of each
    /// group that shares weights is at a memory channel (from the others weights may travel fewer hops). Otherwise it
    /// is an estimate, with what may bypass taken as kept if that fits.
    double cost = 0;
    /// The same for each of `paddedNests`, by its index, cheapest first, with what may bypass the buffer taken at its
    /// best: only the condition on memory channels is left.
    std::vector<std::pair<double, std::size_t>> nests;
    /// Energy in pJ, by tensor, of the hops of one fetch that these costs count.
    std::array<double, 3> fetchPj{};
    double gatherPj = 0; ///< energy of the hops of gathered partial sums that they count once
    std::vector<dataflow::PerSplit<Extent>> shares;
};
/// All ways to share out a region of the task's extent, wherever it lies on the chip, by ascending cost.
std::vector<ShareClass> rankShares(const LayerTask& task);

/// `least`, the cost of a class or of one of its nests, where the hops of one fetch of each tensor cost no less than
/// `fetchPj`. It rises for every tensor that is fetched at least once, which pinned weights need not be.
double raisedTo(double least, const ShareClass& shareClass, const std::array<double, 3>& fetchPj, const LayerTask& task);

} // namespace tilescape::search
