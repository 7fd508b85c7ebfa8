#include "core/search/kapla/segment_chains.h"

#include "core/search/space/infinite.h"

#include <algorithm>
#include <numeric>

namespace tilescape::search {

namespace {

/// Of the regions, in tiles, together.
Count longestSides(const SegmentPlan& plan)
{
    return std::accumulate(plan.regions.begin(), plan.regions.end(), Count{0}, [](Count sum, const dataflow::Region& region) {
        return sum + std::max(region.extent.height, region.extent.width);
    });
}

} // namespace

SegmentChains::SegmentChains(std::deque<SegmentPlan>& segments, std::size_t layers) : m_startingAt(layers)
{
    for (SegmentPlan& plan : segments) {
        add(plan);
    }
}

void SegmentChains::measure(const ExpectedCosts& expected, const std::function<bool(const SegmentPlan&)>& mayChain)
{
    const std::size_t layers = m_startingAt.size();
    m_before.assign(layers + 1, infinite);
    m_after.assign(layers + 1, infinite);
    m_bestInto.assign(layers + 1, nullptr);
    m_before.front() = 0;
    m_after.back() = 0;
    for (std::size_t place = 0; place < layers; ++place) {
        for (SegmentPlan* plan : m_startingAt[place]) {
            if (!mayChain(*plan)) {
                continue;
            }
            const double cost = m_before[place] + expected.of(*plan);
            SegmentPlan*& best = m_bestInto[plan->end()];
            // Where memory or a constraint decides, grids are estimated alike: on long and narrow ones less can be shared.
            const bool isSquarer = best && cost == m_before[plan->end()] && longestSides(*plan) < longestSides(*best);
            if (cost < m_before[plan->end()] || isSquarer) {
                m_before[plan->end()] = cost;
                best = plan;
            }
        }
    }
    for (std::size_t place = layers; place-- > 0;) {
        for (const SegmentPlan* plan : m_startingAt[place]) {
            if (mayChain(*plan)) {
                m_after[place] = std::min(m_after[place], expected.of(*plan) + m_after[plan->end()]);
            }
        }
    }
}

std::vector<SegmentPlan*> SegmentChains::best() const
{
    std::vector<SegmentPlan*> chain;
    for (std::size_t place = m_startingAt.size(); place > 0 && m_bestInto[place]; place = chain.back()->segment.first) {
        chain.push_back(m_bestInto[place]);
    }
    return chain;
}

} // namespace tilescape::search
