#pragma once

#include "core/interlayer/search_task.h"
#include "core/pipeline/chain_cost.h"
#include "core/interlayer/segment_plan.h"

#include <vector>

namespace tilescape::interlayer {

/// Partitions of a layer that a search of groups begins with: found apart from it, all at once for many segments.
struct LikelyFrame {
    intralayer::LayerSite* site = nullptr;
    pipeline::TopGroups top;
    bool toChoose = false; ///< from these, not others that suit the groups found
    const intralayer::QuickFrame& find() const; ///< remembered by the site
    friend bool operator==(const LikelyFrame&, const LikelyFrame&) = default;
    friend auto operator<=>(const LikelyFrame&, const LikelyFrame&) = default;
};
std::vector<LikelyFrame> likelyFrames(const SegmentPlan& plan);

/// Groups for one segment whose layers have frames, without choices: the best first; none if nothing fits.
std::vector<GroupPlan> planGroups(const SearchTask& task, const intralayer::Objective& objective, const SegmentPlan& plan);

/// What the layers have to choose from under these groups, by place; none if nothing fits after all. Adds to `counts`.
std::vector<std::vector<intralayer::QuickChoice>> choicesFor(const SegmentPlan& plan, const std::vector<Count>& values,
                                                             intralayer::SearchCounts& counts);

} // namespace tilescape::interlayer
