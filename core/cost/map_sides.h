#pragma once

#include "core/cost/tile_place.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tilescape::cost {

/// Of the batch, channels, rows and columns of a map, in the order of `MapGroups::sides`: those on which something depends.
using MapSides = std::array<bool, 4>;

/// The sides of pieces of a map on which the rows of the chip where their tiles stand depend, and the columns.
struct PlaceSides {
    MapSides row{};
    MapSides column{};
    /// Those of one of the two.
    [[nodiscard]] const MapSides& along(std::uint16_t TilePlace::*side) const
    {
        return side == &TilePlace::row ? row : column;
    }
    friend bool operator==(const PlaceSides&, const PlaceSides&) = default;
};

/// Those of pieces that are cut like a grid: `counts` along each side, of which neighbours are `steps` apart in `places`.
PlaceSides placeSides(std::span<const TilePlace> places, const std::array<std::size_t, 4>& counts,
                      const std::array<std::size_t, 4>& steps);

/// The same of pieces that are cut alike along all sides but `side`: `others` come after `places` there. Added to `sides`.
void addPlaceSides(PlaceSides& sides, std::span<const TilePlace> places, std::span<const TilePlace> others,
                   std::size_t side);

} // namespace tilescape::cost
