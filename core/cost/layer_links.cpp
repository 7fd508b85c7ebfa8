#include "core/cost/layer_links.h"

#include "core/cost/piece_groups.h"
#include "core/cost/rotation.h"
#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/sharing.h"

#include <algorithm>
#include <cmath>

namespace tilescape::cost {

using dataflow::Layout;
using dataflow::MapRange;

namespace {

struct Branch {
    Tile parent;
    Tile child;
};

/// The tree whose hops `trafficOf` counts: of the tiles not reached yet the nearest one is next. A tile may be a root too.
std::vector<Branch> nearestFirstTree(std::vector<Tile> open, const std::vector<Tile>& roots)
{
    std::vector<Branch> nearest;
    for (const Tile tile : open) {
        const auto root = std::min_element(roots.begin(), roots.end(), [tile](Tile a, Tile b) {
            return hopsBetween(a, tile) < hopsBetween(b, tile);
        });
        nearest.push_back({*root, tile});
    }
    const auto length = [](const Branch& branch) { return hopsBetween(branch.parent, branch.child); };
    std::vector<Branch> tree;
    while (!nearest.empty()) {
        const auto next = std::min_element(nearest.begin(), nearest.end(), [length](const Branch& a, const Branch& b) {
            return length(a) < length(b);
        });
        const Branch taken = *next;
        nearest.erase(next);
        tree.push_back(taken);
        for (Branch& branch : nearest) {
            if (hopsBetween(taken.child, branch.child) < length(branch)) {
                branch.parent = taken.child;
            }
        }
    }
    return tree;
}

/// Times that words go to the tiles, and away from them.
struct Times {
    double to = 0;
    double away = 0;
    [[nodiscard]] double both() const { return to + away; }
};

/// What is written f times is read back f - 1 times, and counted as 2f - 1 fetches.
Times outputTimes(double fetches) { return {(fetches - 1) / 2, (fetches + 1) / 2}; }

/// Sends between where `range` lies and one tile.
void sendDirect(LinkWords& links, const MapRange& range, const Layout& layout, Tile tile, const Times& times)
{
    for (const Layout::Piece& piece : layout.pieces) {
        if (dataflow::overlaps(range, piece.range)) {
            const auto words = static_cast<double>(dataflow::overlapSize(range, piece.range));
            links.send(piece.at, tile, words * times.to);
            links.send(tile, piece.at, words * times.away);
        }
    }
}

Count directHops(const MapRange& range, const Layout& layout, Tile tile)
{
    Count hops = 0;
    for (const Layout::Piece& piece : layout.pieces) {
        if (dataflow::overlaps(range, piece.range)) {
            hops += dataflow::overlapSize(range, piece.range) * hopsBetween(piece.at, tile);
        }
    }
    return hops;
}

Count storedWords(const MapRange& range, const Layout& layout)
{
    Count words = 0;
    for (const Layout::Piece& piece : layout.pieces) {
        words += dataflow::overlapSize(range, piece.range);
    }
    return words;
}

/// The tile that fetches for its group, or stores for it.
Tile nearestTo(const MapRange& range, const Layout& layout, const std::vector<Tile>& tiles)
{
    std::vector<Count> hops;
    for (const Tile tile : tiles) {
        hops.push_back(directHops(range, layout, tile));
    }
    return tiles[static_cast<std::size_t>(std::min_element(hops.begin(), hops.end()) - hops.begin())];
}

Tile nearestPlace(Tile tile, const std::vector<Tile>& places)
{
    return *std::min_element(places.begin(), places.end(), [tile](Tile a, Tile b) {
        return hopsBetween(a, tile) < hopsBetween(b, tile);
    });
}

/// Words over each of `hops` hops that partial sums of `words` take: once a write, as the reference counts half of that for
/// each write and each read.
double gathered(Count words, Count hops, const Times& times, Counts counts)
{
    if (counts == Counts::Executed) {
        return static_cast<double>(words) * times.away;
    }
    return hops == 0 ? 0 : static_cast<double>(ceilDivide(words * hops, 2)) / static_cast<double>(hops) * times.both();
}

/// The tile that is nearest to any of `places`.
Tile nearestTileTo(const std::vector<Tile>& places, const std::vector<Tile>& tiles)
{
    return *std::min_element(tiles.begin(), tiles.end(), [&](Tile a, Tile b) {
        return hopsBetween(a, nearestPlace(a, places)) < hopsBetween(b, nearestPlace(b, places));
    });
}

/// Partial sums of `words` from all tiles to `root`: along the tree backwards.
void gatherAlongTree(LinkWords& links, const std::vector<Tile>& tiles, Tile root, Count words, const Times& times,
                     Counts counts)
{
    const std::vector<Branch> tree = nearestFirstTree(tiles, {root});
    Count hops = 0;
    for (const Branch& branch : tree) {
        hops += hopsBetween(branch.parent, branch.child);
    }
    const double counted = gathered(words, hops, times, counts);
    for (const Branch& branch : tree) {
        links.send(branch.child, branch.parent, counted);
    }
}

/// The same, each tile by itself.
void gatherDirectly(LinkWords& links, const std::vector<Tile>& tiles, Tile middle, Count words, const Times& times,
                    Counts counts)
{
    for (const Tile tile : tiles) {
        links.send(tile, middle, gathered(words, hopsBetween(tile, middle), times, counts));
    }
}

void routeWeights(LinkWords& links, const RoutedLayer& routed, const TileGroups<WeightPiece>& groups)
{
    const double times = routed.cost.fetches[Storage::Buffer][Tensor::Weight];
    for (const auto& [piece, tiles] : groups) {
        const double words = static_cast<double>(wordsOf(piece, routed.layer)) * times;
        if (routed.spreads) {
            std::vector<Tile> roots = routed.memory.tiles;
            if (routed.counts == Counts::Executed) {
                roots = {nearestTileTo(roots, tiles)};
                const Tile channel = nearestPlace(roots.front(), routed.memory.tiles);
                links.send(channel, roots.front(), words);
            }
            for (const Branch& branch : nearestFirstTree(tiles, roots)) {
                links.send(branch.parent, branch.child, words);
            }
            continue;
        }
        for (const Tile tile : tiles) {
            links.send(nearestPlace(tile, routed.memory.tiles), tile, words);
        }
    }
}

void routeMap(LinkWords& links, const RoutedLayer& routed, const TileGroups<MapRange>& groups, const Layout& layout,
              double times)
{
    for (const auto& [range, tiles] : groups) {
        if (!routed.spreads) {
            for (const Tile tile : tiles) {
                sendDirect(links, range, layout, tile, {times, 0});
            }
            continue;
        }
        const Tile first = nearestTo(range, layout, tiles);
        sendDirect(links, range, layout, first, {times, 0});
        const double words = static_cast<double>(storedWords(range, layout)) * times;
        for (const Branch& branch : nearestFirstTree(tiles, {first})) {
            links.send(branch.parent, branch.child, words);
        }
    }
}

void routeOutput(LinkWords& links, const RoutedLayer& routed, const TileGroups<MapRange>& groups, const Layout& layout)
{
    const Times times = outputTimes(routed.cost.fetches[Storage::Buffer][Tensor::Output]);
    for (const auto& [range, tiles] : groups) {
        const Tile root = routed.spreads ? nearestTo(range, layout, tiles) : tiles[tiles.size() / 2];
        sendDirect(links, range, layout, root, times);
        if (routed.spreads) {
            gatherAlongTree(links, tiles, root, storedWords(range, layout), times, routed.counts);
        } else {
            gatherDirectly(links, tiles, root, range.size(), times, routed.counts);
        }
    }
}

/// Weights' gradients go to the nearest memory channel of the tile that has their sums.
void routeGradients(LinkWords& links, const RoutedLayer& routed, const TileGroups<WeightPiece>& groups)
{
    const Times times = outputTimes(routed.cost.fetches[Storage::Buffer][Tensor::Output]);
    const auto channelOf = [&](Tile tile) { return nearestPlace(tile, routed.memory.tiles); };
    for (const auto& [piece, tiles] : groups) {
        const Tile root = routed.spreads ? nearestTileTo(routed.memory.tiles, tiles) : tiles[tiles.size() / 2];
        const Count words = wordsOf(piece, routed.layer);
        links.send(channelOf(root), root, static_cast<double>(words) * times.to);
        links.send(root, channelOf(root), static_cast<double>(words) * times.away);
        if (routed.spreads) {
            gatherAlongTree(links, tiles, root, words, times, routed.counts);
        } else {
            gatherDirectly(links, tiles, root, words, times, routed.counts);
        }
    }
}

void routeRings(LayerLinks& links, const RoutedLayer& routed)
{
    const auto all =
        dataflow::rotationSteps(routed.layer, routed.nest, routed.scheme, routed.cost.rotationRounds);
    const auto groups =
        dataflow::sharingRings(routed.layer, routed.scheme.partition, routed.scheme.region, routed.counts);
    for (const Tensor tensor : allTensors) {
        const double wordHops = routed.cost.nocHopsBetweenTiles[tensor];
        if (wordHops == 0) {
            continue;
        }
        const dataflow::RotationSteps& steps = all[tensor];
        std::vector<Branch> handovers;
        Count hops = 0;
        for (const std::vector<Tile>& ring : steps.rings) {
            for (std::size_t place = 0; place < ring.size(); ++place) {
                handovers.push_back({ring[place], ring[(place + ring.size() - 1) % ring.size()]});
                hops += hopsBetween(handovers.back().parent, handovers.back().child);
            }
        }
        for (const Branch& handover : handovers) {
            links.words[tensor].send(handover.parent, handover.child, wordHops / static_cast<double>(hops));
        }
        // A round of as many units as tiles is all steps but one, of a subgroup's part of a word each.
        const Count subgroup = steps.subsets();
        const double counted = rotationHops(groups[tensor], subgroup, subgroup) / static_cast<double>(subgroup - 1)
            * static_cast<double>(subgroup) * static_cast<double>(routed.scheme.region.extent.size())
            / static_cast<double>(groups[tensor].extent.size());
        if (std::abs(counted - static_cast<double>(hops)) > 1e-9 * counted) {
            links.scaledHops += wordHops;
        }
    }
}

} // namespace

LayerLinks layerLinks(const RoutedLayer& routed, Extent tiles)
{
    LayerLinks links;
    for (const Tensor tensor : allTensors) {
        links.words[tensor] = LinkWords(tiles);
    }
    const PieceGroups groups = pieceGroups(routed.layer, routed.batch, routed.scheme.region, routed.scheme.partition,
                                           routed.counts);
    const PerTensor<double>& fetches = routed.cost.fetches[Storage::Buffer];
    routeMap(links.words[Tensor::Input], routed, groups.inputs, routed.places.input, fetches[Tensor::Input]);
    if (routed.places.operand) {
        routeMap(links.words[Tensor::Weight], routed, groups.operands, *routed.places.operand, fetches[Tensor::Weight]);
    } else if (!network::isWeightGradient(routed.layer)) {
        routeWeights(links.words[Tensor::Weight], routed, groups.weights);
    }
    if (routed.places.output) {
        if (network::isWeightGradient(routed.layer)) {
            routeGradients(links.words[Tensor::Output], routed, groups.weights);
        } else {
            routeOutput(links.words[Tensor::Output], routed, groups.outputs, *routed.places.output);
        }
    }
    routeRings(links, routed);
    return links;
}

} // namespace tilescape::cost
