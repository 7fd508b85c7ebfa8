#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/scheme.h"
#include "core/network/network.h"
#include "core/pipeline/segment_execution.h"
#include "core/pipeline/segment_links.h"

#include <algorithm>
#include <vector>

namespace tilescape::pipeline {

/// When one layer of a segment runs, in cycles of the whole batch laid end to end: with `batchGroups` groups, group k of
/// a layer runs k / `batchGroups` of a pitch later (cost-model.md 5; Tangram Fig. 8).
struct LayerTiming {
    Count cycles = 0;       ///< of the layer by itself, over the whole batch
    Count outputGroups = 1; ///< pieces in which its output is handed on
    Count start = 0;
    Count done = 0;  ///< of its last group; as the reference counts: this layer and all before it in its region
    Count pitch = 0; ///< of its region: all batch groups, once they follow each other evenly
};

struct SegmentTiming {
    std::vector<LayerTiming> layers; ///< in the order of the segment
    Count batchGroups = 1;
    Count criticalCycles = 0; ///< the slowest region by itself; as the reference counts, with what it waits for
    Count nodeCycles = 0;     ///< fill, all batch groups, drain
    Count dramCycles = 0;     ///< of all layers together
    Count sharedCycles = 0;   ///< the same of the shared buffers
    Counts counts = Counts::Executed;
    [[nodiscard]] Count cycles() const { return std::max({nodeCycles, dramCycles, sharedCycles}); }
    /// The same where the segment is the whole network: one batch follows the other without end, so that nothing fills or
    /// drains. The reference lets such a segment have as much memory bandwidth as it likes.
    [[nodiscard]] Count streamedCycles() const
    {
        return counts == Counts::Reference ? criticalCycles : std::max({criticalCycles, dramCycles, sharedCycles});
    }
};

/// Cycles of a segment, be it the whole network or not.
inline Count cyclesOf(const SegmentTiming& timing, bool wholeNetwork)
{
    return wholeNetwork ? timing.streamedCycles() : timing.cycles();
}

/// Groups that the pipeline sees of a layer's loops at DRAM level: the batch's, if that is the outermost loop, and of the
/// loop after it, be it input or output channels.
struct PipelineGroups {
    Count batch = 1;
    Count input = 1;
    Count output = 1;
};
PipelineGroups pipelineGroups(const dataflow::Blocking& blocking);

/// Whether a layer takes what a source hands on in `sourceGroups` pieces as they come. In its own region a layer with
/// weights waits for all of its input.
bool takesGroups(const network::Layer& layer, const PipelineGroups& own, Count sourceGroups, bool sameRegion);

struct TimedLayer {
    Placement placement;
    const dataflow::LayerScheme* scheme = nullptr;
    const cost::LayerCost* cost = nullptr;
};

/// How regions hand on their output: in groups where the loop orders alternate and the group counts match (ALLO,
/// Tangram 3.2), or each only when its whole map is there, to see what the groups are worth.
enum class HandOn { Groups, WholeMaps };

/// The segment as `SegmentExecution` runs it: who waits for whom, in which pieces.
ExecutedSegment executedSegment(const network::Network& network, const network::Topology& topology,
                                const std::vector<TimedLayer>& segment, HandOn handOn = HandOn::Groups);

/// Executed: a group starts when the groups that it needs are there and its tiles are free. As the reference counts: a layer
/// starts after its source's first group where their group counts match, else after all of it; batch groups follow at the
/// interval of the slowest region. The DRAM times of all layers add up.
SegmentTiming timeSegment(const network::Network& network, const network::Topology& topology,
                          const std::vector<TimedLayer>& segment, Counts counts, HandOn handOn = HandOn::Groups);

} // namespace tilescape::pipeline
