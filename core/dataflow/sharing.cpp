#include "core/dataflow/sharing.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>

namespace tilescape::dataflow {

namespace {

std::ptrdiff_t depthOf(const Partition& partition, Split split)
{
    return std::find(partition.order.begin(), partition.order.end(), split) - partition.order.begin();
}

/// Splits along which tiles share weights: batch and map, both only where they nest directly; else the inner one, whose
/// tiles are neighbours.
Splits weightSplits(const Partition& partition)
{
    if (partition.shares[Split::Map].size() == 1) {
        return {Split::Batch};
    }
    if (partition.shares[Split::Batch].size() == 1) {
        return {Split::Map};
    }
    const std::ptrdiff_t mapDepth = depthOf(partition, Split::Map);
    const std::ptrdiff_t batchDepth = depthOf(partition, Split::Batch);
    if (std::abs(mapDepth - batchDepth) == 1) {
        return {Split::Batch, Split::Map};
    }
    return {mapDepth > batchDepth ? Split::Map : Split::Batch};
}

} // namespace

PerTensor<Splits> splitsThatShare(const network::Layer& layer, const Partition& partition)
{
    if (!network::hasWeights(layer)) {
        return {};
    }
    if (network::isWeightGradient(layer)) {
        // What tiles share of the weights forwards, they sum up here: along every split, wherever it stands.
        const Splits ofError = network::isDepthwise(layer) ? Splits{} : Splits{Split::InputChannel};
        const Splits ofInput = network::isDepthwise(layer) ? Splits{} : Splits{Split::OutputChannel};
        return {{ofError, ofInput, {Split::Batch, Split::Map}}};
    }
    if (std::holds_alternative<network::MatrixProduct>(layer.kind)) {
        // Each item of the batch has an operand of its own.
        const Splits ofOperand{Split::Map};
        return {{ofOperand, {Split::OutputChannel}, {Split::InputChannel}}};
    }
    if (network::isDepthwise(layer)) {
        return {{weightSplits(partition), {}, {}}};
    }
    return {{weightSplits(partition), {Split::OutputChannel}, {Split::InputChannel}}};
}

PerTensor<Splits> splitsOfPiece(const network::Layer& layer, const Partition& partition)
{
    PerTensor<Splits> splits = splitsThatShare(layer, partition);
    if (network::hasWeights(layer) && !network::hasOperand(layer) && !network::isWeightGradient(layer)) {
        splits[Tensor::Weight] = {Split::Batch, Split::Map};
    }
    return splits;
}

namespace {

/// Tiles between neighbouring parts of `split` along one side of the grid.
Count strideOf(const Partition& partition, Split split, Count Extent::*side)
{
    Count stride = 1;
    for (auto inner = partition.order.rbegin(); *inner != split; ++inner) {
        stride *= partition.shares[*inner].*side;
    }
    return stride;
}

/// Mean distance between the tiles of neighbouring parts of `split` along one side; 0 if there is one part only. `sides` are those of
/// the region, if it is not folded.
double neighbourHops(const Partition& partition, const Region& region, const std::optional<GridSides>& sides,
                     Split split, Count Extent::*side)
{
    const Count parts = partition.shares[split].*side;
    if (parts == 1) {
        return 0;
    }
    const Count stride = strideOf(partition, split, side);
    const bool alongHeight = side == &Extent::height;
    const Extent tiles = partition.tiles();
    Count hops = 0;
    Count pairs = 0;
    if (sides) {
        const std::vector<Count>& places = alongHeight ? sides->rows : sides->columns;
        for (Count place = stride; place < tiles.*side; ++place) {
            if (residue(quotient(place, stride), parts) != 0) {
                hops += std::abs(places[static_cast<std::size_t>(place)]
                                 - places[static_cast<std::size_t>(place - stride)]);
                ++pairs;
            }
        }
        return static_cast<double>(hops) / static_cast<double>(pairs);
    }
    for (Count row = 0; row < tiles.height; ++row) {
        for (Count column = 0; column < tiles.width; ++column) {
            if (residue(quotient(alongHeight ? row : column, stride), parts) == 0) {
                continue;
            }
            const Tile neighbour =
                alongHeight ? region.at(row - stride, column) : region.at(row, column - stride);
            hops += hopsBetween(region.at(row, column), neighbour);
            ++pairs;
        }
    }
    return static_cast<double>(hops) / static_cast<double>(pairs);
}

/// The smaller distance counts where two splits share together.
double smaller(double a, double b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

} // namespace

PerTensor<Count> sharersOf(const network::Layer& layer, const Partition& partition)
{
    const PerTensor<Splits> splits = splitsThatShare(layer, partition);
    PerTensor<Count> sharers{{1, 1, 1}};
    for (const Tensor tensor : allTensors) {
        for (const Split split : splits[tensor]) {
            sharers[tensor] *= partition.shares[split].size();
        }
    }
    return sharers;
}

PerTensor<Count> tilesOfPiece(const network::Layer& layer, const Partition& partition, Counts counts)
{
    PerTensor<Count> tiles = sharersOf(layer, partition);
    if (counts == Counts::Executed && network::hasWeights(layer) && !network::hasOperand(layer)) {
        tiles[Tensor::Weight] = partition.shares[Split::Batch].size() * partition.shares[Split::Map].size();
    }
    return tiles;
}

PerTensor<Count> fetchSharers(const network::Layer& layer, const Partition& partition, bool spreads, Counts counts)
{
    const PerTensor<Count> tiles = tilesOfPiece(layer, partition, counts);
    if (spreads) {
        return tiles;
    }
    return {{1, 1, counts == Counts::Executed ? tiles[Tensor::Output] : 1}};
}

PerTensor<SharingGroup> sharingGroups(const network::Layer& layer, const Partition& partition, const Region& region)
{
    const PerTensor<Splits> splits = splitsThatShare(layer, partition);
    const std::optional<GridSides> sides = gridSides(region);
    PerTensor<SharingGroup> groups;
    for (const Tensor tensor : allTensors) {
        SharingGroup& group = groups[tensor];
        for (const Split split : splits[tensor]) {
            const Extent share = partition.shares[split];
            group.extent = {group.extent.height * share.height, group.extent.width * share.width};
            group.rowHops = smaller(group.rowHops, neighbourHops(partition, region, sides, split, &Extent::height));
            group.columnHops =
                smaller(group.columnHops, neighbourHops(partition, region, sides, split, &Extent::width));
        }
    }
    return groups;
}

namespace {

/// Along one side of the region's grid: the number of each place's group, and which of the group's places it is.
struct GroupsOfSide {
    std::vector<std::size_t> group;
    std::vector<std::size_t> within;
    std::size_t groups = 0;
};

/// A group is named by where its first tile would stand: at part 0 of every split that shares. The splits nest: an outer one's
/// part spans all parts of the inner ones.
GroupsOfSide groupsAlong(const Partition& partition, const Splits& shared, Count Extent::*side, Count length)
{
    GroupsOfSide found;
    std::vector<Count> firsts;
    for (Count place = 0; place < length; ++place) {
        Count rest = place;
        Count first = 0;
        Count within = 0;
        Count stride = 1;
        Count strideWithin = 1;
        for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
            const Count share = partition.shares[*split].*side;
            if (shared.contains(*split)) {
                within += residue(rest, share) * strideWithin;
                strideWithin *= share;
            } else {
                first += residue(rest, share) * stride;
            }
            stride *= share;
            rest = quotient(rest, share);
        }
        firsts.push_back(first);
        found.within.push_back(static_cast<std::size_t>(within));
    }
    std::vector<Count> distinct = firsts;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (const Count first : firsts) {
        found.group.push_back(static_cast<std::size_t>(
            std::lower_bound(distinct.begin(), distinct.end(), first) - distinct.begin()));
    }
    found.groups = distinct.size();
    return found;
}

} // namespace

PerTensor<std::vector<SharingTiles>> sharingTiles(const network::Layer& layer, const Partition& partition,
                                                  const Region& region)
{
    const PerTensor<Splits> splits = splitsThatShare(layer, partition);
    PerTensor<std::vector<SharingTiles>> groups;
    for (const Tensor tensor : allTensors) {
        Extent grid;
        for (const Split split : splits[tensor]) {
            grid = {grid.height * partition.shares[split].height, grid.width * partition.shares[split].width};
        }
        const GroupsOfSide rows = groupsAlong(partition, splits[tensor], &Extent::height, region.extent.height);
        const GroupsOfSide columns = groupsAlong(partition, splits[tensor], &Extent::width, region.extent.width);
        groups[tensor].assign(rows.groups * columns.groups, SharingTiles(static_cast<std::size_t>(grid.size())));
        const auto width = static_cast<std::size_t>(grid.width);
        for (std::size_t row = 0; row < rows.group.size(); ++row) {
            for (std::size_t column = 0; column < columns.group.size(); ++column) {
                groups[tensor][rows.group[row] * columns.groups + columns.group[column]]
                      [rows.within[row] * width + columns.within[column]] =
                          region.at(static_cast<Count>(row), static_cast<Count>(column));
            }
        }
    }
    return groups;
}

} // namespace tilescape::dataflow
