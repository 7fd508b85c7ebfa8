#include "core/cost/hops.h"

#include "core/cost/grouped_tiles.h"
#include "core/cost/layout_distances.h"
#include "core/cost/piece_groups.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace tilescape::cost {

using dataflow::Partition;
using dataflow::Region;

namespace {

Count nearestHops(TilePlace tile, const std::vector<Tile>& places)
{
    Count nearest = std::numeric_limits<Count>::max();
    for (const Tile place : places) {
        nearest = std::min(nearest, hopsBetween(tileAt(tile), place));
    }
    return nearest;
}

/// From the nearest of `places` to the nearest tile.
Count nearestHops(std::span<const TilePlace> tiles, const std::vector<Tile>& places)
{
    Count nearest = std::numeric_limits<Count>::max();
    for (const TilePlace tile : tiles) {
        nearest = std::min(nearest, nearestHops(tile, places));
    }
    return nearest;
}

using WeightGroups = GroupedTiles<2>::Groups;

/// Calls `visit` with the words of each piece of the weights and the tiles that need them.
template <typename Visit>
void forEachWeightPiece(const WeightGroups& groups, const network::Layer& layer, const Visit& visit)
{
    const std::span<const TilePlace> tiles(groups.tiles);
    std::size_t begin = 0;
    for (const GroupedTiles<2>::Group& group : groups.groups) {
        visit(wordsOf({groups.spans[0][group.spans[0]], groups.spans[1][group.spans[1]]}, layer),
              tiles.subspan(begin, group.end - begin));
        begin = group.end;
    }
}

/// What is forwarded is read from one channel. The reference reads it once, too, but lets it spread from every channel.
Count weightHops(const network::Layer& layer, const WeightGroups& groups, const Region& memory, bool forwarding,
                 Counts counts)
{
    Count hops = 0;
    forEachWeightPiece(groups, layer, [&](Count words, std::span<const TilePlace> tiles) {
        if (forwarding) {
            hops += words
                    * (counts == Counts::Executed ? nearestHops(tiles, memory.tiles) + treeHops(tiles, {})
                                                  : treeHops(tiles, memory.tiles));
        } else {
            for (const TilePlace tile : tiles) {
                hops += words * nearestHops(tile, memory.tiles);
            }
        }
    });
    return hops;
}

/// The reference counts half of what is gathered for each write and each read.
void add(OutputHops& hops, Count direct, Count gather, Counts counts)
{
    const bool executed = counts == Counts::Executed;
    hops.direct += executed ? direct : direct + ceilDivide(gather, 2);
    hops.gather += executed ? gather : 0;
}

/// Tiles that hold parts of the same sums gather them as those of an output do: along the forwarding tree backwards, or
/// at the middle one (cost-model.md 3).
OutputHops gradientHops(const network::Layer& layer, const WeightGroups& groups, const Region& memory, bool forwarding,
                        Counts counts)
{
    OutputHops hops;
    forEachWeightPiece(groups, layer, [&](Count words, std::span<const TilePlace> tiles) {
        if (forwarding) {
            add(hops, words * nearestHops(tiles, memory.tiles), words * treeHops(tiles, {}), counts);
            return;
        }
        const TilePlace middle = tiles[tiles.size() / 2];
        hops.direct += words * nearestHops(middle, memory.tiles);
        for (const TilePlace tile : tiles) {
            add(hops, 0, words * hopsBetween(tileAt(tile), tileAt(middle)), counts);
        }
    });
    return hops;
}

} // namespace

Traffic trafficOf(const network::Layer& layer, Count batch, const Region& region, const Partition& partition,
                  const Region& memory, bool forwarding, Counts counts)
{
    GroupedTiles<4> inputs;
    GroupedTiles<4> operands;
    GroupedTiles<4> outputs;
    GroupedTiles<2> weights;
    const bool gradient = network::isWeightGradient(layer);
    forEachPiece(layer, batch, region, partition, counts, [&](const dataflow::TilePiece& piece, Tile tile) {
        for (Count addend = 0; addend < piece.addends; ++addend) {
            inputs.add(MapGroups::spansOf(inputOf(piece, addend)), tile);
        }
        if (!gradient) {
            outputs.add(MapGroups::spansOf(piece.output), tile);
        }
        if (piece.operand.size() > 0) {
            operands.add(MapGroups::spansOf(piece.operand), tile);
        }
        if (const WeightPiece own = weightsOf(piece); own.first.size() > 0 && own.second.size() > 0) {
            weights.add({own.first, own.second}, tile);
        }
    });
    Traffic traffic;
    traffic.counts = counts;
    traffic.inputs = MapGroups(std::move(inputs).groups());
    traffic.operands = MapGroups(std::move(operands).groups());
    if (gradient) {
        traffic.gradientHops = gradientHops(layer, std::move(weights).groups(), memory, forwarding, counts);
        return traffic;
    }
    traffic.weightHops =
        network::hasOperand(layer) ? 0 : weightHops(layer, std::move(weights).groups(), memory, forwarding, counts);
    traffic.outputs = MapGroups(std::move(outputs).groups());
    return traffic;
}

Count hopsToAll(const MapGroups& groups, const LayoutIndex& layout, bool forwarding)
{
    LayoutDistances distances(layout, groups);
    if (const std::optional<Count> all = distances.toAll()) { // with no one to forward anything to
        return *all;
    }
    Count hops = 0;
    for (std::size_t number = 0; number < groups.size(); ++number) {
        const LayoutDistances::Fetch fetch = distances.to(number);
        if (forwarding) {
            // To the nearest of the group's tiles, and from there on to the others.
            hops += std::ranges::min(fetch.hops) + fetch.words * groups.treeHopsOf(number);
            continue;
        }
        for (const Count own : fetch.hops) {
            hops += own;
        }
    }
    return hops;
}

Count inputHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding)
{
    return hopsToAll(traffic.inputs, layout, forwarding);
}

Count operandHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding)
{
    return hopsToAll(traffic.operands, layout, forwarding);
}

OutputHops outputHops(const Traffic& traffic, const LayoutIndex& layout, bool forwarding)
{
    LayoutDistances distances(layout, traffic.outputs);
    OutputHops hops = traffic.gradientHops;
    for (std::size_t number = 0; number < traffic.outputs.size(); ++number) {
        const LayoutDistances::Fetch fetch = distances.to(number);
        if (forwarding) {
            // Partial sums run the forwarding tree backwards.
            add(hops, std::ranges::min(fetch.hops), fetch.words * traffic.outputs.treeHopsOf(number), traffic.counts);
            continue;
        }
        // The middle tile accumulates.
        const MapGroup group = traffic.outputs[number];
        const std::size_t middle = group.tiles.size() / 2;
        hops.direct += fetch.hops[middle];
        for (const TilePlace place : group.tiles) {
            add(hops, 0, group.range.size() * hopsBetween(tileAt(place), tileAt(group.tiles[middle])), traffic.counts);
        }
    }
    return hops;
}

} // namespace tilescape::cost
