#pragma once

#include "core/search/proof/placed_layer_bound.h"
#include "core/search/space/search_task.h"

#include <vector>

namespace tilescape::search {

/// A layer of a segment in its region, and what its bound is asked for.
struct PlacedMember {
    pipeline::Placement placed;
    const dataflow::Region* region = nullptr; ///< not null
    PlacedLayerBound* bound = nullptr;        ///< not null
    BoundPrices prices;
    pipeline::TopGroups top;
};

/// The least sum of the layers' bounds, in pJ, with partitions that suit each other: a map that stays in the segment
/// lies where its producer left it, and reading it from there may take more hops than the consumer's bound counts.
/// Found by dynamic programming over the trees of producers and consumers, exactly over the partitions with the lowest
/// bounds; any other costs at least as much as the first that is left out. What is not below `limit` is not looked at
/// more closely.
double leastWithLayouts(const SearchTask& task, const std::vector<PlacedMember>& members,
                        const std::vector<pipeline::Links>& links, double limit);

} // namespace tilescape::search
