#pragma once

#include "core/cost/layer_links.h"
#include "core/schedule/schedule.h"

#include <vector>

namespace tilescape::schedule {

struct LayerLinkLoads {
    std::size_t layer = 0;             ///< index in the network
    PerTensor<cost::LinkWords> words; ///< of the whole batch; each sums up to the layer's `nocHops`
};

/// Words that cross each directed link of the mesh while one segment runs the whole batch; their sum is the word-hops that
/// the schedule counts for its layers. How each word is routed: cost/layer_links.h.
struct SegmentLinkLoads {
    cost::LinkWords words;              ///< of all layers
    std::vector<LayerLinkLoads> layers; ///< in the order of the segment
    double cycles = 0;     ///< that the segment takes of the schedule's: its words per cycle are words / cycles
    double scaledHops = 0; ///< word-hops that follow mean distances, not those of their tiles (folded regions that share)
};

/// Of a schedule that has a result; `number` lies below `schedule.segments.size()`. Counted anew at each call.
SegmentLinkLoads linkLoads(const Schedule& schedule, Count number);

} // namespace tilescape::schedule
