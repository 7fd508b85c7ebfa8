#pragma once

#include "core/cost/grouped_tiles.h"
#include "core/cost/map_sides.h"
#include "core/dataflow/map_range.h"
#include "core/support/dimensions.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tilescape::cost {

/// The tiles of a region that need the same piece of a feature map: a sharing group of cost-model.md 3.
struct MapGroup {
    dataflow::MapRange range;         ///< the piece
    std::span<const TilePlace> tiles; ///< not empty
    Count treeHops = 0; ///< hops of a shortest tree that joins the tiles: what forwarding one word to all costs
};

/// The sharing groups of one feature map, one for each distinct piece, in the order of the pieces. A large chip has as
/// many groups as tiles, in each of hundreds of partitions: they are packed, and handed out one by one.
class MapGroups {
public:
    MapGroups() = default;
    /// The groups of these tiles, by the spans of their pieces along the `sides`; positions on the chip stay below 65,536.
    explicit MapGroups(GroupedTiles<4>::Groups&& groups);

    [[nodiscard]] std::size_t size() const { return m_groups.size(); }
    [[nodiscard]] bool empty() const { return m_groups.empty(); }
    /// The group of this index, as long as this lives.
    [[nodiscard]] MapGroup operator[](std::size_t index) const;
    /// Its tiles alone.
    [[nodiscard]] std::span<const TilePlace> tilesOf(std::size_t index) const
    {
        const std::size_t begin = index > 0 ? m_groups[index - 1].end : 0;
        return std::span(m_tiles).subspan(begin, m_groups[index].end - begin);
    }
    /// `MapGroup::treeHops` of it alone.
    [[nodiscard]] Count treeHopsOf(std::size_t index) const { return m_groups[index].treeHops; }
    /// Where every combination of spans along the sides is the piece of one tile, and each side shifts these tiles by itself: how. Else empty.
    [[nodiscard]] const std::optional<PlaceShifts>& shifts() const { return m_shifts; }
    /// The largest row and column of all tiles.
    [[nodiscard]] TilePlace last() const { return m_last; }

    /// The sides of a piece: its spans along these are numbered.
    static constexpr std::array<dataflow::Span dataflow::MapRange::*, 4> sides{
        &dataflow::MapRange::batch, &dataflow::MapRange::channel, &dataflow::MapRange::row, &dataflow::MapRange::column};
    static constexpr std::size_t batchSide = 0;
    static constexpr std::size_t channelSide = 1;
    static constexpr std::size_t rowSide = 2;
    static constexpr std::size_t columnSide = 3;
    static constexpr std::array<dataflow::Span, 4> spansOf(const dataflow::MapRange& range)
    {
        return {range.batch, range.channel, range.row, range.column};
    }
    /// The different spans of all pieces along a side, ascending.
    [[nodiscard]] const std::vector<dataflow::Span>& spans(std::size_t side) const { return m_spans[side]; }
    /// Of each side, the index of the group's span among these.
    [[nodiscard]] const std::array<std::uint16_t, 4>& spansOf(std::size_t group) const { return m_groups[group].spans; }

private:
    /// How far groups whose spans are neighbours along each side are from each other, if they stand in the order of all combinations.
    [[nodiscard]] std::array<std::size_t, 4> steps() const;
    [[nodiscard]] bool isGridOfTiles() const;

    struct Packed {
        std::array<std::uint16_t, 4> spans{}; ///< indices in `m_spans`
        std::uint32_t end = 0;                ///< in `m_tiles`
        std::uint32_t treeHops = 0;
    };
    std::array<std::vector<dataflow::Span>, 4> m_spans; ///< of batch, channels, rows and columns, ascending
    std::vector<Packed> m_groups;
    std::vector<TilePlace> m_tiles;
    TilePlace m_last;
    std::optional<PlaceShifts> m_shifts;
};

/// Hops of the shortest tree over `tiles`, each there once in any order, that starts at any of `roots` (if there are none: at any tile),
/// nearest first; any order among equals gives the same sum.
Count treeHops(std::span<const TilePlace> tiles, const std::vector<Tile>& roots);

} // namespace tilescape::cost
