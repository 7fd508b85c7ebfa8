#pragma once

#include "core/dataflow/map_range.h"
#include "core/dataflow/partition.h"
#include "core/dataflow/region.h"

#include <vector>

namespace tilescape::dataflow {

/// Where the pieces of a batched feature map lie: over memory channels, or over tiles' buffers (cost-model.md 3).
struct Layout {
    struct Piece {
        MapRange range;
        Tile at;
        friend bool operator==(const Piece&, const Piece&) = default;
        friend auto operator<=>(const Piece&, const Piece&) = default;
    };
    std::vector<Piece> pieces; ///< none empty, sorted: two layouts that place alike are equal

    friend bool operator==(const Layout&, const Layout&) = default;
    friend auto operator<=>(const Layout&, const Layout&) = default;
};

/// `partition` as a region of another extent can hold it: splits that cut no map are dropped, a larger region takes
/// more of the batch, a smaller one keeps the innermost splits.
Partition project(const Partition& partition, Extent extent);

/// A map of this size, cut by `partition` over the grid of `region`; in `groups` one after another along the channels.
Layout layOut(const Partition& partition, const Region& region, Count batch, Count channels, Extent size,
              Count groups = 1);

/// Layouts joined along the channels, in this order; `channels` are those of each.
Layout concatenate(const std::vector<const Layout*>& layouts, const std::vector<Count>& channels);

} // namespace tilescape::dataflow
