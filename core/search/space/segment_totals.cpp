#include "core/search/space/segment_totals.h"

#include "core/pipeline/segment_timing.h"
#include "core/search/space/region_shares.h"

namespace tilescape::search {

SegmentTotals segmentTotals(const SearchTask& task, const std::vector<pipeline::Placement>& placements,
                            const std::vector<ChosenBlocking>& layers, const std::optional<pipeline::RegionRoom>& room,
                            bool wholeNetwork)
{
    SegmentTotals totals;
    std::vector<dataflow::LayerScheme> schemes(layers.size());
    std::vector<cost::LayerCost> costs(layers.size());
    std::vector<pipeline::TimedLayer> timed;
    std::vector<pipeline::RegionShare> shares;
    for (std::size_t place = 0; place < layers.size(); ++place) {
        const BlockingChoice& chosen = *layers[place].blocking;
        totals.energyPj += layers[place].energyPj - layers[place].staticPjPerCycle * chosen.cycles;
        schemes[place].blocking = chosen.blocking;
        costs[place].cycles = chosen.cycles;
        costs[place].dramCycles = chosen.dramCycles;
        costs[place].sharedCycles = chosen.sharedCycles;
        timed.push_back({placements[place], &schemes[place], &costs[place]});
        shares.push_back(shareOf(*layers[place].partition, chosen));
    }
    if (room) {
        noteHandOnRooms(*room, shares, timed);
    }
    totals.cycles =
        static_cast<double>(pipeline::segmentCycles(task.network, task.topology, timed, task.space.counts, wholeNetwork));
    totals.energyPj += task.machine.prices.staticPjPerCycle * totals.cycles;
    return totals;
}

} // namespace tilescape::search
