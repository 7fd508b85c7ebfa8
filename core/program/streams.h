#pragma once

#include "core/program/loop_plan.h"
#include "core/program/program.h"
#include "core/program/routes.h"

namespace tilescape::program {

/// Where the input of a layer comes from and where its output goes.
struct HandOver {
    bool fetches = true; ///< some of the input lies in memory
    bool takes = false;  ///< some of it is made by layers of the segment
    bool stores = true;  ///< the output goes to memory
    bool offers = false; ///< other layers of the segment take it
    bool takesTurns = false; ///< with other layers on its tiles
    std::size_t turnLoops = 0; ///< outermost loops of which each iteration is a turn
};

/// The streams of every tile of a layer, one role for all tiles that do the same (Tangram 4.1). The size of a role follows
/// from the layer's loops, not from their iterations; where groups of channels take different ways, each has loops of its own.
/// `routes` are by group of channels; tiles at other positions of `rings` have roles of their own.
std::vector<Role> rolesOf(const LoopPlan& plan, const LayerCode& code,
                          const std::vector<PerTensor<std::vector<RouteGroup>>>& routes,
                          const PerTensor<RingPlaces>& rings, const HandOver& handOver);

} // namespace tilescape::program
