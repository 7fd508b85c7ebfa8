#pragma once

#include "core/pipeline/chain_cost.h"
#include "core/search/kapla/segment_plan.h"
#include "core/search/space/search_task.h"

#include <vector>

namespace tilescape::search {

/// A ranking of a layer's partitions from which a search over groups starts. The rankings of many segments are computed
/// beforehand, in parallel.
struct LikelyCandidates {
    PlacedCandidates* placed = nullptr; ///< not null
    pipeline::TopGroups top;            ///< groups for which the partitions are ranked
    /// Ranked for the final choice, with the usual layouts of the input, not only for the search of groups.
    bool toChoose = false;
    /// The ranking, computed once and cached by `placed`.
    const RankedCandidates& find() const;
    friend bool operator==(const LikelyCandidates&, const LikelyCandidates&) = default;
    friend auto operator<=>(const LikelyCandidates&, const LikelyCandidates&) = default;
};
/// The rankings that `planGroups` will ask for first.
std::vector<LikelyCandidates> likelyCandidates(const SegmentPlan& plan);

/// The best groups found for a segment, best first, without choices; empty if nothing fits. A coordinate descent over
/// the variables of the segment's constraints finds them, so that better ones may exist.
std::vector<GroupPlan> planGroups(const SearchTask& task, const Objective& objective, const SegmentPlan& plan);

} // namespace tilescape::search
