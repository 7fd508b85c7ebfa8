#include "core/cost/hops.h"

#include "core/cost/layout_distances.h"
#include "core/cost/piece_groups.h"

#include <algorithm>
#include <limits>
#include <span>

namespace tilescape::cost {

using dataflow::Partition;
using dataflow::Region;

namespace {

Count nearestHops(Tile tile, const std::vector<Tile>& places)
{
    Count nearest = std::numeric_limits<Count>::max();
    for (const Tile place : places) {
        nearest = std::min(nearest, hopsBetween(tile, place));
    }
    return nearest;
}

/// From the nearest of `places` to the nearest tile.
Count nearestHops(const std::vector<Tile>& tiles, const std::vector<Tile>& places)
{
    Count nearest = std::numeric_limits<Count>::max();
    for (const Tile tile : tiles) {
        nearest = std::min(nearest, nearestHops(tile, places));
    }
    return nearest;
}

/// What is forwarded is read from one channel. The reference reads it once, too, but lets it spread from every channel.
Count weightHops(const network::Layer& layer, const TileGroups<WeightPiece>& groups, const Region& memory,
                 bool forwarding, Counts counts)
{
    Count hops = 0;
    for (const auto& [piece, tiles] : groups) {
        const Count words = wordsOf(piece, layer);
        if (forwarding) {
            hops += words
                    * (counts == Counts::Executed ? nearestHops(tiles, memory.tiles) + treeHops(tiles, {})
                                                  : treeHops(tiles, memory.tiles));
        } else {
            for (const Tile tile : tiles) {
                hops += words * nearestHops(tile, memory.tiles);
            }
        }
    }
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
OutputHops gradientHops(const network::Layer& layer, const TileGroups<WeightPiece>& groups, const Region& memory,
                        bool forwarding, Counts counts)
{
    OutputHops hops;
    for (const auto& [piece, tiles] : groups) {
        const Count words = wordsOf(piece, layer);
        if (forwarding) {
            add(hops, words * nearestHops(tiles, memory.tiles), words * treeHops(tiles, {}), counts);
            continue;
        }
        const Tile middle = tiles[tiles.size() / 2];
        hops.direct += words * nearestHops(middle, memory.tiles);
        for (const Tile tile : tiles) {
            add(hops, 0, words * hopsBetween(tile, middle), counts);
        }
    }
    return hops;
}

} // namespace

Traffic trafficOf(const network::Layer& layer, Count batch, const Region& region, const Partition& partition,
                  const Region& memory, bool forwarding, Counts counts)
{
    PieceGroups groups = pieceGroups(layer, batch, region, partition, counts);
    Traffic traffic;
    traffic.counts = counts;
    traffic.inputs = MapGroups(groups.inputs);
    traffic.operands = MapGroups(groups.operands);
    if (network::isWeightGradient(layer)) {
        traffic.gradientHops = gradientHops(layer, groups.weights, memory, forwarding, counts);
        return traffic;
    }
    traffic.weightHops = network::hasOperand(layer) ? 0 : weightHops(layer, groups.weights, memory, forwarding, counts);
    traffic.outputs = MapGroups(groups.outputs);
    return traffic;
}

Count hopsToAll(const MapGroups& groups, const LayoutIndex& layout, bool forwarding)
{
    LayoutDistances distances(layout, groups);
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
