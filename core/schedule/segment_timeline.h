#pragma once

#include "core/pipeline/segment_events.h"
#include "core/schedule/schedule.h"

namespace tilescape::schedule {

/// How segment `number` of a schedule runs; `number` must be below `schedule.segments.size()`. If the network is one
/// segment, the schedule counts fewer cycles than the timeline shows, because batches follow each other without fill
/// and drain (cost-model.md 5).
pipeline::SegmentTimeline segmentTimeline(const Schedule& schedule, Count number);

} // namespace tilescape::schedule
