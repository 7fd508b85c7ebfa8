#pragma once

#include "core/dataflow/tile_list.h"
#include "core/support/dimensions.h"

#include <optional>
#include <vector>

namespace tilescape::dataflow {

/// Tiles (or memory channels) that work as one grid of `extent`: `tiles[row * extent.width + column]` is where the grid's
/// (row, column) lies on the chip, so that a zig-zag fold is only another list (Tangram 3.3).
struct Region {
    Extent extent;
    TileList tiles;

    [[nodiscard]] Tile at(Count row, Count column) const
    {
        return tiles[static_cast<std::size_t>(row * extent.width + column)];
    }
    friend bool operator==(const Region&, const Region&) = default;
    friend auto operator<=>(const Region&, const Region&) = default;
};

/// Where the rows and the columns of a grid lie on the chip.
struct GridSides {
    std::vector<Count> rows;    ///< of the chip, by row of the grid
    std::vector<Count> columns; ///< the same of columns
};
/// Those of a region, if each row of its grid lies in one row of the chip and each column in one column: folded ones have none. Distances
/// are the sum of one along either side then.
std::optional<GridSides> gridSides(const Region& region);

/// Of all of these together.
Count tilesOf(const std::vector<Region>& regions);

/// The whole chip, row by row.
Region wholeChip(Extent tiles);

/// The first rows and columns of a region's grid; `grid` fits into it.
Region trimmed(const Region& region, Extent grid);

/// Memory channels at the four corners, as a grid of 2 x 2 (corners coincide on a chip one tile high or wide).
Region cornerChannels(Extent tiles);

} // namespace tilescape::dataflow
