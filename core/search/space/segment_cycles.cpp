#include "core/search/space/segment_cycles.h"

#include "core/pipeline/segment_timing.h"

namespace tilescape::search {

double segmentCycles(const SearchTask& task, const std::vector<pipeline::Placement>& placements,
                     const std::vector<const BlockingChoice*>& blockings, bool wholeNetwork)
{
    std::vector<dataflow::LayerScheme> schemes(blockings.size());
    std::vector<cost::LayerCost> costs(blockings.size());
    std::vector<pipeline::TimedLayer> timed;
    for (std::size_t place = 0; place < blockings.size(); ++place) {
        const BlockingChoice& chosen = *blockings[place];
        schemes[place].blocking = chosen.blocking;
        costs[place].cycles = chosen.cycles;
        costs[place].dramCycles = chosen.dramCycles;
        costs[place].sharedCycles = chosen.sharedCycles;
        timed.push_back({placements[place], &schemes[place], &costs[place]});
    }
    const pipeline::SegmentTiming timing = pipeline::timeSegment(task.network, task.topology, timed, task.space.counts);
    return static_cast<double>(pipeline::cyclesOf(timing, wholeNetwork));
}

} // namespace tilescape::search
