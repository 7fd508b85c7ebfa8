#pragma once

#include "core/dataflow/region.h"
#include "core/network/network.h"
#include "core/pipeline/segment.h"

#include <vector>

namespace tilescape::search {

/// How the regions of a segment lie beside each other.
enum class RegionLayout {
    Zigzag,       ///< stripes of rows that fold, walked left to right, then right to left
    Columns,      ///< whole columns
    ZigzagAcross, ///< `Zigzag` of the transposed chip
    Rows,         ///< whole rows
};
inline bool folds(RegionLayout layout)
{
    return layout == RegionLayout::Zigzag || layout == RegionLayout::ZigzagAcross;
}

/// Regions for a segment on a chip of this extent, tiles in proportion to operations (Tangram Fig. 10a; cost-model.md
/// 5). Stripes have a common height, the highest that keeps 95 % of the tiles busy; empty if no height does. Regions of whole columns or
/// rows are laid out however busy their tiles are; empty if one would get none.
std::vector<dataflow::Region> allocateRegions(const network::Network& network, const pipeline::Segment& segment,
                                              Extent chip, RegionLayout layout = RegionLayout::Zigzag);

} // namespace tilescape::search
