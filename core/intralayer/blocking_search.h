#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/hardware.h"
#include "core/intralayer/options.h"
#include "core/pipeline/top_groups.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tilescape::intralayer {

/// What a search minimizes: energy + `cyclePj` x cycles, then cycles; or, `delayFirst`, cycles, then that sum.
struct Objective {
    double cyclePj = 0; ///< price of one cycle beside its static energy
    bool delayFirst = false;
    double cycleShare = 1; ///< what a cycle of the layer counts against one of the chip, where others run beside it
    friend bool operator==(const Objective&, const Objective&) = default;
};

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
    PerLoop<Count> rounded{{0, 0, 0}}; ///< what the factors multiply up to where that is more than the nest's iterations
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

/// All exact factor triples of the three loops times all loop orders (cost-model.md 2), less what provably cannot win;
/// with shared buffers, the cheapest way to share for each. The best blocking for any non-negative price of hops from and
/// to memory is among the choices.
BlockingAnswer searchBlockings(const BlockingTask& task);

} // namespace tilescape::intralayer
