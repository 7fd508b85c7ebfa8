#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/pipeline/segment_timing.h"
#include "core/pipeline/slot.h"
#include "core/schedule/problem.h"
#include "core/search/bounds/network_bound.h"
#include "core/search/bounds/segment_bound.h"
#include "core/search/space/search_counts.h"
#include "core/search/space/segment_outcomes.h"
#include "core/support/diagnostic.h"

#include <memory>
#include <string>
#include <vector>

namespace tilescape::schedule {

/// How good a schedule is known to be.
enum class Status {
    Optimal,    ///< no schedule in the searched space is better
    Feasible,   ///< valid, but the search left out some combinations
    Stopped,    ///< the search was told to stop: the best so far, or no result
    Infeasible, ///< no valid schedule was found: `diagnostics` say which layer and why
};
std::string_view nameOf(Status status); ///< "optimal", "feasible", "stopped", "infeasible"

using pipeline::Slot;

/// One layer of a schedule with its cost.
struct ScheduledLayer {
    std::size_t layer = 0; ///< index in `Problem::network.layers`
    Slot slot;
    dataflow::LayerScheme scheme;
    dataflow::ArrayMapping mapping;
    cost::LayerCost cost;
    /// Operations that the layer needs, divided by those that the PEs of its region could do in its cycles, one a
    /// cycle; in [0, 1].
    double peUtilization = 0;
};

struct Schedule;

/// Sums over all layers of a schedule, for the whole batch.
struct Totals {
    cost::Energy energy;         ///< pJ
    double cycles = 0;           ///< of all segments, one after another
    double operations = 0;       ///< multiply-accumulates, or read operands in layers without weights
    double redundantOperations = 0; ///< of these, those beyond the layers' iterations (rounded factors)
    PerLevel<double> accesses;   ///< words; remote buffer accesses count as buffer accesses
    double nocHops = 0;          ///< word-hops

    double seconds = 0;       ///< cycles at the chip's clock
    double gops = 0;          ///< of needed operations; a multiply and an add count as two (cost-model.md, Units)
    double gopsPerWatt = 0;   ///< `gops` over the mean power
    double peUtilization = 0; ///< as of a layer, of all PEs of the chip in all cycles
};

/// The totals of a schedule at a clock of `clockMhz`. Static energy is the sum of the layers' for Counts::Executed; for
/// Counts::Reference, whose layers pay for their own cycles only, it is that of the segments (cost-model.md 6).
Totals totalsOf(const std::vector<ScheduledLayer>& layers, const std::vector<pipeline::SegmentTiming>& segments,
                double clockMhz, Counts counts);

/// Sets the totals and PE utilizations of a schedule whose problem, layers and segments are filled in.
void sumUp(Schedule& schedule);

/// How one segment of the schedule was found.
struct SegmentSearch {
    search::SegmentCounts overlapping; ///< outcomes of the segments that share a layer with it, itself left out
    search::SearchCounts blockings; ///< of the searches for its layers with the groups that it has
};

/// The answer to a problem, immutable once published. `layers` is empty if there is no result.
struct Schedule {
    /// The problem that was solved: with the layers of training in its network, if training was asked for, and with the
    /// search space reduced to what chip and solver can do.
    std::shared_ptr<const Problem> problem;
    Status status = Status::Infeasible;
    bool isKept = false;                           ///< it is the one that the problem keeps: none was searched
    std::vector<ScheduledLayer> layers;            ///< in the order in which they run
    std::vector<pipeline::SegmentTiming> segments; ///< by number
    dataflow::Partition inputPartition;            ///< how the network's input lies over the memory channels
    Totals totals;
    /// Proven bound of every schedule of the problem; set if there is a result. A solve sets the one that costs little;
    /// `BoundProver` raises it.
    search::LowerBound bound;
    /// Proven bound of what the goal makes small (pJ, cycles or their product) over the schedules of `proofRange` (prove.h), which are fewer than
    /// those of `bound`. 0: not known, or the schedule is below it. `BoundProver` sets it.
    double closerBound = 0;
    /// By number: proven bounds of the segments, whatever regions and schemes their layers have. Empty before `BoundProver`.
    std::vector<search::SegmentBound> segmentBounds;
    search::SearchCounts counts;
    /// Outcomes of all segments that were considered, over all searches; zero if every layer runs by itself.
    search::SegmentCounts
        segmentCounts;
    /// The same by the index of the layer that a segment begins with.
    std::vector<search::SegmentCounts> segmentCountsByLayer;
    search::ChainCounts chains;                 ///< of partial schedules, over all searches
    std::vector<SegmentSearch> segmentSearches; ///< by number; empty if the schedule was not searched for
    support::Diagnostics diagnostics;
    double solveSeconds = 0; ///< wall clock time; shown, but never written into a file

    /// Whether there is a schedule.
    [[nodiscard]] bool hasResult() const { return !layers.empty(); }
    /// The layer with this index in the network; null if the schedule does not contain it.
    [[nodiscard]] const ScheduledLayer* find(std::size_t layer) const;
};

} // namespace tilescape::schedule
