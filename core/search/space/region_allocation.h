#pragma once

#include "core/dataflow/region.h"
#include "core/network/network.h"
#include "core/pipeline/segment.h"

#include <vector>

namespace tilescape::search {

/// Tiles for each region, in proportion to operations, as stripes of one height that fold in zig-zag: the highest stripes
/// that keep nineteen in twenty tiles busy (Tangram Fig. 10a). Empty if none do. Without `zigzag`: whole columns, however
/// busy; empty if there are fewer than regions.
std::vector<dataflow::Region> allocateRegions(const network::Network& network, const pipeline::Segment& segment,
                                              Extent chip, bool zigzag = true);

} // namespace tilescape::search
