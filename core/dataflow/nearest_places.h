#pragma once

#include "core/support/dimensions.h"

#include <vector>

namespace tilescape::dataflow {

/// The hops of each of these tiles to the nearest of these places; 0 if there is none.
std::vector<Count> hopsToNearest(const std::vector<Tile>& tiles, const std::vector<Tile>& places);
/// The same of all tiles of a chip, row by row. The places lie on it. In time that grows with the tiles and the places, not with their product.
std::vector<Count> hopsToNearest(Extent chip, const std::vector<Tile>& places);

} // namespace tilescape::dataflow
