#include "core/cost/map_groups.h"

#include <algorithm>
#include <limits>

namespace tilescape::cost {

using dataflow::MapRange;
using dataflow::Span;

namespace {

/// The shape of a group, wherever it lies: groups of a partition are mostly shifted copies of one another.
std::vector<Tile> shape(const std::vector<Tile>& tiles)
{
    std::vector<Tile> moved = tiles;
    for (Tile& tile : moved) {
        tile.row -= tiles.front().row;
        tile.column -= tiles.front().column;
    }
    return moved;
}

} // namespace

Count treeHops(const std::vector<Tile>& tiles, const std::vector<Tile>& roots)
{
    std::vector<Tile> open = tiles;
    std::vector<Count> distance(open.size(), std::numeric_limits<Count>::max());
    const auto reachFrom = [&](Tile from) {
        for (std::size_t i = 0; i < open.size(); ++i) {
            distance[i] = std::min(distance[i], hopsBetween(from, open[i]));
        }
    };
    const auto take = [&](std::size_t index) {
        const Tile tile = open[index];
        open[index] = open.back();
        distance[index] = distance.back();
        open.pop_back();
        distance.pop_back();
        reachFrom(tile);
    };
    if (roots.empty() && !open.empty()) {
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

MapGroups::MapGroups(const std::map<MapRange, std::vector<Tile>>& groups)
{
    std::size_t tileCount = 0;
    for (const auto& [range, tiles] : groups) {
        tileCount += tiles.size();
        for (std::size_t side = 0; side < sides.size(); ++side) {
            m_spans[side].push_back(range.*sides[side]);
        }
    }
    for (std::vector<Span>& spans : m_spans) {
        std::sort(spans.begin(), spans.end());
        spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
        spans.shrink_to_fit();
    }
    m_groups.reserve(groups.size());
    m_tiles.reserve(tileCount);
    std::map<std::vector<Tile>, Count> hopsOfShape;
    for (const auto& [range, tiles] : groups) {
        Packed& own = m_groups.emplace_back();
        for (std::size_t side = 0; side < sides.size(); ++side) {
            const std::vector<Span>& spans = m_spans[side];
            own.spans[side] = static_cast<std::uint16_t>(
                std::lower_bound(spans.begin(), spans.end(), range.*sides[side]) - spans.begin());
        }
        for (const Tile tile : tiles) {
            m_tiles.push_back(placeOf(tile));
            m_last = {std::max(m_last.row, m_tiles.back().row), std::max(m_last.column, m_tiles.back().column)};
        }
        own.end = static_cast<std::uint32_t>(m_tiles.size());
        if (tiles.size() > 1) {
            const auto [known, isNew] = hopsOfShape.try_emplace(shape(tiles), 0);
            if (isNew) {
                known->second = treeHops(tiles, {});
            }
            own.treeHops = static_cast<std::uint32_t>(known->second);
        }
    }
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
