#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/pipeline/segment_timing.h"
#include "core/pipeline/slot.h"
#include "core/schedule/problem.h"
#include "core/search/bounds/network_bound.h"
#include "core/search/space/search_counts.h"
#include "core/search/space/segment_outcomes.h"
#include "core/support/diagnostic.h"

#include <memory>
#include <string>
#include <vector>

namespace tilescape::schedule {

enum class Status {
    Optimal,    ///< nothing in the searched space is better
    Feasible,   ///< valid, but the search was not exhaustive
    Stopped,    ///< valid or empty; the search was told to stop
    Infeasible, ///< no valid schedule: `diagnostics` says which layer and why
};
std::string_view nameOf(Status status); ///< "optimal", "feasible", "stopped", "infeasible"

using pipeline::Slot;

struct ScheduledLayer {
    std::size_t layer = 0; ///< index into `Problem::network.layers`
    Slot slot;
    dataflow::LayerScheme scheme;
    dataflow::ArrayMapping mapping;
    cost::LayerCost cost;
    /// Operations that the layer needs, of all that its region's PEs could do in its cycles, one a cycle; in [0, 1].
    double peUtilization = 0;
};

struct Schedule;

/// Sums over all layers.
struct Totals {
    cost::Energy energy; ///< pJ
    double cycles = 0;
    double operations = 0;       ///< multiply-accumulates
    double operationsInVain = 0; ///< of these, beyond what the layers need: counts were rounded up
    PerLevel<double> accesses;   ///< words; neighbours' buffers count as buffer
    double nocHops = 0;          ///< word-hops

    double seconds = 0;
    double gops = 0; ///< of what is needed; a multiply and an add count as two (cost-model.md, cross-checks)
    double gopsPerWatt = 0;
    double peUtilization = 0; ///< the same as of a layer, of all PEs of the chip in all cycles
};

/// The clock turns cycles into seconds. Cycles are those of the segments, one after another. Static energy is the sum of the
/// layers'; as the reference counts, who let each pay for its own cycles, it is that of the segments.
Totals totalsOf(const std::vector<ScheduledLayer>& layers, const std::vector<pipeline::SegmentTiming>& segments,
                double clockMhz, Counts counts);

/// Fills in the totals of a schedule whose problem, layers and segments are there, and what keeps its PEs busy.
void sumUp(Schedule& schedule);

/// How a segment of the answer was found, by the search that found it.
struct SegmentSearch {
    search::SegmentCounts rivals;   ///< segments that share a layer with it, itself left out
    search::SearchCounts blockings; ///< of its layers, in the groups that it has
};

/// The answer: immutable once published. Where the status leaves no schedule, `layers` is empty.
struct Schedule {
    /// What was scheduled: where training was asked for, an ordinary problem with the extended network; and of the search
    /// space what chip and solver are able to.
    std::shared_ptr<const Problem> problem;
    Status status = Status::Infeasible;
    std::vector<ScheduledLayer> layers;            ///< in the order in which they run
    std::vector<pipeline::SegmentTiming> segments; ///< by number
    dataflow::Partition inputPartition;            ///< how the network's input lies over the memory channels
    Totals totals;
    search::LowerBound bound; ///< what no schedule of the problem does without; set where there is a result
    search::SearchCounts counts;
    search::SegmentCounts
        segmentCounts; ///< what became of all segments, where layers may share one; all searches together
    std::vector<search::SegmentCounts> segmentCountsByLayer; ///< the same by the layer that they begin with, by index
    search::ChainCounts chains;                              ///< the same of chains of segments
    std::vector<SegmentSearch> segmentSearches;              ///< by number; empty where a schedule was not searched for
    support::Diagnostics diagnostics;
    double solveSeconds = 0; ///< wall clock: shown, never written into a file

    [[nodiscard]] bool hasResult() const { return !layers.empty(); }
    /// The layer with this index in the network; null if it is not scheduled.
    [[nodiscard]] const ScheduledLayer* find(std::size_t layer) const;
};

} // namespace tilescape::schedule
