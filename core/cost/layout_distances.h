#pragma once

#include "core/cost/layout_index.h"
#include "core/cost/map_groups.h"
#include "core/cost/place_differences.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tilescape::cost {

/// How far sharing groups are from what they need of a layout. The pieces of a partition have few different spans along
/// each side of a map, and a layout is a grid or a few: where a span overlaps the layout is looked up once.
class LayoutDistances {
public:
    /// Both arguments must outlive this.
    LayoutDistances(const LayoutIndex& layout, const MapGroups& groups);

    struct Fetch {
        std::span<const Count> hops; ///< word-hops that bring the piece to each of the group's tiles by itself
        Count words = 0;             ///< that the layout holds of the piece: padding is stored nowhere
    };
    /// Of the group of this index; the span is valid until the next call.
    Fetch to(std::size_t group);
    /// Word-hops that bring the pieces to all tiles, found side by side. Empty where sides shift the groups' tiles, or the layout's pieces,
    /// together (`PlaceShifts`), or the layout has many runs.
    [[nodiscard]] std::optional<Count> toAll() const;

private:
    /// Spans along a side of the layout, one after the other, that overlap one of the groups.
    struct Slice {
        std::size_t first = 0;   ///< index of the first along the side
        std::size_t lengths = 0; ///< index in `m_lengths`
        std::size_t count = 0;
    };
    /// A block that overlaps a span of channels.
    struct InChannels {
        std::size_t run = 0;
        const LayoutIndex::Block* block = nullptr; ///< not null
        Count channels = 0;                        ///< that it holds of the span
    };
    /// What one group asks of one block.
    struct Asked {
        const LayoutIndex::Block* block = nullptr; ///< not null
        Count channels = 0;
        std::array<Slice, 3> grid; ///< batch, rows, columns
    };
    struct Hops {
        Count hops = 0;
        Count words = 0;
    };

    /// Distances along the rows or the columns of the chip to what groups ask of a run: the same for all groups whose spans are alike along
    /// the sides on which the pieces' places there depend.
    struct Along {
        std::uint16_t TilePlace::*side = &TilePlace::row;
        MapSides dependsOn{};
        std::array<std::size_t, 4> steps{}; ///< of the number of such spans, by side
        std::vector<std::uint32_t> begins;  ///< by this number: index in `m_distances`, or `unknown`
    };

    /// The sides of a grid of blocks, beside channels.
    static constexpr std::array<std::size_t, 3> blockSides{MapGroups::batchSide, MapGroups::rowSide,
                                                           MapGroups::columnSide};
    static void toDistances(std::vector<Count>& places);

    void addSlices(const LayoutIndex::Block& grid);
    void addChannels(dataflow::Span wanted);
    void prepareAlong();
    [[nodiscard]] bool areShifted() const;
    void addShifted(std::size_t run, std::size_t side, std::int32_t TileShift::*along,
                    PlaceDifferences& differences) const;
    void addFew(std::size_t piece, std::size_t side, std::int32_t TileShift::*along,
                PlaceDifferences& differences) const;
    [[nodiscard]] Count allShifted() const;
    void sumLengths();
    template <typename Visit>
    void forEachPlace(std::size_t run, const Along& along, const std::array<std::uint16_t, 4>& spans, const Visit& visit) const;
    [[nodiscard]] std::size_t distancesFor(std::size_t run, Along& along, const std::array<std::uint16_t, 4>& spans);
    void addAlong(std::span<const TilePlace> tiles, std::size_t group, std::size_t run);
    [[nodiscard]] Slice overlapping(const std::vector<dataflow::Span>& spans, dataflow::Span wanted);
    [[nodiscard]] Hops fromFew(std::size_t group, Tile tile) const;
    [[nodiscard]] Hops fromBlock(const Asked& asked, TilePlace tile) const;
    void holdBlock(const Asked& asked);
    void hold(Count words, Tile at);
    template <typename Visit>
    void forEachBlock(std::size_t group, const Visit& visit) const;
    template <typename Visit>
    void forEachFew(std::size_t group, const Visit& visit) const;

    const LayoutIndex& m_layout;
    const MapGroups& m_groups;
    std::vector<std::uint32_t> m_lengths;
    /// By run of blocks that cut batch, rows and columns alike (`LayoutIndex::runs`), by side, by the groups' span.
    std::vector<Slice> m_slices;
    std::array<std::size_t, 3> m_sideBegin{}; ///< of each side of the first run
    std::size_t m_slicesOfRun = 0;
    std::array<std::size_t, 4> m_spansBegin{}; ///< of each side of a group, and in all:
    std::size_t m_spansInAll = 0;
    bool m_isPrepared = false; ///< whether what follows, up to `m_distances`, is there, as far as it pays
    std::vector<std::array<Along, 2>>
        m_along; ///< by run; empty where so few groups share distances that a look at each piece is faster
    std::vector<Count> m_lengthsInAll;          ///< by run, by side, by the groups' span: what the run holds of it
    std::vector<Count> m_distances;             ///< by row or column of the chip, one `Along::begins` after the other
    std::vector<InChannels> m_inChannels;       ///< by the groups' span of channels
    std::vector<std::size_t> m_inChannelsBegin; ///< of each such span, and the end
    // Where the layout has few pieces, of each side.
    std::array<std::vector<Count>, 4> m_few;                ///< by span and piece: what they have in common
    std::array<std::vector<std::uint8_t>, 4> m_fewThatMeet; ///< by span: a bit for each piece that has something

    // Of the group that was asked for.
    std::vector<Count> m_hops; ///< by tile
    Count m_words = 0;
    std::vector<Count> m_byRow; ///< where its tiles are many: words at every row of the chip
    std::vector<Count> m_byColumn;
};

} // namespace tilescape::cost
