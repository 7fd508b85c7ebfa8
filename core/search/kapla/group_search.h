#pragma once

#include "core/pipeline/chain_cost.h"
#include "core/search/kapla/segment_plan.h"
#include "core/search/space/search_task.h"

#include <vector>

namespace tilescape::search {

/// Partitions of a layer that a search of groups begins with: found apart from it, all at once for many segments.
struct LikelyCandidates {
    PlacedCandidates* placed = nullptr;
    pipeline::TopGroups top;
    bool toChoose = false;                ///< from these, not others that suit the groups found
    const RankedCandidates& find() const; ///< cached by `placed`
    friend bool operator==(const LikelyCandidates&, const LikelyCandidates&) = default;
    friend auto operator<=>(const LikelyCandidates&, const LikelyCandidates&) = default;
};
std::vector<LikelyCandidates> likelyCandidates(const SegmentPlan& plan);

/// Groups for one segment whose layers have ranked candidates, without choices: the best first; none if nothing fits.
std::vector<GroupPlan> planGroups(const SearchTask& task, const Objective& objective, const SegmentPlan& plan);

/// What the layers have to choose from under these groups, by place; none if nothing fits after all. Adds to `counts`.
std::vector<std::vector<CandidateChoice>> choicesFor(const SegmentPlan& plan, const std::vector<Count>& values,
                                                     SearchCounts& counts);

} // namespace tilescape::search
