#include "core/search/bounds/distance_sums.h"

#include <algorithm>
#include <iterator>

namespace tilescape::search {

DistanceSums::DistanceSums(const std::vector<Count>& distances) : m_tiles(distances.size())
{
    std::vector<std::size_t> tilesAt;
    for (const Count distance : distances) {
        const auto at = static_cast<std::size_t>(distance);
        tilesAt.resize(std::max(tilesAt.size(), at + 1));
        ++tilesAt[at];
    }
    Run next;
    for (std::size_t distance = 0; distance < tilesAt.size(); ++distance) {
        if (tilesAt[distance] > 0) {
            next.distance = static_cast<double>(distance);
            m_runs.push_back(next);
            next.first += tilesAt[distance];
            next.sum += static_cast<double>(tilesAt[distance]) * next.distance;
        }
    }
}

const DistanceSums::Run& DistanceSums::runOf(std::size_t tile) const
{
    const auto after = std::upper_bound(m_runs.begin(), m_runs.end(), tile,
                                        [](std::size_t number, const Run& run) { return number < run.first; });
    return *std::prev(after);
}

double DistanceSums::leastWordHops(double words, double mostWords) const
{
    if (words <= 0 || mostWords <= 0 || m_tiles == 0) {
        return 0;
    }
    const double tiles = std::min(words / mostWords, static_cast<double>(m_tiles));
    const auto whole = static_cast<std::size_t>(tiles);
    const Run& run = runOf(whole);
    const double ofWhole = run.sum + static_cast<double>(whole - run.first) * run.distance;
    const double next = whole < m_tiles ? run.distance : 0;
    return mostWords * (ofWhole + (tiles - static_cast<double>(whole)) * next);
}

double DistanceSums::mostHops(double words, double mostWords) const
{
    if (words <= 0 || mostWords <= 0 || m_tiles == 0) {
        return 0;
    }
    return runOf(static_cast<std::size_t>(std::min(words / mostWords, static_cast<double>(m_tiles - 1)))).distance;
}

} // namespace tilescape::search
