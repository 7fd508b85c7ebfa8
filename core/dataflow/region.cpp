#include "core/dataflow/region.h"

#include <numeric>

namespace tilescape::dataflow {

std::optional<GridSides> gridSides(const Region& region)
{
    GridSides sides;
    for (Count row = 0; row < region.extent.height; ++row) {
        sides.rows.push_back(region.at(row, 0).row);
    }
    for (Count column = 0; column < region.extent.width; ++column) {
        sides.columns.push_back(region.at(0, column).column);
    }
    auto tile = region.tiles.begin();
    for (const Count row : sides.rows) {
        for (const Count column : sides.columns) {
            if (*tile++ != Tile{row, column}) {
                return std::nullopt;
            }
        }
    }
    return sides;
}

Count tilesOf(const std::vector<Region>& regions)
{
    return std::accumulate(regions.begin(), regions.end(), Count{0},
                           [](Count sum, const Region& region) { return sum + region.extent.size(); });
}

Region wholeChip(Extent tiles)
{
    std::vector<Tile> all;
    all.reserve(static_cast<std::size_t>(tiles.size()));
    for (Count row = 0; row < tiles.height; ++row) {
        for (Count column = 0; column < tiles.width; ++column) {
            all.push_back({row, column});
        }
    }
    return {tiles, std::move(all)};
}

Region trimmed(const Region& region, Extent grid)
{
    if (grid == region.extent) {
        return region;
    }
    std::vector<Tile> part;
    part.reserve(static_cast<std::size_t>(grid.size()));
    for (Count row = 0; row < grid.height; ++row) {
        for (Count column = 0; column < grid.width; ++column) {
            part.push_back(region.at(row, column));
        }
    }
    return {grid, std::move(part)};
}

Region cornerChannels(Extent tiles)
{
    const Count bottom = tiles.height - 1;
    const Count right = tiles.width - 1;
    return {{2, 2}, {{0, 0}, {0, right}, {bottom, 0}, {bottom, right}}};
}

} // namespace tilescape::dataflow
