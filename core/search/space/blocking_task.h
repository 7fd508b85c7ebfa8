#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/hardware.h"
#include "core/pipeline/top_groups.h"
#include "core/search/space/objective.h"
#include "core/search/space/search_counts.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tilescape::search {

/// What one tile's loop blocking search is asked.
struct BlockingTask {
    dataflow::LoopNest nest;
    cost::TileContext context;
    hardware::Machine machine;
    Objective objective;
    bool hopsMatter = true; ///< fetches from memory cost hops, whose price the search does not know
    /// Tiles that share each tensor's pieces, if they also share their buffers.
    std::optional<PerTensor<dataflow::SharingGroup>> sharing;
    pipeline::TopGroups top; ///< that the pipeline asks for
    PerLoop<Count> rounded{
        {0, 0, 0}}; ///< what the factors multiply up to where that is more than the nest's iterations
};
/// What the factors of each loop multiply up to.
inline PerLoop<Count> coveredBy(const BlockingTask& task)
{
    PerLoop<Count> covered = task.nest.iterations;
    for (const Loop loop : allLoops) {
        covered[loop] = std::max(covered[loop], task.rounded[loop]);
    }
    return covered;
}

/// One blocking that may be the best for some price of hops.
struct BlockingChoice {
    dataflow::Blocking blocking;
    dataflow::Sharing sharing;
    double energyPj = 0; ///< with the hops of rotation, without those from and to memory
    double cycles = 0;
    double dramCycles = 0;
    PerTensor<Count> fetches; ///< from memory
    double sharedCycles = 0;  ///< of the shared buffers, where the chip has any
};

struct BlockingAnswer {
    std::vector<BlockingChoice> choices; ///< none worse than another in objective and every fetch; empty: nothing fits
    SearchCounts counts;
};

} // namespace tilescape::search
