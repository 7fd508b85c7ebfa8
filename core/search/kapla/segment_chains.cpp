#include "core/search/kapla/segment_chains.h"

#include "core/search/space/infinite.h"

#include <algorithm>
#include <numeric>
#include <set>

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
    m_into.assign(layers + 1, infinite);
    m_before.assign(layers + 1, infinite);
    m_after.assign(layers + 1, infinite);
    m_bestInto.assign(layers + 1, nullptr);
    m_into.front() = 0;
    m_after.back() = 0;
    for (std::size_t place = 0; place < layers; ++place) {
        m_before[place] = isLeftAt(place) ? m_standing[place] : m_into[place];
        for (SegmentPlan* plan : m_startingAt[place]) {
            if (!mayChain(*plan)) {
                continue;
            }
            const double cost = m_before[place] + expected.of(*plan);
            SegmentPlan*& best = m_bestInto[plan->end()];
            // Where memory or a constraint decides, grids are estimated alike: on long and narrow ones less can be shared.
            const bool isSquarer = best && cost == m_into[plan->end()] && longestSides(*plan) < longestSides(*best);
            if (cost < m_into[plan->end()] || isSquarer) {
                m_into[plan->end()] = cost;
                best = plan;
            }
        }
    }
    m_before.back() = m_into.back();
    for (std::size_t place = layers; place-- > 0;) {
        if (isLeftAt(place)) {
            m_after[place] = m_standing.back() - m_standing[place];
            continue;
        }
        for (const SegmentPlan* plan : m_startingAt[place]) {
            if (mayChain(*plan)) {
                m_after[place] = std::min(m_after[place], expected.of(*plan) + m_after[plan->end()]);
            }
        }
    }
}

void SegmentChains::leave(const std::vector<std::pair<std::size_t, double>>& ends)
{
    m_standing.assign(m_startingAt.size() + 1, infinite);
    m_standing.front() = 0;
    for (const auto& [end, cost] : ends) {
        m_standing[end] = cost;
    }
}

bool SegmentChains::isLeftAt(std::size_t place) const { return !m_standing.empty() && m_standing[place] < infinite; }

double SegmentChains::cost() const
{
    double least = m_into.back();
    for (std::size_t place = 1; place + 1 < m_into.size(); ++place) {
        if (isLeftAt(place)) {
            least = std::min(least, m_into[place] + m_after[place]);
        }
    }
    return least;
}

std::vector<SegmentPlan*> SegmentChains::best() const
{
    std::vector<SegmentPlan*> chain;
    for (std::size_t place = m_startingAt.size(); place > 0 && m_bestInto[place]; place = chain.back()->segment.first) {
        chain.push_back(m_bestInto[place]);
    }
    return chain;
}

std::vector<SegmentPlan*> SegmentChains::cheapest(double limit) const
{
    if (m_standing.empty()) {
        return best();
    }
    std::vector<SegmentPlan*> found;
    std::set<const SegmentPlan*> known;
    for (std::size_t end = 1; end < m_into.size(); ++end) {
        std::size_t place = isLeftAt(end) && m_into[end] + m_after[end] < limit ? end : 0;
        do {
            SegmentPlan* const last = place > 0 ? m_bestInto[place] : nullptr;
            place = last ? last->segment.first : 0;
            if (last && known.insert(last).second) {
                found.push_back(last);
            }
        } while (!isLeftAt(place));
    }
    return found;
}

} // namespace tilescape::search
