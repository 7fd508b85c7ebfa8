#include "core/program/routes.h"

#include "core/cost/piece_groups.h"
#include "core/dataflow/unit_pass.h"

#include <algorithm>

namespace tilescape::program {

using cost::LayoutIndex;
using dataflow::Region;
using network::Layer;

Count RouteGroup::roots() const
{
    return std::count_if(routes.begin(), routes.end(), [](const Route& route) { return !route.parent; });
}

namespace {

RouteGroup alone(const std::vector<Tile>& tiles) { return {0, tiles, std::vector<Route>(tiles.size())}; }

void connect(RouteGroup& group, std::size_t child, std::size_t parent)
{
    group.routes[child].parent = group.tiles[parent];
    group.routes[parent].children.push_back(group.tiles[child]);
}

/// Each tile's distance to what it would fetch from by itself; the nearest tile is next, and a tile that is reached stands
/// in for what is farther away. A tile that is as near as a place in memory is preferred, since it costs no fetch.
RouteGroup tree(const std::vector<Tile>& tiles, std::vector<Count> distance)
{
    RouteGroup group = alone(tiles);
    std::vector<std::optional<std::size_t>> parent(tiles.size());
    std::vector<bool> taken(tiles.size(), false);
    for (std::size_t round = 0; round < tiles.size(); ++round) {
        std::size_t next = tiles.size();
        for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
            if (!taken[tile] && (next == tiles.size() || distance[tile] < distance[next])) {
                next = tile;
            }
        }
        taken[next] = true;
        if (parent[next]) {
            connect(group, next, *parent[next]);
        }
        for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
            const Count hops = hopsBetween(tiles[next], tiles[tile]);
            if (!taken[tile] && (hops < distance[tile] || (hops == distance[tile] && !parent[tile]))) {
                distance[tile] = hops;
                parent[tile] = next;
            }
        }
    }
    return group;
}

/// A tree whose only root is the tile with the least of `direct`.
RouteGroup rooted(const std::vector<Tile>& tiles, const std::vector<Count>& direct)
{
    constexpr Count far = Count{1} << 40;
    const auto root = static_cast<std::size_t>(std::min_element(direct.begin(), direct.end()) - direct.begin());
    std::vector<Count> distance(tiles.size(), far);
    distance[root] = 0;
    return tree(tiles, distance);
}

RouteGroup star(const std::vector<Tile>& tiles)
{
    RouteGroup group = alone(tiles);
    const std::size_t middle = tiles.size() / 2;
    for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
        if (tile != middle) {
            connect(group, tile, middle);
        }
    }
    return group;
}

std::vector<Count> hopsFrom(const std::vector<LayoutIndex::Part>& parts, const std::vector<Tile>& tiles)
{
    std::vector<Count> hops(tiles.size(), 0);
    for (const LayoutIndex::Part& part : parts) {
        for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
            hops[tile] += part.words * hopsBetween(part.at, tiles[tile]);
        }
    }
    return hops;
}

std::vector<Count> hopsFromMemory(const Region& memory, const std::vector<Tile>& tiles)
{
    std::vector<Count> hops;
    for (const Tile tile : tiles) {
        hops.push_back(hopsBetween(nearestChannel(memory, tile), tile));
    }
    return hops;
}

MapRange shiftedRange(MapRange range, Count channels)
{
    range.channel = {range.channel.begin + channels, range.channel.end + channels};
    return range;
}

/// Channels of each map from one group to the next.
PerTensor<Count> channelSteps(const Layer& part)
{
    PerTensor<Count> steps{{part.outputChannels, part.inputChannels, part.outputChannels}};
    if (const auto* product = std::get_if<network::MatrixProduct>(&part.kind)) {
        steps[Tensor::Input] = product->transposedInput ? part.outputSize.height : part.inputChannels;
        steps[Tensor::Weight] = product->transposedOperand ? part.inputChannels : part.outputChannels;
    }
    return steps;
}

/// The tiles apart by their positions in rings; all together if there are none.
std::map<Count, std::vector<Tile>> byPosition(const std::vector<Tile>& tiles, const RingPlaces& rings)
{
    std::map<Count, std::vector<Tile>> apart;
    for (const Tile tile : tiles) {
        apart[rings.empty() ? 0 : rings.at(tile).position].push_back(tile);
    }
    return apart;
}

} // namespace

std::vector<PerTensor<std::vector<RouteGroup>>> routesOf(const Program& program, const Places& places,
                                                         const LayerCode& code, bool spreads,
                                                         const PerTensor<RingPlaces>& rings)
{
    const Layer& layer = program.network.layers[code.layer];
    const Layer part = oneGroup(layer);
    const cost::PieceGroups groups =
        cost::pieceGroups(part, program.batch, code.region, code.partition, Counts::Executed);
    const PerTensor<Count> steps = channelSteps(part);
    const Count operands = dataflow::operandsOf(layer);
    const bool gradient = network::isWeightGradient(layer);

    std::vector<PerTensor<std::vector<RouteGroup>>> all(
        static_cast<std::size_t>(repetitionsOf(layer, program.batch, code.partition).groups));
    for (std::size_t head = 0; head < all.size(); ++head) {
        const auto offset = [&](Tensor tensor) { return static_cast<Count>(head) * steps[tensor]; };
        const auto add = [&](Tensor tensor, const std::vector<Tile>& together, const auto& hopsTo,
                             const auto& connectTiles) {
            for (const auto& [position, tiles] : byPosition(together, rings[tensor])) {
                RouteGroup group =
                    spreads || tensor == Tensor::Output ? connectTiles(tiles, hopsTo(tiles)) : alone(tiles);
                group.position = position;
                all[head][tensor].push_back(std::move(group));
            }
        };
        const auto gathers = [&](const std::vector<Tile>& tiles, const std::vector<Count>& direct) {
            return spreads ? rooted(tiles, direct) : star(tiles);
        };
        const auto fromMap = [&](Tensor tensor, const MapRange& range) {
            std::vector<LayoutIndex::Part> parts;
            places.find(code.layer, tensor, shiftedRange(range, offset(tensor)), parts);
            return [parts = std::move(parts)](const std::vector<Tile>& tiles) { return hopsFrom(parts, tiles); };
        };
        const auto fromMemory = [&](const std::vector<Tile>& tiles) { return hopsFromMemory(places.memory(), tiles); };
        for (const auto& [range, tiles] : groups.inputs) {
            // The other operands of an element-wise layer take the way of the first.
            if (operands > 1 && range.channel.begin >= part.outputChannels + layer.firstInputChannel.value_or(0)) {
                continue;
            }
            add(Tensor::Input, tiles, fromMap(Tensor::Input, range), rooted);
        }
        for (const auto& [range, tiles] : groups.operands) {
            add(Tensor::Weight, tiles, fromMap(Tensor::Weight, range), rooted);
        }
        for (const auto& [piece, tiles] : groups.weights) {
            if (gradient) {
                add(Tensor::Output, tiles, fromMemory, gathers);
            } else if (!network::hasOperand(layer)) {
                add(Tensor::Weight, tiles, fromMemory, rooted);
            }
        }
        for (const auto& [range, tiles] : groups.outputs) {
            if (!gradient) {
                add(Tensor::Output, tiles, fromMap(Tensor::Output, range), gathers);
            }
        }
    }
    return all;
}

} // namespace tilescape::program
