#include "core/search/bounds/memory_distances.h"

#include "core/pipeline/feature_map_placement.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

MemoryDistances::MemoryDistances(const hardware::Machine& machine)
{
    const dataflow::Region memory = pipeline::memoryRegion(machine);
    std::vector<Count> distances;
    if (machine.shape.memory == hardware::MemoryPlacement::EveryTile) {
        distances.assign(static_cast<std::size_t>(machine.shape.tiles.size()), 0);
    } else {
        for (const Tile tile : dataflow::wholeChip(machine.shape.tiles).tiles) {
            Count nearest = std::numeric_limits<Count>::max();
            for (const Tile channel : memory.tiles) {
                nearest = std::min(nearest, hopsBetween(tile, channel));
            }
            distances.push_back(nearest);
        }
    }
    std::sort(distances.begin(), distances.end());
    m_channels = std::count(distances.begin(), distances.end(), 0);
    m_sums.push_back(0);
    for (const Count distance : distances) {
        m_sums.push_back(m_sums.back() + static_cast<double>(distance));
    }
}

double MemoryDistances::leastWordHops(double words, double mostWords) const
{
    if (words <= 0 || mostWords <= 0) {
        return 0;
    }
    const double tiles = std::min(words / mostWords, static_cast<double>(m_sums.size() - 1));
    const auto whole = static_cast<std::size_t>(tiles);
    const double next = whole + 1 < m_sums.size() ? m_sums[whole + 1] - m_sums[whole] : 0;
    return mostWords * (m_sums[whole] + (tiles - static_cast<double>(whole)) * next);
}

} // namespace tilescape::search
