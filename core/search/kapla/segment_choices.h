#pragma once

#include "core/search/kapla/segment_plan.h"

#include <vector>

namespace tilescape::search {

/// The choices of each layer, by position, under these values of the constraints' variables; empty if a layer has none.
/// Adds to `counts`.
std::vector<std::vector<CandidateChoice>> choicesFor(const SegmentPlan& plan, const std::vector<Count>& values,
                                                     SearchCounts& counts);

} // namespace tilescape::search
