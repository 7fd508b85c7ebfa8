#pragma once

#include "core/schedule/schedule.h"

namespace tilescape::schedule {

/// The layer's weights stay in its tiles' buffers for good, and DRAM is never asked for them (Tangram 3.3): only where the
/// whole network is one segment, with a region for each layer that has weights.
bool pinsWeights(const Schedule& schedule, const ScheduledLayer& layer);

/// Stripes of the chip in which a region lies (Tangram Fig. 10a): 1, or more where it is folded around an edge.
Count stripesOf(const dataflow::Region& region);

} // namespace tilescape::schedule
