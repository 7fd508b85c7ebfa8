#pragma once

#include "core/schedule/schedule.h"
#include "ui/inspector/fact_list.h"

#include <vector>

namespace tilescape::ui::inspector {

/// What the inspector says of the segment of one layer: its layers and regions, what the layer takes and hands on in which
/// pieces, what is buffered whole and why, pinned weights, rotation, the order of its outer loops, fill and drain.
std::vector<Fact> segmentFacts(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer);

} // namespace tilescape::ui::inspector
