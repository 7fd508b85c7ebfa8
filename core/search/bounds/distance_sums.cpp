#include "core/search/bounds/distance_sums.h"

#include <algorithm>

namespace tilescape::search {

DistanceSums::DistanceSums(std::vector<Count> distances) : m_sums{0}
{
    std::sort(distances.begin(), distances.end());
    for (const Count distance : distances) {
        m_sums.push_back(m_sums.back() + static_cast<double>(distance));
    }
}

double DistanceSums::leastWordHops(double words, double mostWords) const
{
    if (words <= 0 || mostWords <= 0) {
        return 0;
    }
    const double tiles = std::min(words / mostWords, static_cast<double>(m_sums.size() - 1));
    const auto whole = static_cast<std::size_t>(tiles);
    const double next = whole + 1 < m_sums.size() ? m_sums[whole + 1] - m_sums[whole] : 0;
    return mostWords * (m_sums[whole] + (tiles - static_cast<double>(whole)) * next);
}

double DistanceSums::mostHops(double words, double mostWords) const
{
    if (words <= 0 || mostWords <= 0 || m_sums.size() < 2) {
        return 0;
    }
    const auto whole = static_cast<std::size_t>(std::min(words / mostWords, static_cast<double>(m_sums.size() - 2)));
    return m_sums[whole + 1] - m_sums[whole];
}

} // namespace tilescape::search
