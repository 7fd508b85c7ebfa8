#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/hardware.h"

namespace tilescape::search {

/// How the tiles of each group share their buffers under one blocking, and the word-hops of it.
struct SharingAnswer {
    dataflow::Sharing sharing;
    std::array<Loop, 3> bufferOrder; ///< loops at buffer level, outermost first
    double wordHops = 0;             ///< of rotation and wide fetches, over all tiles (cost-model.md 4)
};

/// The sharing with the fewest word-hops among those tried (cost-model.md 4; Tangram 3.1): subgroups as large as the
/// groups, and the smallest that fit for each order in which the tensors are made smaller; with each, all splits of an
/// inserted level off the buffer-level loops and all orders of both that change no fetch count. A tile must have room for
/// `outputPieces` pieces of the output, if that is kept. The blocking must fit if every whole group holds one copy.
SharingAnswer bestSharing(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                          const PerTensor<dataflow::SharingGroup>& groups, const hardware::Machine& machine,
                          const cost::TileContext& context, Count outputPieces = 1);

} // namespace tilescape::search
