#pragma once

#include "core/search/space/partition_space.h"

#include <vector>

namespace tilescape::search {

/// Into how many parts each length of a layer is cut; the product is the number of tiles.
struct Parts {
    Count batch = 1;
    Count output = 1; ///< output channels, of one group
    Count input = 1;  ///< input channels, of one group
    Extent map;
    /// Tiles, at most, of a partition whose largest parts are as long: those beyond `tiles()` add room to what tiles share.
    Count mostTiles = 1;
    [[nodiscard]] Count tiles() const { return batch * output * input * map.size(); }
    /// A partition with these parts, the splits of batch and map nested directly.
    [[nodiscard]] dataflow::Partition partition() const;
    friend bool operator==(const Parts&, const Parts&) = default;
};

/// The numbers of parts, up to `most`, that leave the largest part shorter than any smaller number does. Of two numbers
/// with equal largest parts the larger one only adds tiles.
std::vector<Count> usefulParts(Count length, Count most);

/// All combinations of `usefulParts` on at most `tiles` tiles that `sharesOf` can give for a region of some extent: of
/// every partition of the space the largest parts are those of one of these, which has no more tiles, and of which it has
/// at most `mostTiles`.
std::vector<Parts> partChoices(const Splittable& what, Count tiles, const SearchSpace& space);

} // namespace tilescape::search
