#include "core/explore/point_dealer.h"

#include <algorithm>

namespace tilescape::explore {

std::optional<std::size_t> PointDealer::deal(std::size_t worker)
{
    if (m_next >= m_points || m_dealt[worker].size() >= ahead) {
        return std::nullopt;
    }
    m_dealt[worker].push_back(m_next);
    return m_next++;
}

std::size_t PointDealer::finish(std::size_t worker)
{
    const std::size_t point = m_dealt[worker].front();
    m_dealt[worker].pop_front();
    return point;
}

bool PointDealer::isBusy() const
{
    return std::any_of(m_dealt.begin(), m_dealt.end(), [](const auto& dealt) { return !dealt.empty(); });
}

} // namespace tilescape::explore
