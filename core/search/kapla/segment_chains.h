#pragma once

#include "core/search/kapla/expected_costs.h"
#include "core/search/kapla/segment_plan.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace tilescape::search {

/// The cheapest chains of segments from the first layer to the last, by what segments are expected to cost, in the units of `scalarOf`.
///
/// Once there is a schedule, chains are those that differ from it in one stretch: they leave it where one of its segments ends, and come
/// back to it where another does, and not before. What is better in several stretches is better in one of them alone. How far off the
/// expectations for all the others are then does not matter.
class SegmentChains {
public:
    /// Of `segments`, which must outlive this and stay where they are, over so many layers.
    SegmentChains(std::deque<SegmentPlan>& segments, std::size_t layers);

    void add(SegmentPlan& plan) { m_startingAt[plan.segment.first].push_back(&plan); }
    /// From now on chains differ from a schedule in one stretch. `ends` are the positions at which its segments end, ascending, with what it
    /// costs up to there.
    void leave(const std::vector<std::pair<std::size_t, double>>& ends);
    /// The chains of segments for which `mayChain` holds; what follows is of these.
    void measure(const ExpectedCosts& expected, const std::function<bool(const SegmentPlan&)>& mayChain);

    /// Of the cheapest; infinite: none reaches the end.
    [[nodiscard]] double cost() const;
    /// Of the cheapest through segments from one position in the layer order to another, if what lies between costs `own`.
    [[nodiscard]] double through(std::size_t first, double own, std::size_t end) const { return m_before[first] + own + m_after[end]; }
    /// What may lie between, so that the chain is no dearer than the cheapest.
    [[nodiscard]] double roomBetween(std::size_t first, std::size_t end) const { return cost() - m_before[first] - m_after[end]; }
    /// The segments of the cheapest, the last one first; empty if none reaches the end.
    [[nodiscard]] std::vector<SegmentPlan*> best() const;
    /// The same; where chains leave a schedule, the segments of all stretches with which one costs less than `limit`, each the cheapest that
    /// comes back where it does.
    [[nodiscard]] std::vector<SegmentPlan*> cheapest(double limit) const;
    /// All segments, by the position at which they begin.
    [[nodiscard]] const std::vector<std::vector<SegmentPlan*>>& startingAt() const { return m_startingAt; }

private:
    [[nodiscard]] bool isLeftAt(std::size_t place) const;

    std::vector<std::vector<SegmentPlan*>> m_startingAt;
    std::vector<double> m_standing; ///< by position: of the schedule that chains leave, infinite within its segments; empty if there is none
    std::vector<double> m_into;     ///< cost of the cheapest chain that comes to each position
    std::vector<double> m_before;   ///< the same, or that of the schedule where it may be left
    std::vector<double> m_after;    ///< and from there on
    std::vector<SegmentPlan*> m_bestInto;
};

} // namespace tilescape::search
