#pragma once

#include "core/pipeline/top_groups.h"
#include "core/search/kapla/placed_candidates.h"
#include "core/search/kapla/segment_plan.h"

#include <cstddef>
#include <limits>
#include <map>
#include <tuple>
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

    /// The cheapest blocking of the layer under the groups `top` that takes no more than `roomWords` of a tile's buffer
    /// (`BlockingQuery::roomWords`). The reference holds until the same is asked for again.
    const BestBlocking& bestAt(std::size_t place, const pipeline::TopGroups& top,
                               Count roomWords = std::numeric_limits<Count>::max());

private:
    using Partitions = std::vector<const PlacedCandidate*>;
    struct Known {
        BestBlocking best;
        std::size_t looked = 0;    ///< partitions that were looked at
        bool hasLookedOwn = false; ///< and those that are ranked for these very groups
    };

    const SegmentPlan& m_plan;
    std::vector<Partitions> m_partitions; ///< by place, in the order in which they were added, without repetition
    std::map<std::tuple<std::size_t, pipeline::TopGroups, Count>, Known> m_known; ///< by place, groups and room
};

} // namespace tilescape::search
