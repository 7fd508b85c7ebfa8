#pragma once

#include "core/interlayer/pricing.h"
#include "core/interlayer/segment_plan.h"

#include <vector>

namespace tilescape::interlayer {

/// Groups for one segment whose layers have frames: the best first; none if nothing fits. Adds to `counts`.
std::vector<GroupPlan> planGroups(const PricingTask& task, const intralayer::Objective& objective, const SegmentPlan& plan,
                                  intralayer::SearchCounts& counts);

} // namespace tilescape::interlayer
