#include "core/cost/hops.h"

#include "core/cost/layout_overlaps.h"
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

/// Beyond as many pairs of a part and a tile, distances along the two sides are summed up apart.
constexpr std::size_t fewPairs = 64;

/// What one group of tiles fetches from a layout; its vectors serve one group after the other.
class Fetch {
public:
    Fetch(const MapGroups& groups, const LayoutIndex& layout) : m_groups(groups), m_layout(layout, groups) {}

    /// Word-hops to bring the piece of the group of this index to each of its tiles by itself.
    const std::vector<Count>& to(std::size_t number)
    {
        m_layout.find(number, m_parts);
        const std::span<const TilePlace> tiles = m_groups[number].tiles;
        m_hops.assign(tiles.size(), 0);
        if (m_parts.size() * tiles.size() > fewPairs) {
            addAlong(&Tile::row, tiles);
            addAlong(&Tile::column, tiles);
            return m_hops;
        }
        for (const LayoutIndex::Part& part : m_parts) {
            for (std::size_t i = 0; i < tiles.size(); ++i) {
                m_hops[i] += part.words * hopsBetween(part.at, tileAt(tiles[i]));
            }
        }
        return m_hops;
    }

    /// Words that the layout holds of the piece last asked for: padding is stored nowhere.
    [[nodiscard]] Count storedWords() const
    {
        Count words = 0;
        for (const LayoutIndex::Part& part : m_parts) {
            words += part.words;
        }
        return words;
    }

    /// To the nearest of the group's tiles, and from there on to the others.
    Count forwarded(std::size_t number)
    {
        const std::vector<Count>& direct = to(number);
        const Count first = *std::min_element(direct.begin(), direct.end());
        const Count treeHops = m_groups[number].treeHops;
        return treeHops == 0 ? first : first + storedWords() * treeHops;
    }

private:
    /// Walks along one side: words passed by so far lie behind, the others ahead.
    void addAlong(Count Tile::*side, std::span<const TilePlace> tiles)
    {
        Count last = 0;
        for (const LayoutIndex::Part& part : m_parts) {
            last = std::max(last, part.at.*side);
        }
        for (const TilePlace place : tiles) {
            last = std::max(last, tileAt(place).*side);
        }
        m_words.assign(static_cast<std::size_t>(last) + 1, 0);
        m_distance.assign(m_words.size(), 0);
        Count ahead = 0;
        for (const LayoutIndex::Part& part : m_parts) {
            m_words[static_cast<std::size_t>(part.at.*side)] += part.words;
            m_distance.front() += part.words * (part.at.*side);
            ahead += part.words;
        }
        Count behind = 0;
        for (std::size_t place = 1; place < m_words.size(); ++place) {
            behind += m_words[place - 1];
            ahead -= m_words[place - 1];
            m_distance[place] = m_distance[place - 1] + behind - ahead;
        }
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            m_hops[i] += m_distance[static_cast<std::size_t>(tileAt(tiles[i]).*side)];
        }
    }

    const MapGroups& m_groups;
    LayoutOverlaps m_layout;
    std::vector<LayoutIndex::Part> m_parts;
    std::vector<Count> m_hops;     ///< by tile
    std::vector<Count> m_words;    ///< by place along a side
    std::vector<Count> m_distance; ///< word-hops of all parts to each place along a side
};

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
    Fetch fetch(groups, layout);
    Count hops = 0;
    for (std::size_t number = 0; number < groups.size(); ++number) {
        if (forwarding) {
            hops += fetch.forwarded(number);
            continue;
        }
        for (const Count own : fetch.to(number)) {
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
    Fetch fetch(traffic.outputs, layout);
    OutputHops hops = traffic.gradientHops;
    for (std::size_t number = 0; number < traffic.outputs.size(); ++number) {
        const MapGroup group = traffic.outputs[number];
        const std::vector<Count>& direct = fetch.to(number);
        if (forwarding) {
            // Partial sums run the forwarding tree backwards.
            const Count nearest = *std::min_element(direct.begin(), direct.end());
            add(hops, nearest, group.treeHops == 0 ? 0 : fetch.storedWords() * group.treeHops, traffic.counts);
            continue;
        }
        // The middle tile accumulates.
        const std::size_t middle = group.tiles.size() / 2;
        hops.direct += direct[middle];
        for (const TilePlace place : group.tiles) {
            add(hops, 0, group.range.size() * hopsBetween(tileAt(place), tileAt(group.tiles[middle])), traffic.counts);
        }
    }
    return hops;
}

} // namespace tilescape::cost
