#include "core/schedule/segment_timeline.h"

namespace tilescape::schedule {

interlayer::SegmentTimeline segmentTimeline(const Schedule& schedule, Count number)
{
    const Problem& problem = *schedule.problem;
    std::vector<interlayer::TimedLayer> segment;
    for (const ScheduledLayer& placed : schedule.layers) {
        if (placed.position.segment == number) {
            segment.push_back({{placed.layer, placed.position}, &placed.scheme, &placed.cost});
        }
    }
    return interlayer::timelineOf(problem.network, network::topologyOf(problem.network), problem.batch, segment,
                                  schedule.segments[static_cast<std::size_t>(number)]);
}

} // namespace tilescape::schedule
