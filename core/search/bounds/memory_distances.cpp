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
    return dataflow::hopsToNearest(machine.shape.tiles, pipeline::memoryRegion(machine).tiles);
}

} // namespace

MemoryDistances::MemoryDistances(const hardware::Machine& machine)
    : m_ofTiles(distancesOf(machine)), m_sums(m_ofTiles), m_channels(std::count(m_ofTiles.begin(), m_ofTiles.end(), 0))
{}

} // namespace tilescape::search
