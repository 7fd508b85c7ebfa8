#pragma once

#include "core/pipeline/segment_events.h"
#include "core/schedule/schedule.h"

namespace tilescape::schedule {

/// How segment `number` of a schedule runs; `number` lies below `schedule.segments.size()`. Of a network that is one
/// segment the schedule counts `criticalCycles` only: without end, one batch after another (cost-model.md 5).
pipeline::SegmentTimeline segmentTimeline(const Schedule& schedule, Count number);

} // namespace tilescape::schedule
