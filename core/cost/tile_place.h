#pragma once

#include "core/support/dimensions.h"

#include <cstdint>

namespace tilescape::cost {

/// The position of a tile on the chip, in a quarter of a `Tile`'s bytes.
struct TilePlace {
    std::uint16_t row = 0;
    std::uint16_t column = 0;
    friend bool operator==(const TilePlace&, const TilePlace&) = default;
};
/// The tile at this position.
constexpr Tile tileAt(TilePlace place) { return {place.row, place.column}; }
/// The position of this tile; rows and columns stay below 65,536.
constexpr TilePlace placeOf(Tile tile)
{
    return {static_cast<std::uint16_t>(tile.row), static_cast<std::uint16_t>(tile.column)};
}

} // namespace tilescape::cost
