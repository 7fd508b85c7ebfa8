#pragma once

#include "core/dataflow/partition.h"
#include "core/dataflow/region.h"
#include "core/network/layer.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

namespace tilescape::dataflow {

/// The splits along which tiles share each tensor.
PerTensor<Splits> splitsThatShare(const network::Layer& layer, const Partition& partition);

/// The splits whose tiles need the same piece of each tensor, whether or not they can share a copy of it: of weights batch and map in any
/// order. What is forwarded goes to all these tiles (cost-model.md 3).
PerTensor<Splits> splitsOfPiece(const network::Layer& layer, const Partition& partition);

/// How many tiles work on one and the same piece of each tensor: the size of a sharing group (cost-model.md 3 and 4;
/// Tangram 3.1). Weights are shared along splits of batch and map (both only where they nest directly), inputs along
/// splits of the output channels, outputs along splits of the input channels.
PerTensor<Count> sharersOf(const network::Layer& layer, const Partition& partition);

/// How many tiles need the same piece of each tensor, whether or not they can share a copy of it: weights along all splits of
/// batch and map. Counts::Reference knows those of `sharersOf` alone.
PerTensor<Count> tilesOfPiece(const network::Layer& layer, const Partition& partition, Counts counts);

/// Tiles among which one transfer of each tensor from or to memory is divided (cost-model.md 3): those of its piece if what is
/// fetched `spreads` from tile to tile. Otherwise only outputs are, whose partial sums one tile gathers and stores; for
/// Counts::Reference not even these.
PerTensor<Count> fetchSharers(const network::Layer& layer, const Partition& partition, bool spreads, Counts counts);

/// Words of the largest of the parts of a block of `words` that `tiles` tiles hold between them, one each (cost-model.md 4). `units` are
/// those of the block along each loop, 1 where the tensor does not vary. Parts are whole units along one loop, the one that leaves the
/// largest part smallest: what rotates, and what an array reads from another tile, are units. Counts::Reference takes parts to be equal.
/// Inline: the solvers ask millions of times.
inline Count largestPart(Count words, const std::array<Count, 3>& units, Count tiles, Counts counts)
{
    if (tiles == 1) {
        return words;
    }
    if (counts == Counts::Reference) {
        return ceilDivide(words, tiles);
    }
    Count least = words;
    for (const Count along : units) {
        least = along == 1 ? least : std::min(least, quotient(words, along) * ceilDivide(along, tiles));
    }
    return least;
}

/// Whether `tiles` tiles may hold several pieces of an output between them, all of them there at a time: what they hold lies in the pieces in
/// turn, so that a tile's part of one group would otherwise meet that of another.
inline bool mayHoldBetween(Count tiles, Count pieces) { return std::gcd(tiles, pieces) == 1; }

/// Of the subgroups into which `group` tiles can be cut, the most tiles that may.
inline Count largestHolding(Count group, Count pieces)
{
    Count tiles = group;
    while (residue(group, tiles) != 0 || !mayHoldBetween(tiles, pieces)) {
        --tiles;
    }
    return tiles;
}

/// The tiles that share one piece of a tensor, as a grid, and how far its neighbours lie apart on the chip on average.
struct SharingGroup {
    Extent extent;
    double rowHops = 0;    ///< between neighbours along the height; 0 where there are none
    double columnHops = 0; ///< along the width
    /// Hops of every distinct word in one step of rotation, by the subgroup's size (`sharingRings`); none where the mean
    /// distances say the same.
    std::vector<std::pair<Count, double>> stepHops;
    friend bool operator==(const SharingGroup&, const SharingGroup&) = default;
    friend auto operator<=>(const SharingGroup&, const SharingGroup&) = default;
};
PerTensor<SharingGroup> sharingGroups(const network::Layer& layer, const Partition& partition, const Region& region);

/// The tiles of one sharing group, row by row of its grid.
using SharingTiles = std::vector<Tile>;
/// The groups of each tensor: together they cover the region, each tile once.
PerTensor<std::vector<SharingTiles>> sharingTiles(const network::Layer& layer, const Partition& partition,
                                                  const Region& region);

} // namespace tilescape::dataflow
