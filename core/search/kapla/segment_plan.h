#pragma once

#include "core/pipeline/loop_order_constraints.h"
#include "core/pipeline/segment_links.h"
#include "core/search/kapla/candidate_choice.h"
#include "core/search/space/segment_enumeration.h"

#include <optional>
#include <string>
#include <vector>

namespace tilescape::search {

/// A layer of a segment as its search is asked. Its candidates are shared by all places of the network where the same is asked.
struct PlannedLayer {
    std::string key;           ///< of its placed candidates
    std::string candidatesKey; ///< of its candidates, wherever the region lies
    const LayerTask* task = nullptr;
    PlacedCandidates* placed = nullptr; ///< null until it is looked at
};

/// Groups for a segment's loops, and what its layers then have to choose from.
struct GroupPlan {
    std::vector<Count> values; ///< of the rules' variables
    double cost = 0;           ///< of the segment as one number, its inputs as far away as expected
    bool hasChoices = false;   ///< they were asked for
    std::vector<std::vector<CandidateChoice>> choices; ///< by place, best first; none if nothing fits after all
    SearchCounts counts;                               ///< of the search for these choices
};

/// A legal segment with its regions and rules.
struct SegmentPlan {
    pipeline::Segment segment;
    std::vector<dataflow::Region> regions;
    std::vector<pipeline::Placement> placements;
    std::vector<pipeline::Links> links;
    std::optional<pipeline::LoopOrderConstraints> rules;
    std::vector<PlannedLayer> layers; ///< by place
    bool wholeNetwork = false;
    std::string key;     ///< equal keys, equal plans
    double estimate = 0; ///< of what it costs, by the layers' own best: no lower bound
    /// What the estimate rests on: what the layers cost alone on the chip, kept near their bounds in their regions; or the best
    /// partitions found there.
    enum class EstimateStage { Bounded, Estimated };
    EstimateStage stage = EstimateStage::Bounded;
    const std::vector<GroupPlan>* plans = nullptr; ///< null until searched; best first; empty: does not fit
    /// Whether this search asked for the plans' choices: what another one knew of them changes no answer.
    bool hasChoices = false;
    [[nodiscard]] bool isUsable(const GroupPlan& groups) const { return !hasChoices || !groups.choices.empty(); }
    [[nodiscard]] std::size_t end() const { return segment.first + placements.size(); }
    [[nodiscard]] double cost() const;
};

} // namespace tilescape::search
