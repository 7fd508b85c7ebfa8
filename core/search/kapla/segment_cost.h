#pragma once

#include "core/search/kapla/placed_candidates.h"
#include "core/search/kapla/segment_plan.h"
#include "core/search/space/objective.h"
#include "core/search/space/search_task.h"

#include <vector>

namespace tilescape::search {

/// An estimate of what a segment costs, its inputs at mean distances.
struct SegmentCost {
    double value = 0;   ///< in the units of `scalarOf`
    bool waits = false; ///< it would be less if there were room for everything that is handed on
};

/// What the segment costs if its layers have these blockings, none of them null; what it would cost if there were room for everything,
/// and not whether it waits, if that is not below `limit`.
SegmentCost segmentCost(const SearchTask& task, const Objective& objective, const SegmentPlan& plan,
                        const std::vector<const BestBlocking*>& layers, double limit);

} // namespace tilescape::search
