#pragma once

#include "core/dataflow/region.h"
#include "core/network/network.h"
#include "core/pipeline/segment.h"

#include <vector>

namespace tilescape::search {

/// Regions for a segment on a chip of this extent, tiles in proportion to operations (Tangram Fig. 10a; cost-model.md
/// 5). They are stripes of a common height that fold in zig-zag, the highest that keep 95 % of the tiles busy; empty if
/// no height does. Without `zigzag` each region has whole columns, or whole rows where there are more regions than
/// columns, however busy its tiles are; empty if a region would get none.
std::vector<dataflow::Region> allocateRegions(const network::Network& network, const pipeline::Segment& segment,
                                              Extent chip, bool zigzag = true);

} // namespace tilescape::search
