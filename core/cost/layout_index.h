#pragma once

#include "core/dataflow/layout.h"

#include <vector>

namespace tilescape::cost {

/// The pieces of a layout, found by what they hold in common with a box, without a look at all others.
class LayoutIndex {
public:
    /// Implicit: an index is but another form of the layout.
    LayoutIndex(const dataflow::Layout& layout);

    struct Part {
        Count words = 0;
        Tile at;
    };
    /// What of `range` lies where; nothing of what the layout does not hold.
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

    std::vector<Block> m_blocks; ///< by the first channel
    Count m_mostChannels = 0;    ///< of a block
};

} // namespace tilescape::cost
