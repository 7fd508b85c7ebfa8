#pragma once

#include "core/dataflow/layout.h"

#include <vector>

namespace tilescape::cost {

/// A layout indexed by position, so that the pieces that overlap a box are found without a look at all others.
class LayoutIndex {
public:
    /// The conversion is implicit because an index is another form of the same layout.
    LayoutIndex(const dataflow::Layout& layout);

    /// The words of a box that one tile, or the memory channel at that tile, holds.
    struct Part {
        Count words = 0;
        Tile at;
    };
    /// Replaces `parts` by one entry for each piece of the layout that overlaps `range`. Words of `range` that the
    /// layout does not hold, such as padding, appear in none.
    void find(const dataflow::MapRange& range, std::vector<Part>& parts) const;

private:
    /// Pieces of the same channels, which cut batch, rows and columns like a grid: `at`, row-major in this order.
    struct Block {
        dataflow::Span channel;
        std::vector<dataflow::Span> batch;
        std::vector<dataflow::Span> row;
        std::vector<dataflow::Span> column;
        std::vector<Tile> at;
    };
    using Pieces = std::vector<const dataflow::Layout::Piece*>;
    void add(const Pieces& pieces);

    std::vector<dataflow::Layout::Piece> m_few; ///< all pieces where they are so few that a look at each is faster
    std::vector<Block> m_blocks;                ///< by the first channel; empty if `m_few` is not
    Count m_mostChannels = 0;    ///< of a block
};

} // namespace tilescape::cost
