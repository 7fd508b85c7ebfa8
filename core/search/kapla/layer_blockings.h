#pragma once

#include "core/search/kapla/blocking_limits.h"
#include "core/search/kapla/placed_candidates.h"
#include "core/search/kapla/segment_plan.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// The cheapest blockings of a segment's layers under groups, over the partitions that may be chosen so far. Of one segment and one
/// thread: what several segments ask for alike, the partitions cache.
class LayerBlockings {
public:
    /// `plan` must outlive this.
    explicit LayerBlockings(const SegmentPlan& plan);

    /// The first partitions of `ranked` (`SearchEffort::partitionsForGroups`) may be chosen from now on, too. Whether any of them could
    /// not before.
    bool add(std::size_t place, const RankedCandidates& ranked);

    /// The cheapest blocking of the layer within the limits. The reference holds until the same is asked for again.
    const BestBlocking& bestAt(std::size_t place, const BlockingLimits& limits);

    /// Of the cheapest blockings of each partition, the one with fewest DRAM cycles among those that take at most `cycles`; null if there is
    /// none.
    const BestBlocking* frugalAt(std::size_t place, const BlockingLimits& limits, double cycles) const;

private:
    using Partitions = std::vector<const PlacedCandidate*>;
    struct Known {
        BestBlocking best;
        std::size_t looked = 0;    ///< partitions that were looked at
        bool hasLookedOwn = false; ///< and those that are ranked within these very limits
    };

    const SegmentPlan& m_plan;
    std::vector<Partitions> m_partitions; ///< by place, in the order in which they were added, without repetition
    std::map<std::pair<std::size_t, BlockingLimits>, Known> m_known; ///< by place and limits
};

} // namespace tilescape::search
