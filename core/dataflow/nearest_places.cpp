#include "core/dataflow/nearest_places.h"

#include <algorithm>
#include <limits>

namespace tilescape::dataflow {

std::vector<Count> hopsToNearest(const std::vector<Tile>& tiles, const std::vector<Tile>& places)
{
    std::vector<Count> hops;
    hops.reserve(tiles.size());
    for (const Tile tile : tiles) {
        Count nearest = places.empty() ? 0 : std::numeric_limits<Count>::max();
        for (const Tile place : places) {
            nearest = std::min(nearest, hopsBetween(tile, place));
        }
        hops.push_back(nearest);
    }
    return hops;
}

} // namespace tilescape::dataflow
