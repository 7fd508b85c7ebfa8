#include "core/cost/map_groups.h"

#include "core/cost/grid_tree.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace tilescape::cost {

namespace {

/// One side of a set of tiles: which rows or columns they stand in, and the place of each among these.
class SideOfTiles {
public:
    SideOfTiles(std::span<const TilePlace> tiles, std::uint16_t TilePlace::*side) : m_side(side)
    {
        const auto [least, most] = std::ranges::minmax(tiles, {}, side);
        m_first = least.*side;
        m_place.assign(most.*side - m_first + std::size_t{1}, 0);
        for (const TilePlace tile : tiles) {
            m_place[tile.*side - m_first] = 1;
        }
        for (std::uint32_t& place : m_place) {
            place = place > 0 ? m_length++ : 0;
        }
    }

    [[nodiscard]] std::size_t length() const { return m_length; }
    [[nodiscard]] std::size_t placeOf(TilePlace tile) const { return m_place[tile.*m_side - m_first]; }
    /// Adds the distances from each to the next.
    void addGaps(std::vector<GridGaps>& gaps, Count Extent::*side) const
    {
        std::size_t last = 0;
        for (std::size_t at = 1; at < m_place.size(); ++at) {
            if (m_place[at] > 0) {
                gaps.push_back({static_cast<Count>(at - last), 1, side});
                last = at;
            }
        }
    }

private:
    std::uint16_t TilePlace::*m_side;
    std::size_t m_first = 0;
    std::uint32_t m_length = 0;
    std::vector<std::uint32_t> m_place; ///< by row or column from the first; 0 where there is none
};

/// Where the tiles are all crossings of some rows with some columns.
std::optional<Count> treeHopsOfGrid(std::span<const TilePlace> tiles)
{
    const SideOfTiles rows(tiles, &TilePlace::row);
    const SideOfTiles columns(tiles, &TilePlace::column);
    if (rows.length() * columns.length() != tiles.size()) {
        return std::nullopt;
    }
    std::vector<bool> there(tiles.size());
    for (const TilePlace tile : tiles) {
        const std::size_t crossing = rows.placeOf(tile) * columns.length() + columns.placeOf(tile);
        if (there[crossing]) {
            return std::nullopt;
        }
        there[crossing] = true;
    }
    std::vector<GridGaps> gaps;
    gaps.reserve(rows.length() + columns.length());
    rows.addGaps(gaps, &Extent::height);
    columns.addGaps(gaps, &Extent::width);
    return gridTreeHops(gaps, {static_cast<Count>(rows.length()), static_cast<Count>(columns.length())});
}

/// By Prim: the nearest of the open tiles is joined next.
Count treeHopsOfAny(std::span<const TilePlace> tiles, const std::vector<Tile>& roots)
{
    std::vector<TilePlace> open(tiles.begin(), tiles.end());
    std::vector<Count> distance(open.size(), std::numeric_limits<Count>::max());
    const auto reachFrom = [&](Tile from) {
        for (std::size_t i = 0; i < open.size(); ++i) {
            distance[i] = std::min(distance[i], hopsBetween(from, tileAt(open[i])));
        }
    };
    const auto take = [&](std::size_t index) {
        const Tile tile = tileAt(open[index]);
        open[index] = open.back();
        distance[index] = distance.back();
        open.pop_back();
        distance.pop_back();
        reachFrom(tile);
    };
    if (roots.empty()) {
        take(0);
    }
    for (const Tile root : roots) {
        reachFrom(root);
    }
    Count hops = 0;
    while (!open.empty()) {
        const auto nearest = std::min_element(distance.begin(), distance.end());
        hops += *nearest;
        take(static_cast<std::size_t>(nearest - distance.begin()));
    }
    return hops;
}

/// Whether one is a shifted copy of the other.
bool areAlike(std::span<const TilePlace> a, std::span<const TilePlace> b)
{
    if (a.size() != b.size()) {
        return false;
    }
    const int down = b.front().row - a.front().row;
    const int right = b.front().column - a.front().column;
    return std::ranges::equal(a, b, [&](TilePlace one, TilePlace other) {
        return one.row + down == other.row && one.column + right == other.column;
    });
}

} // namespace

Count treeHops(std::span<const TilePlace> tiles, const std::vector<Tile>& roots)
{
    if (tiles.size() <= 1 && roots.empty()) {
        return 0;
    }
    const std::optional<Count> ofGrid = roots.empty() ? treeHopsOfGrid(tiles) : std::nullopt;
    return ofGrid ? *ofGrid : treeHopsOfAny(tiles, roots);
}

MapGroups::MapGroups(GroupedTiles<4>::Groups&& groups)
    : m_spans(std::move(groups.spans)), m_tiles(std::move(groups.tiles))
{
    for (const TilePlace place : m_tiles) {
        m_last = {std::max(m_last.row, place.row), std::max(m_last.column, place.column)};
    }
    m_groups.reserve(groups.groups.size());
    std::size_t likely = 0; // groups of a partition are mostly shifted copies of one another
    for (const GroupedTiles<4>::Group& group : groups.groups) {
        m_groups.push_back({group.spans, group.end, 0});
        const std::size_t number = m_groups.size() - 1;
        const std::span<const TilePlace> tiles = tilesOf(number);
        if (tiles.size() > 1) {
            const bool known = number > 0 && areAlike(tilesOf(likely), tiles);
            m_groups[number].treeHops =
                known ? m_groups[likely].treeHops : static_cast<std::uint32_t>(cost::treeHops(tiles, {}));
            likely = known ? likely : number;
        }
    }
    if (isGridOfTiles()) {
        const GridOfPlaces grid{
            m_tiles, {m_spans[0].size(), m_spans[1].size(), m_spans[2].size(), m_spans[3].size()}, steps()};
        m_shifts = placeShifts(grid);
    }
}

std::array<std::size_t, 4> MapGroups::steps() const
{
    std::array<std::size_t, 4> steps{};
    std::size_t step = 1;
    for (std::size_t side = steps.size(); side-- > 0; step *= m_spans[side].size()) {
        steps[side] = step;
    }
    return steps;
}

bool MapGroups::isGridOfTiles() const
{
    const std::array<std::size_t, 4> steps = this->steps();
    if (m_groups.empty() || m_tiles.size() != m_groups.size() || m_groups.size() != steps[0] * m_spans[0].size()) {
        return false;
    }
    for (std::size_t number = 0; number < m_groups.size(); ++number) {
        const std::array<std::uint16_t, 4>& spans = m_groups[number].spans;
        if (spans[0] * steps[0] + spans[1] * steps[1] + spans[2] * steps[2] + spans[3] * steps[3] != number) {
            return false;
        }
    }
    return true;
}

MapGroup MapGroups::operator[](std::size_t index) const
{
    MapGroup group;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        group.range.*sides[side] = m_spans[side][m_groups[index].spans[side]];
    }
    group.tiles = tilesOf(index);
    group.treeHops = treeHopsOf(index);
    return group;
}

} // namespace tilescape::cost
