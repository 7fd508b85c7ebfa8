#include "core/dataflow/region.h"

namespace tilescape::dataflow {

Region wholeChip(Extent tiles)
{
    Region region{tiles, {}};
    region.tiles.reserve(static_cast<std::size_t>(tiles.size()));
    for (Count row = 0; row < tiles.height; ++row) {
        for (Count column = 0; column < tiles.width; ++column) {
            region.tiles.push_back({row, column});
        }
    }
    return region;
}

Region trimmed(const Region& region, Extent grid)
{
    Region part{grid, {}};
    for (Count row = 0; row < grid.height; ++row) {
        for (Count column = 0; column < grid.width; ++column) {
            part.tiles.push_back(region.at(row, column));
        }
    }
    return part;
}

Region cornerChannels(Extent tiles)
{
    const Count bottom = tiles.height - 1;
    const Count right = tiles.width - 1;
    return {{2, 2}, {{0, 0}, {0, right}, {bottom, 0}, {bottom, right}}};
}

} // namespace tilescape::dataflow
