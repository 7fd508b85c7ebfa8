#pragma once

#include "core/search/kapla/segment_plan.h"

namespace tilescape::search {

/// Finds what each layer has to choose from under `groups`, and what leaving room for others on its tiles costs: sets the
/// choices, empty if a layer has none, and adds to the counts.
void findChoices(const SegmentPlan& plan, GroupPlan& groups);

} // namespace tilescape::search
