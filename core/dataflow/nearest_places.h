#pragma once

#include "core/support/dimensions.h"

#include <vector>

namespace tilescape::dataflow {

/// The hops of each of these tiles to the nearest of these places; 0 if there is none.
std::vector<Count> hopsToNearest(const std::vector<Tile>& tiles, const std::vector<Tile>& places);

} // namespace tilescape::dataflow
