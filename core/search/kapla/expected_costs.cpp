#include "core/search/kapla/expected_costs.h"

#include "core/search/space/infinite.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tilescape::search {

namespace {

/// Runs of layers of a kind, searched or chained, after which the one that came nearest to what was expected tells about the others, and
/// how far plans of these may do better: a mean would write off a pair that suits each other because others do not. One run in many regions
/// tells about itself, whatever grid it is on, and so do runs that are the same, as in the blocks of a transformer.
constexpr std::size_t fewestToLearnFrom = 3;
constexpr double doubt = 0.03;
/// A kind that is found further above its estimates than this suits none of the grids that were tried: others may do better.
constexpr double mostOverEstimate = 1.5;

/// What fewer runs cost in schedules over their plans says about others of their kind up to here: more is a matter of their own.
constexpr double mostFromFew = 1.1;

/// A long run is expected to be so many times as far above its estimate as the runs that it consists of: else most that are about as good
/// as these would be planned, for no gain (ResNet-50: a sixth more time).
constexpr double wholeOverParts = 1.08;

/// Of a kind.
struct Known {
    double least = infinite;      ///< of what one was found to cost over what was expected
    std::set<std::size_t> firsts; ///< of the runs, one of those that are the same
};

} // namespace

double ExpectedCosts::scheduleOverPlan(const SegmentPlan& plan) const
{
    const auto known = m_scheduleOverPlan.find(kindOf(plan));
    return known == m_scheduleOverPlan.end() ? 1 : known->second;
}

double ExpectedCosts::of(const SegmentPlan& plan) const
{
    if (plan.plans) {
        double least = infinite;
        for (const GroupPlan& groups : *plan.plans) {
            least = plan.isUsable(groups) ? std::min(least, of(plan, groups)) : least;
        }
        return least;
    }
    if (plan.stage == SegmentPlan::EstimateStage::LayersAlone) {
        return plan.estimate * std::min(1.0, scheduleOverPlan(plan));
    }
    return plan.estimate * planOverEstimate(plan) * scheduleOverPlan(plan);
}

double ExpectedCosts::planOverEstimate(const SegmentPlan& plan) const
{
    const auto known = m_planOverEstimate.find(kindOf(plan));
    if (known == m_planOverEstimate.end() || known->second <= 1) {
        return 1;
    }
    return std::min(known->second, planOverEstimateOfParts(plan) * wholeOverParts);
}

/// Runs of as many layers elsewhere tell less about a long run than those that it consists of, on the same tiles: no layer of it is
/// expected to be further above its estimate than in one of these. Infinite where they are not all known.
double ExpectedCosts::planOverEstimateOfParts(const SegmentPlan& plan) const
{
    const auto known = plan.regions.size() == 1 ? m_plannedRuns.find(plan.regions.front()) : m_plannedRuns.end();
    if (known == m_plannedRuns.end()) {
        return infinite;
    }
    double most = 1;
    for (std::size_t place = plan.segment.first; place < plan.end(); ++place) {
        double least = infinite;
        for (const PlannedRun& run : known->second) {
            if (run.first <= place && place < run.end && plan.segment.first <= run.first && run.end <= plan.end()) {
                least = std::min(least, run.planOverEstimate);
            }
        }
        most = std::max(most, least);
    }
    return most;
}

double ExpectedCosts::of(const SegmentPlan& plan, const GroupPlan& groups) const
{
    const auto known = m_leastCosts.find(&groups);
    return known == m_leastCosts.end() ? plan.costOf(groups) * scheduleOverPlan(plan) : known->second;
}

void ExpectedCosts::learnFromPlans(const std::deque<SegmentPlan>& segments)
{
    std::map<Kind, Known> known;
    std::map<const std::vector<GroupPlan>*, std::size_t> firstOf; // runs that are the same share their plans
    m_plannedRuns.clear();
    for (const SegmentPlan& plan : segments) {
        if (plan.plans && !plan.plans->empty() && plan.regions.size() == 1 && plan.estimate > 0) {
            m_plannedRuns[plan.regions.front()].push_back(
                {plan.segment.first, plan.end(), plan.cost() / plan.estimate});
        }
        if (plan.plans && !plan.plans->empty() && plan.placements.size() > 1 && plan.estimate > 0) {
            Known& own = known[kindOf(plan)];
            own.least = std::min(own.least, plan.cost() / plan.estimate);
            own.firsts.insert(firstOf.try_emplace(plan.plans, plan.segment.first).first->second);
        }
    }
    for (const auto& [kind, own] : known) {
        if (own.firsts.size() >= fewestToLearnFrom) {
            m_planOverEstimate[kind] = std::clamp(own.least * (1 - doubt), 1.0, mostOverEstimate);
        }
    }
}

void ExpectedCosts::learnFromSchedules(const std::deque<SegmentPlan>& segments,
                                       const std::map<const GroupPlan*, double>& leastCosts)
{
    m_leastCosts = leastCosts;
    m_scheduleOverPlan.clear();
    std::map<Kind, Known> known;
    for (const SegmentPlan& plan : segments) {
        for (std::size_t i = 0; plan.plans && i < plan.plans->size(); ++i) {
            const GroupPlan& groups = (*plan.plans)[i];
            const auto cost = m_leastCosts.find(&groups);
            // What no schedule has room for tells nothing about others of its kind.
            if (cost != m_leastCosts.end() && std::isfinite(cost->second) && plan.costOf(groups) > 0) {
                Known& own = known[kindOf(plan)];
                own.least = std::min(own.least, cost->second / plan.costOf(groups));
                own.firsts.insert(plan.segment.first);
            }
        }
    }
    for (const auto& [kind, own] : known) {
        const double most = !m_raisesPlans ? 1 : own.firsts.size() >= fewestToLearnFrom ? infinite : mostFromFew;
        m_scheduleOverPlan[kind] = std::min(own.least, most);
    }
}

} // namespace tilescape::search
