#pragma once

#include "core/dataflow/partition.h"
#include "core/network/layer.h"
#include "core/search/space/search_space.h"

#include <array>
#include <map>
#include <vector>

namespace tilescape::search {

/// The lengths of a layer that may be cut by splits.
struct Splittable {
    Count batch = 1;
    Count outputChannels = 1;
    Extent map;
    Count inputChannels = 1; ///< 1: cannot be split
    /// Each output is a sum over batch and map, as of a gradient of weights, else over input channels.
    bool sumsOverItems = false;
};
/// The lengths of a layer for a batch; of a grouped layer the channels of one group.
Splittable splittable(const network::Layer& layer, Count batch);

/// Every way to share out a region of this extent that the space allows, but for those that place parts alike and those
/// whose splits pad more than a tenth, or a quarter with rounded factors, of what is then done (cost-model.md 3). If
/// none is left that cuts neither batch nor input channels, one more is added: the whole region goes to
/// `splitOfWholeRegions`. A space without these switches has it, and one with them is to have no less.
std::vector<dataflow::PerSplit<Extent>> sharesOf(const Splittable& what, Extent extent, const SearchSpace& space);

/// `sharesOf` for many extents: what one side allows is found once for each of its lengths.
class RegionShares {
public:
    RegionShares(const Splittable& what, const SearchSpace& space) : m_what(what), m_space(space) {}
    /// `sharesOf` for a region of this extent.
    std::vector<dataflow::PerSplit<Extent>> of(Extent extent);

private:
    using OfSide = std::vector<std::array<Count, 4>>; ///< shares of one side, by number of split
    const OfSide& along(std::map<Count, OfSide>& known, Count Extent::*side, Count length) const;

    Splittable m_what;
    SearchSpace m_space;
    std::map<Count, OfSide> m_ofHeight; ///< by length
    std::map<Count, OfSide> m_ofWidth;
};

/// Whether tiles with these shares make parts of sums, which one of them has to gather.
bool needsGathering(const Splittable& what, const dataflow::PerSplit<Extent>& shares);

/// What is cut where the space has no hybrid partition, or allows nothing else: the map; of points, and of sums over maps that
/// the chip cannot gather, the output channels.
dataflow::Split splitOfWholeRegions(const Splittable& what, const SearchSpace& space);

/// Whether the space lets these shares cut the lengths: its switches, and its limits on padding. `sharesOf` adds one where
/// it allows too little.
bool allowsShares(const Splittable& what, const SearchSpace& space, const dataflow::PerSplit<Extent>& shares);

/// The orders in which these shares may nest, one for each class of orders that place parts alike.
std::vector<dataflow::Partition> ordersOf(const dataflow::PerSplit<Extent>& shares);

/// All shares of `sharesOf` in all orders of `ordersOf`.
std::vector<dataflow::Partition> partitions(const Splittable& what, Extent extent, const SearchSpace& space);

} // namespace tilescape::search
