#include "core/schedule/segment_timeline.h"

namespace tilescape::schedule {

pipeline::SegmentTimeline segmentTimeline(const Schedule& schedule, Count number)
{
    const Problem& problem = *schedule.problem;
    const pipeline::SegmentTiming& timing = schedule.segments[static_cast<std::size_t>(number)];
    std::vector<pipeline::TimedLayer> segment;
    for (const ScheduledLayer& placed : schedule.layers) {
        if (placed.slot.segment == number) {
            segment.push_back({{placed.layer, placed.slot}, &placed.scheme, &placed.cost, timing.layers[segment.size()].room});
        }
    }
    return pipeline::timelineOf(problem.network, network::topologyOf(problem.network), problem.batch, segment, timing);
}

} // namespace tilescape::schedule
