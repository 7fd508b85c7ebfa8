#pragma once

#include "core/search/kapla/expected_costs.h"
#include "core/search/kapla/segment_plan.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

namespace tilescape::search {

/// The cheapest chains of segments from the first layer to the last, by what segments are expected to cost, in the units of `scalarOf`.
class SegmentChains {
public:
    /// Of `segments`, which must outlive this and stay where they are, over so many layers.
    SegmentChains(std::deque<SegmentPlan>& segments, std::size_t layers);

    void add(SegmentPlan& plan) { m_startingAt[plan.segment.first].push_back(&plan); }
    /// The chains of segments for which `mayChain` holds; what follows is of these.
    void measure(const ExpectedCosts& expected, const std::function<bool(const SegmentPlan&)>& mayChain);

    /// Of the cheapest; infinite: none reaches the end.
    [[nodiscard]] double cost() const { return m_before.back(); }
    /// Of the cheapest through segments from one position in the layer order to another, if what lies between costs `own`.
    [[nodiscard]] double through(std::size_t first, double own, std::size_t end) const { return m_before[first] + own + m_after[end]; }
    /// What may lie between, so that the chain is no dearer than the cheapest.
    [[nodiscard]] double roomBetween(std::size_t first, std::size_t end) const { return cost() - m_before[first] - m_after[end]; }
    /// The segments of the cheapest, the last one first; empty if none reaches the end.
    [[nodiscard]] std::vector<SegmentPlan*> best() const;
    /// All segments, by the position at which they begin.
    [[nodiscard]] const std::vector<std::vector<SegmentPlan*>>& startingAt() const { return m_startingAt; }

private:
    std::vector<std::vector<SegmentPlan*>> m_startingAt;
    std::vector<double> m_before; ///< cost of the cheapest chain up to each position
    std::vector<double> m_after;  ///< and from there on
    std::vector<SegmentPlan*> m_bestInto;
};

} // namespace tilescape::search
