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
#include <memory>
#include <optional>
#include <vector>

namespace tilescape::search {

/// What the searches over the blockings of all nests of one partition have in common.
struct BlockingSetting {
    cost::TileContext context;
    hardware::Machine machine;
    Objective objective;
    /// Fetches from memory cost hops whose price the search does not know: it must keep all blockings that are best for
    /// some price.
    bool hopsMatter = true;
    /// The sharing groups, by tensor, if their tiles share buffers (cost-model.md 4); empty if they do not.
    std::optional<PerTensor<dataflow::SharingGroup>> sharing;
};

/// The input of a search over the loop blockings of one nest on one tile (cost-model.md 2).
struct BlockingTask {
    dataflow::LoopNest nest;
    std::shared_ptr<const BlockingSetting> setting; ///< not null
    pipeline::TopGroups top; ///< groups that a pipeline asks for
    /// Iterations that the factors of a loop multiply up to, if more than the nest's own; 0: the nest's own.
    PerLoop<Count> rounded{
        {0, 0, 0}};
    Count outputPieces = 1; ///< pieces of the output that must have room at a time
};
/// The product of the three factors of each loop: the nest's iterations, or the rounded count if that is larger.
inline PerLoop<Count> coveredBy(const BlockingTask& task)
{
    PerLoop<Count> covered = task.nest.iterations;
    for (const Loop loop : allLoops) {
        covered[loop] = std::max(covered[loop], task.rounded[loop]);
    }
    return covered;
}

/// Whether the batch groups that are asked for consist of whole items: a layer of the segment that takes what another makes needs
/// rows of both stripes where an item is cut. Counts::Reference cuts items as well.
inline bool keepsItemsWhole(const BlockingTask& task, const pipeline::TopGroups& top)
{
    return top.batch <= 1 || task.setting->context.counts == Counts::Reference
           || coveredBy(task)[Loop::Batch] / top.batch % task.nest.stripes == 0;
}

/// A blocking that is the best of its nest for some price of hops, with its cost.
struct BlockingChoice {
    dataflow::Blocking blocking;
    dataflow::Sharing sharing;
    double energyPj = 0;      ///< with static energy and the hops of rotation, without those of fetches
    double cycles = 0;        ///< of the layer
    double dramCycles = 0;    ///< DRAM accesses at the chip's rate
    PerTensor<Count> fetches; ///< from memory; outputs count 2f - 1
    double sharedCycles = 0;  ///< of the shared buffers; 0 if the chip has none
    PerTensor<Count> bufferWords; ///< of a tile; 0 for what bypasses the buffer
    bool takesInputOnce = false;  ///< the input is not shared between tiles, and goes to the PEs as often as to the buffer
};

/// The result of a search over the blockings of one nest.
struct BlockingAnswer {
    /// The Pareto front over the objective and the fetches of each tensor. Empty if no blocking fits.
    std::vector<BlockingChoice> choices;
    SearchCounts counts;
};

} // namespace tilescape::search
