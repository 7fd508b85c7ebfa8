#pragma once

#include "core/search/kapla/segment_plan.h"

#include <cstddef>
#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// What segments are expected to cost, in the units of `scalarOf`: estimates miss alike for segments of as many regions and
/// layers, and are raised as far as the best of a kind have turned out above theirs, up to half as much again, but little further than
/// the parts of a run are. No expectation is a lower bound.
class ExpectedCosts {
public:
    /// `raisesPlans`: what is planned is raised as far as the best of its kind turned out above its plan in a schedule. Lowered, as far as it
    /// turned out below, it always is: hops between layers that suit each other are fewer than in the mean.
    explicit ExpectedCosts(bool raisesPlans) : m_raisesPlans(raisesPlans) {}

    /// Of a segment under its best groups; as estimated, and raised, as long as it has no plans. What is estimated from its layers alone is not
    /// raised, only lowered.
    [[nodiscard]] double of(const SegmentPlan& plan) const;
    /// Of a planned segment under these groups: what it added to a schedule, if it was part of one.
    [[nodiscard]] double of(const SegmentPlan& plan, const GroupPlan& groups) const;

    /// How far plans are above estimates.
    void learnFromPlans(const std::deque<SegmentPlan>& segments);
    /// What segments cost once layouts are known: the least that each added to a schedule (`LayoutChain::leastCosts`), and how
    /// far that is above plans.
    void learnFromSchedules(const std::deque<SegmentPlan>& segments,
                            const std::map<const GroupPlan*, double>& leastCosts);

private:
    /// Numbers of regions and of layers.
    using Kind = std::pair<std::size_t, std::size_t>;
    static Kind kindOf(const SegmentPlan& plan) { return {plan.segment.regions.size(), plan.placements.size()}; }
    [[nodiscard]] double planOverEstimate(const SegmentPlan& plan) const;
    [[nodiscard]] double planOverEstimateOfParts(const SegmentPlan& plan) const;
    [[nodiscard]] double scheduleOverPlan(const SegmentPlan& plan) const;

    /// A run of layers that is planned.
    struct PlannedRun {
        std::size_t first = 0;
        std::size_t end = 0;
        double planOverEstimate = 1;
    };

    bool m_raisesPlans = true;
    std::map<dataflow::Region, std::vector<PlannedRun>> m_plannedRuns; ///< in one region
    std::map<Kind, double> m_planOverEstimate;
    std::map<Kind, double> m_scheduleOverPlan;
    std::map<const GroupPlan*, double> m_leastCosts; ///< in schedules
};

} // namespace tilescape::search
