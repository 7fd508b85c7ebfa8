#pragma once

#include "core/support/dimensions.h"

#include <span>

namespace tilescape::cost {

/// Equal distances between neighbours along one side of a grid of tiles.
struct GridGaps {
    Count distance = 0;
    Count count = 0;               ///< along one row or column
    Count Extent::*side = nullptr; ///< not null
};

/// Hops of a shortest tree that joins all tiles of a grid of this extent with these gaps between its rows and between its columns, whose
/// order changes.
Count gridTreeHops(std::span<GridGaps> gaps, Extent extent);

} // namespace tilescape::cost
