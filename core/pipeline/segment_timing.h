#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/scheme.h"
#include "core/network/network.h"
#include "core/pipeline/segment_execution.h"
#include "core/pipeline/segment_links.h"

#include <algorithm>
#include <vector>

namespace tilescape::pipeline {

/// What bounds how far a layer runs ahead of those in other regions that take its output (cost-model.md 5).
struct HandOnRoom {
    Count held = 0;      ///< pieces of what it hands on at a time for which its tiles have room; 0: all
    bool copies = false; ///< its tiles have room for a piece of its input; else it reads that where it was made
    friend bool operator==(const HandOnRoom&, const HandOnRoom&) = default;
};

/// When one layer of a segment runs in the first batch group, in cycles multiplied by the number of batch groups, as if
/// its whole batch ran at once. Batch group k follows k x `pitch` / `batchGroups` cycles later, in the steady state
/// (cost-model.md 5; Tangram Fig. 8).
struct LayerTiming {
    Count cycles = 0;       ///< of the layer by itself, over the whole batch
    Count outputGroups = 1; ///< groups of channels in which its output is handed on
    Count start = 0;        ///< of its first group
    /// End of its last group. For Counts::Reference a layer ends no earlier than its source in the same region plus its
    /// own cycles.
    Count done = 0;
    Count pitch = 0; ///< of its region: cycles of all batch groups once they follow each other evenly
    HandOnRoom room{}; ///< that was counted with
};

/// Cycles of one segment over the whole batch (cost-model.md 5, Time of a segment).
struct SegmentTiming {
    std::vector<LayerTiming> layers; ///< in the order of the segment
    Count batchGroups = 1;           ///< number of batch groups that all layers have in common; 1 if they differ
    /// Of the slowest region by itself, with waits for room if they recur; for Counts::Reference with what it waits for.
    Count criticalCycles = 0;
    Count nodeCycles = 0;            ///< from the first group to the end of the last: fill, all batch groups, drain
    Count dramCycles = 0;            ///< DRAM cycles of all layers together
    Count sharedCycles = 0;          ///< cycles of the shared buffers for all layers together
    Counts counts = Counts::Executed;
    /// Cycles of the segment, fill and drain included.
    [[nodiscard]] Count cycles() const { return std::max({nodeCycles, dramCycles, sharedCycles}); }
    /// Cycles if the segment is the whole network: batches follow each other without end, so that nothing fills or
    /// drains. Counts::Reference leaves out the limits of DRAM and shared buffers there.
    [[nodiscard]] Count streamedCycles() const
    {
        return counts == Counts::Reference ? criticalCycles : std::max({criticalCycles, dramCycles, sharedCycles});
    }
};

/// The cycles that a schedule counts for a segment, which may be the `wholeNetwork`.
inline Count cyclesOf(const SegmentTiming& timing, bool wholeNetwork)
{
    return wholeNetwork ? timing.streamedCycles() : timing.cycles();
}

/// The groups that a layer's DRAM-level loops form for the pipeline: those of the batch if it is the outermost loop,
/// and those of the next loop, which is over input channels or output channels. Each is 1 if its loop is not there.
struct PipelineGroups {
    Count batch = 1;
    Count input = 1;
    Count output = 1;
};
/// The groups of a blocking; loops of one iteration are skipped.
PipelineGroups pipelineGroups(const dataflow::Blocking& blocking);

/// Whether a layer consumes its input in the groups in which the source hands it on, because its own groups are as
/// many. In the source's region a layer with weights does not: it waits for its whole input.
bool takesGroups(const network::Layer& layer, const PipelineGroups& own, Count sourceGroups, bool sameRegion);

/// A layer of a segment with its scheme and cost. Neither pointer is null.
struct TimedLayer {
    Placement placement;
    const dataflow::LayerScheme* scheme = nullptr;
    const cost::LayerCost* cost = nullptr;
    HandOnRoom room{};
};

/// How regions hand on their output: in groups where the loop orders alternate and the group counts match (ALLO,
/// Tangram 3.2), or always as whole maps, which shows what the groups are worth.
enum class HandOn { Groups, WholeMaps };

/// Blocks of a layer's input that come into the registers one after another within one group.
Count inputBlocks(const network::Layer& layer, const dataflow::Blocking& blocking);

/// The input of `SegmentExecution` for a segment: which layer waits for which, and in which pieces.
ExecutedSegment executedSegment(const network::Network& network, const network::Topology& topology,
                                const std::vector<TimedLayer>& segment, HandOn handOn = HandOn::Groups);

/// The timing of a segment (cost-model.md 5). Executed: a group starts when the groups that it needs are there, its tiles
/// are free, and there is room for what it makes. Reference: a layer starts after its source's first group if their group counts match, else after all
/// of it, and batch groups follow at the interval of the slowest region. In both, the DRAM cycles of all layers add up.
SegmentTiming timeSegment(const network::Network& network, const network::Topology& topology,
                          const std::vector<TimedLayer>& segment, Counts counts, HandOn handOn = HandOn::Groups);

/// The cycles of the same (`cyclesOf`), in less time.
Count segmentCycles(const network::Network& network, const network::Topology& topology, const std::vector<TimedLayer>& segment,
                    Counts counts, bool wholeNetwork);

} // namespace tilescape::pipeline
