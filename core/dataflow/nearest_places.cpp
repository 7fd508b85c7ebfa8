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

/// Two sweeps: each tile's hops are one more than those of the best of its neighbours, of which one lies before it in either sweep.
std::vector<Count> hopsToNearest(Extent chip, const std::vector<Tile>& places)
{
    if (places.empty()) {
        return std::vector<Count>(static_cast<std::size_t>(chip.size()), 0);
    }
    std::vector<Count> hops(static_cast<std::size_t>(chip.size()), chip.height + chip.width);
    const auto at = [&](Count row, Count column) -> Count& {
        return hops[static_cast<std::size_t>(row * chip.width + column)];
    };
    for (const Tile place : places) {
        at(place.row, place.column) = 0;
    }
    for (Count row = 0; row < chip.height; ++row) {
        for (Count column = 0; column < chip.width; ++column) {
            Count& own = at(row, column);
            own = row > 0 ? std::min(own, at(row - 1, column) + 1) : own;
            own = column > 0 ? std::min(own, at(row, column - 1) + 1) : own;
        }
    }
    for (Count row = chip.height - 1; row >= 0; --row) {
        for (Count column = chip.width - 1; column >= 0; --column) {
            Count& own = at(row, column);
            own = row + 1 < chip.height ? std::min(own, at(row + 1, column) + 1) : own;
            own = column + 1 < chip.width ? std::min(own, at(row, column + 1) + 1) : own;
        }
    }
    return hops;
}

} // namespace tilescape::dataflow
