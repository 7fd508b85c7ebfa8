#pragma once

#include "core/cost/tile_place.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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

/// How much further down and to the right of the chip a tile is than another.
struct TileShift {
    std::int32_t row = 0;
    std::int32_t column = 0;
    friend bool operator==(const TileShift&, const TileShift&) = default;
};

/// Where the tiles of pieces of a map stand that are cut like a grid, if each side of the map shifts them by itself: a piece's place is that of
/// the first and the shifts of all its sides.
struct PlaceShifts {
    TilePlace first;
    std::array<std::vector<TileShift>, 4> bySide; ///< of each piece along the side; empty if none is shifted
    /// The sides that shift pieces.
    [[nodiscard]] PlaceSides sides() const;
    friend bool operator==(const PlaceShifts&, const PlaceShifts&) = default;
};

/// Pieces that are cut like a grid: `counts` along each side, in the order of `MapSides`, of which neighbours are `steps` apart in `places`.
struct GridOfPlaces {
    std::span<const TilePlace> places; ///< not empty
    std::array<std::size_t, 4> counts{};
    std::array<std::size_t, 4> steps{};
};
/// The sides on which the places depend.
PlaceSides placeSides(const GridOfPlaces& grid);
/// Empty if sides shift pieces together, as in a region that is folded.
std::optional<PlaceShifts> placeShifts(const GridOfPlaces& grid);

} // namespace tilescape::cost
