#pragma once

#include "core/pipeline/loop_order_constraints.h"
#include "core/pipeline/region_room.h"
#include "core/pipeline/segment_links.h"
#include "core/search/kapla/candidate_choice.h"
#include "core/search/space/segment_enumeration.h"

#include <optional>
#include <string>
#include <vector>

namespace tilescape::search {

/// A layer of a segment with its task. Layers of equal tasks share their candidates, wherever they are in the network.
struct PlannedLayer {
    std::string key;                    ///< of its placed candidates in the cache
    std::string candidatesKey;          ///< of its candidates, wherever the region lies
    const LayerTask* task = nullptr;    ///< not null
    PlacedCandidates* placed = nullptr; ///< null until `SegmentPlanner` needs it
};

/// The groups of a segment, and what its layers have to choose from with them.
struct GroupPlan {
    std::vector<Count> values; ///< of the constraints' variables
    /// By place: the output groups asked of a layer that may choose them, for the sake of those that take them over; 0: none asked.
    std::vector<Count> leads;
    /// The same, and where none are asked those that such a layer makes in this plan. 0: it has no choice, or no one takes them over.
    std::vector<Count> plannedLeads;
    double cost = 0;           ///< estimate for the segment, in the units of `scalarOf`, its inputs at mean distances
    bool waitsForRoom = false; ///< layers wait until what they made is taken unless they leave room for more than one piece of it
    bool hasChoices = false;   ///< `choices` have been searched
    /// Other groups of the batch or of channels, or other `leads`, than the best has: looked at where none of the others that are as good turns
    /// out to have room.
    bool isSpare = false;
    /// In the same units: what layers cost more that leave room for those on the same tiles. Set with `choices`.
    double forRoom = 0;
    std::vector<std::vector<CandidateChoice>> choices; ///< by position, best first; empty if nothing fits after all
    SearchCounts counts;                               ///< of the search for the choices
};

/// A legal segment in its regions, with its constraints and, as the search proceeds, its estimate and its plans.
struct SegmentPlan {
    pipeline::Segment segment;
    std::vector<dataflow::Region> regions;
    std::vector<pipeline::Placement> placements;
    std::vector<pipeline::Links> links;
    std::optional<pipeline::LoopOrderConstraints> rules;
    std::optional<pipeline::RegionRoom> room; ///< empty where it is not asked for: under Counts::Reference
    std::vector<PlannedLayer> layers; ///< by position in the segment
    bool wholeNetwork = false;
    bool looksForRoom = false; ///< `SearchEffort::looksForRoom`, of the search at hand: layers are shared with others
    std::string key;     ///< in the cache: equal keys have equal plans
    double estimate = 0; ///< of its cost, in the units of `scalarOf`: no lower bound
    /// The sum of `LayerCandidates::leastOfNests` in its regions, in the same units; from `BestPartitions` on no less than the sum of the best
    /// partitions there.
    double leastEstimate = 0;
    /// What the estimate rests on. `LayersAlone`: the layers' best schemes alone on the chip, limited to between one
    /// and 1.2 times the sum of `LayerCandidates::least` in their regions. `BestPartitions`: not less than the sum of
    /// the layers' best partitions found there.
    enum class EstimateStage { LayersAlone, BestPartitions };
    EstimateStage stage = EstimateStage::LayersAlone;
    const std::vector<GroupPlan>* plans = nullptr; ///< best first; null until searched; empty if nothing fits
    /// Whether this search asked for the plans' choices; those that an earlier search left in the cache must not change
    /// the answer.
    bool hasChoices = false;
    /// Whether the groups may be part of a schedule, as far as is known.
    [[nodiscard]] bool isUsable(const GroupPlan& groups) const
    {
        return hasChoices ? !groups.choices.empty() : !groups.isSpare;
    }
    /// The cheapest of the groups for which no choices have been searched; null if there are none.
    [[nodiscard]] const GroupPlan* nextSpare() const;
    /// The position after its last layer in the layer order.
    [[nodiscard]] std::size_t end() const { return segment.first + placements.size(); }
    /// The cost of the groups, as far as is known.
    [[nodiscard]] double costOf(const GroupPlan& groups) const { return groups.cost + (hasChoices ? groups.forRoom : 0); }
    /// The cost of the best usable plan, infinite if there is none; the estimate as long as there are no plans.
    [[nodiscard]] double cost() const;
};

} // namespace tilescape::search
