#pragma once

#include "core/dataflow/partition.h"
#include "core/network/layer.h"
#include "core/search/space/search_space.h"

#include <vector>

namespace tilescape::search {

/// What may be split, and how far.
struct Splittable {
    Count batch = 1;
    Count outputChannels = 1;
    Extent map;
    Count inputChannels = 1; ///< 1: cannot be split
};
Splittable splittable(const network::Layer& layer, Count batch);

/// Every way to share out a region of this extent that the space allows, less those that place alike and those that split
/// a length poorly (more than a tenth of padding, cost-model.md 3). At least one: if none divides well, the whole region
/// goes to the map, or to the output channels where the map is a point.
std::vector<dataflow::PerSplit<Extent>> sharesOf(const Splittable& what, Extent extent, const SearchSpace& space);

/// The orders in which these shares may nest, less those that place alike.
std::vector<dataflow::Partition> ordersOf(const dataflow::PerSplit<Extent>& shares);

/// All of both.
std::vector<dataflow::Partition> partitions(const Splittable& what, Extent extent, const SearchSpace& space);

} // namespace tilescape::search
