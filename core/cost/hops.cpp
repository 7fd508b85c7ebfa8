#include "core/cost/hops.h"

#include "core/cost/piece_groups.h"

#include <algorithm>
#include <limits>
#include <map>

namespace tilescape::cost {

using dataflow::Layout;
using dataflow::MapRange;
using dataflow::Partition;
using dataflow::Region;

namespace {

/// Hops of the shortest tree over `tiles` that starts at any of `roots` (if there are none: at any tile). Nearest
/// first; any order among equals gives the same sum.
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

Count nearestHops(Tile tile, const std::vector<Tile>& places)
{
    Count nearest = std::numeric_limits<Count>::max();
    for (const Tile place : places) {
        nearest = std::min(nearest, hopsBetween(tile, place));
    }
    return nearest;
}

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

std::vector<MapGroup> mapGroups(TileGroups<MapRange>& groups)
{
    std::vector<MapGroup> found;
    found.reserve(groups.size());
    std::map<std::vector<Tile>, Count> hopsOfShape;
    for (auto& [range, tiles] : groups) {
        Count hops = 0;
        if (tiles.size() > 1) {
            const auto [known, isNew] = hopsOfShape.try_emplace(shape(tiles), 0);
            if (isNew) {
                known->second = treeHops(tiles, {});
            }
            hops = known->second;
        }
        found.push_back({range, std::move(tiles), hops});
    }
    return found;
}

Count weightHops(const network::Layer& layer, const TileGroups<WeightPiece>& groups, const Region& memory,
                 bool forwarding)
{
    Count hops = 0;
    for (const auto& [piece, tiles] : groups) {
        const Count words = wordsOf(piece, layer);
        if (forwarding) {
            hops += words * treeHops(tiles, memory.tiles);
        } else {
            for (const Tile tile : tiles) {
                hops += words * nearestHops(tile, memory.tiles);
            }
        }
    }
    return hops;
}

/// Tiles that hold parts of the same sums gather them as those of an output do: along the forwarding tree backwards, or
/// at the middle one (cost-model.md 3).
Count gradientHops(const network::Layer& layer, const TileGroups<WeightPiece>& groups, const Region& memory,
                   bool forwarding)
{
    Count hops = 0;
    for (const auto& [piece, tiles] : groups) {
        const Count words = wordsOf(piece, layer);
        if (forwarding) {
            Count nearest = std::numeric_limits<Count>::max();
            for (const Tile tile : tiles) {
                nearest = std::min(nearest, nearestHops(tile, memory.tiles));
            }
            hops += ceilDivide(words * (2 * nearest + treeHops(tiles, {})), 2);
            continue;
        }
        const Tile middle = tiles[tiles.size() / 2];
        hops += words * nearestHops(middle, memory.tiles);
        for (const Tile tile : tiles) {
            hops += ceilDivide(words * hopsBetween(tile, middle), 2);
        }
    }
    return hops;
}

/// Word-hops to bring `range` from `layout` to each of the tiles by itself.
std::vector<Count> directHops(const MapRange& range, const std::vector<Tile>& tiles, const Layout& layout)
{
    std::vector<Count> hops(tiles.size(), 0);
    for (const Layout::Piece& piece : layout.pieces) {
        if (!dataflow::overlaps(range, piece.range)) {
            continue;
        }
        const Count words = dataflow::overlapSize(range, piece.range);
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            hops[i] += words * hopsBetween(piece.at, tiles[i]);
        }
    }
    return hops;
}

/// Words of `range` that the layout holds: padding is stored nowhere.
Count storedWords(const MapRange& range, const Layout& layout)
{
    Count words = 0;
    for (const Layout::Piece& piece : layout.pieces) {
        words += dataflow::overlapSize(range, piece.range);
    }
    return words;
}

Count forwardedHops(const MapGroup& group, const Layout& layout, const std::vector<Count>& direct)
{
    const Count first = *std::min_element(direct.begin(), direct.end());
    return group.treeHops == 0 ? first : first + storedWords(group.range, layout) * group.treeHops;
}

Count hopsToAll(const std::vector<MapGroup>& groups, const Layout& layout, bool forwarding)
{
    Count hops = 0;
    for (const MapGroup& group : groups) {
        const std::vector<Count> direct = directHops(group.range, group.tiles, layout);
        if (forwarding) {
            hops += forwardedHops(group, layout, direct);
        } else {
            for (const Count own : direct) {
                hops += own;
            }
        }
    }
    return hops;
}

} // namespace

Traffic trafficOf(const network::Layer& layer, Count batch, const Region& region, const Partition& partition,
                  const Region& memory, bool forwarding)
{
    PieceGroups groups = pieceGroups(layer, batch, region, partition);
    Traffic traffic;
    traffic.inputs = mapGroups(groups.inputs);
    traffic.operands = mapGroups(groups.operands);
    if (network::isWeightGradient(layer)) {
        traffic.gradientHops = gradientHops(layer, groups.weights, memory, forwarding);
        return traffic;
    }
    traffic.weightHops = network::hasOperand(layer) ? 0 : weightHops(layer, groups.weights, memory, forwarding);
    traffic.outputs = mapGroups(groups.outputs);
    return traffic;
}

Count inputHops(const Traffic& traffic, const Layout& layout, bool forwarding)
{
    return hopsToAll(traffic.inputs, layout, forwarding);
}

Count operandHops(const Traffic& traffic, const Layout& layout, bool forwarding)
{
    return hopsToAll(traffic.operands, layout, forwarding);
}

Count outputHops(const Traffic& traffic, const Layout& layout, bool forwarding)
{
    Count hops = traffic.gradientHops;
    for (const MapGroup& group : traffic.outputs) {
        const std::vector<Count> direct = directHops(group.range, group.tiles, layout);
        if (forwarding) {
            // Partial sums run the forwarding tree backwards; the way between the nearest tile and memory serves the
            // read and the write, the rest of the tree one direction only.
            const Count read = *std::min_element(direct.begin(), direct.end());
            hops += ceilDivide(read + forwardedHops(group, layout, direct), 2);
        } else {
            // The middle tile accumulates: the others send their partial sums to it, one way.
            const std::size_t middle = group.tiles.size() / 2;
            for (std::size_t i = 0; i < group.tiles.size(); ++i) {
                hops += i == middle
                    ? direct[i]
                    : ceilDivide(group.range.size() * hopsBetween(group.tiles[i], group.tiles[middle]), 2);
            }
        }
    }
    return hops;
}

} // namespace tilescape::cost
