#pragma once

#include "core/pipeline/segment.h"
#include "core/schedule/schedule.h"
#include "core/search/space/chain_answer.h"

#include <vector>

namespace tilescape::schedule {

/// Whether the layer's weights stay on chip for all batches, so that DRAM is never asked for them. That is possible
/// only if the whole network is one segment and no region has two layers with weights (Tangram 2.4; cost-model.md 5).
bool pinsWeights(const Schedule& schedule, const ScheduledLayer& layer);

/// The number of stripes of the chip in which a region lies (Tangram Fig. 10a): 1, or more if it is folded.
Count stripesOf(const dataflow::Region& region);

/// The segments of a schedule, by number.
std::vector<pipeline::Segment> segmentsOf(const Schedule& schedule);
/// The same with the regions in which they work.
std::vector<search::SegmentOnTiles> segmentsOnTiles(const Schedule& schedule);

} // namespace tilescape::schedule
