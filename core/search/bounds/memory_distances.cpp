#include "core/search/bounds/memory_distances.h"

#include "core/dataflow/nearest_places.h"
#include "core/pipeline/feature_map_placement.h"

#include <algorithm>

namespace tilescape::search {

namespace {

std::vector<Count> distancesOf(const hardware::Machine& machine)
{
    if (machine.shape.memory == hardware::MemoryPlacement::EveryTile) {
        return std::vector<Count>(static_cast<std::size_t>(machine.shape.tiles.size()), 0);
    }
    return dataflow::hopsToNearest(dataflow::wholeChip(machine.shape.tiles).tiles,
                                   pipeline::memoryRegion(machine).tiles);
}

} // namespace

MemoryDistances::MemoryDistances(const hardware::Machine& machine) : MemoryDistances(distancesOf(machine)) {}

MemoryDistances::MemoryDistances(const std::vector<Count>& distances)
    : m_sums(distances), m_channels(std::count(distances.begin(), distances.end(), 0))
{}

} // namespace tilescape::search
