#include "core/search/bounds/memory_distances.h"

#include "core/pipeline/feature_map_placement.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

namespace {

std::vector<Count> distancesOf(const hardware::Machine& machine)
{
    if (machine.shape.memory == hardware::MemoryPlacement::EveryTile) {
        return std::vector<Count>(static_cast<std::size_t>(machine.shape.tiles.size()), 0);
    }
    std::vector<Count> distances;
    const dataflow::Region memory = pipeline::memoryRegion(machine);
    for (const Tile tile : dataflow::wholeChip(machine.shape.tiles).tiles) {
        Count nearest = std::numeric_limits<Count>::max();
        for (const Tile channel : memory.tiles) {
            nearest = std::min(nearest, hopsBetween(tile, channel));
        }
        distances.push_back(nearest);
    }
    return distances;
}

} // namespace

MemoryDistances::MemoryDistances(const hardware::Machine& machine) : MemoryDistances(distancesOf(machine)) {}

MemoryDistances::MemoryDistances(const std::vector<Count>& distances)
    : m_sums(distances), m_channels(std::count(distances.begin(), distances.end(), 0))
{}

} // namespace tilescape::search
