#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/hardware.h"

namespace tilescape::search {

/// The cheapest way to share buffers under one blocking.
struct SharingAnswer {
    dataflow::Sharing sharing;
    std::array<Loop, 3> bufferOrder; ///< of the loops at buffer level, outermost first
    double wordHops = 0;             ///< of rotation and wide fetches, over all tiles
};

/// Every subgroup that the buffers have room for, every split of an inserted level off the buffer-level loops, every
/// order of both, as long as no fetch count changes (cost-model.md 4; Tangram 3.1). The blocking must fit if every group
/// shares as one.
SharingAnswer bestSharing(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                          const PerTensor<dataflow::SharingGroup>& groups, const hardware::Machine& machine,
                          const cost::TileContext& context);

} // namespace tilescape::search
