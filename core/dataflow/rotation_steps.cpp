#include "core/dataflow/rotation_steps.h"

#include "core/support/factors.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace tilescape::dataflow {

namespace {

/// Blocks of `along` x `across` tiles of the group's grid, each passed through like a snake: along the side whose
/// neighbours are closer, as the hops are counted.
/// Indices in that grid, one ring of `subgroup` tiles after another.
std::vector<std::size_t> ringOrder(const SharingGroup& group, Count subgroup)
{
    const auto distance = [](double hops) { return hops == 0 ? std::numeric_limits<double>::infinity() : hops; };
    const bool alongHeight = distance(group.rowHops) <= distance(group.columnHops);
    const Count side = alongHeight ? group.extent.height : group.extent.width;
    const Count other = alongHeight ? group.extent.width : group.extent.height;
    const Count along = std::gcd(side, subgroup);
    const Count across = subgroup / along;
    std::vector<std::size_t> order;
    order.reserve(static_cast<std::size_t>(group.extent.size()));
    for (Count far = 0; far < other; far += across) {
        for (Count near = 0; near < side; near += along) {
            for (Count place = 0; place < subgroup; ++place) {
                const Count turns = place / along;
                const Count within = turns % 2 == 0 ? place % along : along - 1 - place % along;
                const Count row = alongHeight ? near + within : far + turns;
                const Count column = alongHeight ? far + turns : near + within;
                order.push_back(static_cast<std::size_t>(row * group.extent.width + column));
            }
        }
    }
    return order;
}

std::vector<std::vector<Tile>> ringsOf(const SharingTiles& tiles, const SharingGroup& group, Count subgroup)
{
    std::vector<std::vector<Tile>> rings;
    for (const std::size_t index : ringOrder(group, subgroup)) {
        if (rings.empty() || static_cast<Count>(rings.back().size()) == subgroup) {
            rings.emplace_back();
        }
        rings.back().push_back(tiles[index]);
    }
    return rings;
}

bool areNeighbours(const std::vector<Count>& places)
{
    return std::ranges::adjacent_find(places, [](Count before, Count after) { return after != before + 1; })
           == places.end();
}

bool isPlainGrid(const Region& region)
{
    const std::optional<GridSides> sides = gridSides(region);
    return sides && areNeighbours(sides->rows) && areNeighbours(sides->columns);
}

/// Each tile of a subgroup hands its part of a word to the tile before it; the mean over all groups.
std::vector<std::pair<Count, double>> stepHops(const std::vector<SharingTiles>& tiles, const SharingGroup& group)
{
    std::vector<std::pair<Count, double>> steps;
    for (const Count subgroup : support::divisors(group.extent.size())) {
        if (subgroup == 1) {
            continue;
        }
        const std::vector<std::size_t> order = ringOrder(group, subgroup);
        const auto length = static_cast<std::size_t>(subgroup);
        Count hops = 0;
        for (const SharingTiles& own : tiles) {
            for (std::size_t ring = 0; ring < order.size(); ring += length) {
                Tile last = own[order[ring + length - 1]];
                for (std::size_t place = ring; place < ring + length; ++place) {
                    const Tile tile = own[order[place]];
                    hops += hopsBetween(last, tile);
                    last = tile;
                }
            }
        }
        steps.emplace_back(subgroup, static_cast<double>(hops) / static_cast<double>(subgroup * static_cast<Count>(tiles.size())));
    }
    return steps;
}

} // namespace

PerTensor<SharingGroup> sharingRings(const network::Layer& layer, const Partition& partition, const Region& region,
                                     Counts counts)
{
    PerTensor<SharingGroup> groups = sharingGroups(layer, partition, region);
    // Gradients of weights are summed up along splits wherever these stand.
    if (counts == Counts::Reference || (isPlainGrid(region) && !network::isWeightGradient(layer))) {
        return groups;
    }
    const PerTensor<std::vector<SharingTiles>> tiles = sharingTiles(layer, partition, region);
    for (const Tensor tensor : allTensors) {
        groups[tensor].stepHops = stepHops(tiles[tensor], groups[tensor]);
    }
    return groups;
}

Count RotationSteps::subsetAt(Count position, Count step) const
{
    const Count size = subsets();
    const Count chunk = rounds > 0 ? step / (rounds * size) : 0;
    return chunk * size + (position + step % size) % size;
}

PerTensor<RotationSteps> rotationSteps(const network::Layer& layer, const LoopNest& nest, const LayerScheme& scheme,
                                       const PerTensor<Count>& rounds)
{
    const PerTensor<SharingGroup> groups = sharingGroups(layer, scheme.partition, scheme.region);
    const PerTensor<std::vector<SharingTiles>> tiles = sharingTiles(layer, scheme.partition, scheme.region);
    PerTensor<RotationSteps> steps;
    for (const Tensor tensor : allTensors) {
        RotationSteps& own = steps[tensor];
        own.rounds = rounds[tensor];
        for (std::size_t group = 0; group < tiles[tensor].size(); ++group) {
            for (std::vector<Tile>& ring : ringsOf(tiles[tensor][group], groups[tensor], scheme.sharing.subgroup[tensor])) {
                own.rings.push_back(std::move(ring));
                own.groups.push_back(group);
            }
        }
        for (const Loop loop : allLoops) {
            own.chunks *= nest.variesWith(tensor, loop) ? scheme.blocking.factors[loop][0] : 1;
        }
    }
    return steps;
}

} // namespace tilescape::dataflow
