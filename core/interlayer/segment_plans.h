#pragma once

#include "core/interlayer/group_rules.h"
#include "core/interlayer/pricing.h"
#include "core/interlayer/segment_links.h"
#include "core/interlayer/segments.h"
#include "core/intralayer/quick_frame.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilescape::interlayer {

/// A layer of a segment as its search is asked, and what the quick search found out about it, shared by all places of
/// the network where the same is asked.
struct PlannedLayer {
    std::string key;
    const intralayer::LayerTask* task = nullptr;
    const std::vector<intralayer::RankedShares>* ranking = nullptr; ///< null until it is looked at
    const intralayer::QuickFrame* frame = nullptr; ///< null until it is looked at
};

/// Groups for a segment's loops, and what its layers then have to choose from.
struct GroupPlan {
    std::vector<Count> values; ///< of the rules' variables
    double cost = 0;           ///< of the segment as one number, its inputs as far away as expected
    std::vector<std::shared_ptr<const intralayer::QuickFrame>> frames;   ///< by place: partitions that suit these groups
    std::vector<std::shared_ptr<const intralayer::LayerAnswer>> answers; ///< by place, of the frames' partitions
};

/// A legal segment with its regions and rules.
struct SegmentPlan {
    Segment segment;
    std::vector<dataflow::Region> regions;
    std::vector<Placement> placements;
    std::vector<Links> links;
    std::optional<GroupRules> rules;
    std::vector<PlannedLayer> layers; ///< by place
    bool wholeNetwork = false;
    std::string key;            ///< equal keys, equal plans
    double promise = 0;         ///< what it may cost at best, by the layers' own best
    bool bounded = false;       ///< the promise heeds what its regions allow
    const std::vector<GroupPlan>* plans = nullptr; ///< null until searched; best first; empty: does not fit
    [[nodiscard]] std::size_t end() const { return segment.first + placements.size(); }
    [[nodiscard]] double cost() const;
};

/// Plans the segments of one network under one objective: first every layer by itself, then what is asked for.
class SegmentPlanner {
public:
    SegmentPlanner(const PricingTask& task, const intralayer::Objective& objective,
                   const intralayer::QuickEffort& effort, int threads, const std::stop_token& stop);
    ~SegmentPlanner();

    [[nodiscard]] std::vector<SegmentPlan>& segments() { return m_segments; }
    /// Lets the promises of these segments heed the bounds of their layers in their regions.
    void bound(const std::vector<SegmentPlan*>& segments);
    /// Searches groups for these segments, all at once; those of equal keys only once.
    void search(const std::vector<SegmentPlan*>& segments);
    [[nodiscard]] const intralayer::SearchCounts& counts() const { return m_counts; }

private:
    void addSegments();
    void rankLayers(const std::vector<SegmentPlan*>& segments);
    void makeFrames(const std::vector<SegmentPlan*>& segments);
    void promise(SegmentPlan& plan) const;
    [[nodiscard]] bool mayPinWeights(const SegmentPlan& plan) const;

    const PricingTask& m_task;
    const intralayer::Objective& m_objective;
    intralayer::QuickEffort m_effort;
    int m_threads;
    std::stop_token m_stop;
    dataflow::Region m_memory;
    std::vector<SegmentPlan> m_segments;
    std::map<std::string, std::unique_ptr<intralayer::LayerTask>> m_tasks;
    std::map<std::string, std::vector<intralayer::RankedShares>> m_rankings;
    std::map<std::string, intralayer::QuickFrame> m_frames;
    std::map<std::string, std::vector<GroupPlan>> m_plans;
    std::map<std::vector<Tile>, std::size_t> m_regionNumbers;
    std::vector<const SegmentPlan*> m_single; ///< by layer: the segment of it alone
    intralayer::SearchCounts m_counts;
};

} // namespace tilescape::interlayer
