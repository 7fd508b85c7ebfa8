#pragma once

#include "core/cost/map_sides.h"
#include "core/dataflow/layout.h"

#include <optional>
#include <span>
#include <vector>

namespace tilescape::cost {

/// A layout indexed by position, so that the pieces that overlap a box are found without a look at all others.
class LayoutIndex {
public:
    /// The conversion is implicit because an index is another form of the same layout.
    LayoutIndex(const dataflow::Layout& layout);
    /// Layouts joined along the channels, in this order; `channels` are those of each (`dataflow::concatenate`).
    LayoutIndex(const std::vector<const LayoutIndex*>& parts, const std::vector<Count>& channels);

    /// The words of a box that one tile, or the memory channel at that tile, holds.
    struct Part {
        Count words = 0;
        Tile at;
    };
    /// Replaces `parts` by one entry for each piece of the layout that overlaps `range`. Words of `range` that the
    /// layout does not hold, such as padding, appear in none.
    void find(const dataflow::MapRange& range, std::vector<Part>& parts) const;

    /// Pieces of the same channels, which cut batch, rows and columns like a grid. `at` has the items of the batch next to
    /// each other, which are cut most often: by row, then by column, then by batch.
    struct Block {
        dataflow::Span channel;
        std::vector<dataflow::Span> batch;
        std::vector<dataflow::Span> row;
        std::vector<dataflow::Span> column;
        std::vector<TilePlace> at;
    };
    /// All pieces where they are so few that a look at each is faster; else empty.
    [[nodiscard]] const std::vector<dataflow::Layout::Piece>& few() const { return m_few; }
    /// The blocks, by their first channel; none if there are few pieces.
    [[nodiscard]] const std::vector<Block>& blocks() const { return m_blocks; }
    /// Blocks that cut batch, rows and columns alike and have their channels one after the other.
    struct Run {
        std::size_t first = 0; ///< index of the first block
        PlaceSides sides;      ///< of its pieces
        std::optional<PlaceShifts>
            shifts; ///< of its pieces: of those of a block, and from block to block along the channels
        friend bool operator==(const Run&, const Run&) = default;
    };
    /// The runs of all blocks.
    [[nodiscard]] const std::vector<Run>& runs() const { return m_runs; }
    /// Those of the run of this index.
    [[nodiscard]] std::span<const Block> blocksOf(std::size_t run) const;
    /// The largest row and column of the tiles at which pieces lie.
    [[nodiscard]] Tile last() const { return m_last; }
    /// About how much memory this takes.
    [[nodiscard]] std::size_t bytes() const;
    /// The index of the first of some spans, ascending and apart from each other, that reaches beyond `begin`.
    static std::size_t firstBeyond(const std::vector<dataflow::Span>& spans, Count begin);

private:
    using Pieces = std::vector<const dataflow::Layout::Piece*>;
    void addByChannels(const std::vector<dataflow::Layout::Piece>& pieces);
    void add(const Pieces& pieces);
    void add(Block block);
    void findSides();
    [[nodiscard]] std::size_t firstBlock(Count channel) const; ///< before which none holds this channel or one that follows

    std::vector<dataflow::Layout::Piece> m_few;
    std::vector<Block> m_blocks;
    std::vector<Run> m_runs;
    Tile m_last;
    Count m_mostChannels = 0; ///< of a block
};

} // namespace tilescape::cost
