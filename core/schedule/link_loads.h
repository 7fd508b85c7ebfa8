#pragma once

#include "core/cost/layer_links.h"
#include "core/schedule/schedule.h"

#include <vector>

namespace tilescape::schedule {

/// The words that one layer sends over the links of the mesh.
struct LayerLinkLoads {
    std::size_t layer = 0;            ///< index in the network
    PerTensor<cost::LinkWords> words; ///< of the whole batch; of each tensor they add up to the layer's `nocHops`
};

/// The words that cross each directed link of the mesh while one segment runs the whole batch. They add up to the
/// word-hops that the schedule counts for its layers; cost/layer_links.h says how they are routed.
struct SegmentLinkLoads {
    cost::LinkWords words;              ///< of all layers together
    std::vector<LayerLinkLoads> layers; ///< in the order of the segment
    /// Cycles that the schedule counts for the segment; words over a link / cycles is its load in words per cycle.
    double cycles = 0;
    double scaledHops = 0; ///< word-hops counted with mean distances; 0 for Counts::Executed
};

/// The loads of segment `number` of a schedule that has a result; `number` must be below `schedule.segments.size()`.
/// Computed at each call.
SegmentLinkLoads linkLoads(const Schedule& schedule, Count number);

} // namespace tilescape::schedule
