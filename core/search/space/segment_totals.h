#pragma once

#include "core/pipeline/region_room.h"
#include "core/pipeline/segment_links.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/search_task.h"

#include <optional>
#include <vector>

namespace tilescape::search {

/// A layer of a segment with the blocking that is chosen for it.
struct ChosenBlocking {
    const BlockingChoice* blocking = nullptr; ///< not null
    double energyPj = 0;                      ///< with all hops, and with the static energy of the layer's own cycles
    double staticPjPerCycle = 0;              ///< that is charged for the layer's own cycles in `energyPj`
    const dataflow::Partition* partition = nullptr; ///< not null
};

/// What a segment takes.
struct SegmentTotals {
    double energyPj = 0; ///< with the static energy of the whole chip over `cycles`
    double cycles = 0;   ///< as `pipeline::timeSegment` counts them
};

/// The totals of a segment whose layers run these blockings: its own time in the place of its layers' times
/// (cost-model.md 5). `placements` and `layers` follow each other layer by layer; `wholeNetwork`: the segment is the
/// whole network, and streams its batches. `room` tells how far layers may run ahead of others; without it they always may.
SegmentTotals segmentTotals(const SearchTask& task, const std::vector<pipeline::Placement>& placements,
                            const std::vector<ChosenBlocking>& layers, const std::optional<pipeline::RegionRoom>& room,
                            bool wholeNetwork);

} // namespace tilescape::search
