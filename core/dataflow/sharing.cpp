#include "core/dataflow/sharing.h"

#include "core/dataflow/partition_pieces.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace tilescape::dataflow {

namespace {

std::ptrdiff_t depthOf(const Partition& partition, Split split)
{
    return std::find(partition.order.begin(), partition.order.end(), split) - partition.order.begin();
}

/// Splits along which tiles share weights: batch and map, both only where they nest directly; else the inner one, whose
/// tiles are neighbours.
std::vector<Split> weightSplits(const Partition& partition)
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

PerTensor<std::vector<Split>> splitsThatShare(const network::Layer& layer, const Partition& partition)
{
    if (!network::hasWeights(layer)) {
        return {};
    }
    if (network::isWeightGradient(layer)) {
        // What tiles share of the weights forwards, they sum up here: along every split, wherever it stands.
        const std::vector<Split> ofError = network::isDepthwise(layer) ? std::vector<Split>{} : std::vector{Split::InputChannel};
        const std::vector<Split> ofInput = network::isDepthwise(layer) ? std::vector<Split>{} : std::vector{Split::OutputChannel};
        return {{ofError, ofInput, {Split::Batch, Split::Map}}};
    }
    if (std::holds_alternative<network::MatrixProduct>(layer.kind)) {
        // Each item of the batch has an operand of its own.
        const std::vector<Split> ofOperand{Split::Map};
        return {{ofOperand, {Split::OutputChannel}, {Split::InputChannel}}};
    }
    if (network::isDepthwise(layer)) {
        return {{weightSplits(partition), {}, {}}};
    }
    return {{weightSplits(partition), {Split::OutputChannel}, {Split::InputChannel}}};
}

namespace {

/// Whether all rows of the region's grid are the first one, moved down: true of whole chips and of stripes.
bool rowsAreAlike(const Region& region)
{
    for (Count row = 1; row < region.extent.height; ++row) {
        for (Count column = 0; column < region.extent.width; ++column) {
            const Tile top = region.at(0, column);
            if (region.at(row, column) != Tile{top.row + row, top.column}) {
                return false;
            }
        }
    }
    return true;
}

/// Tiles between neighbouring parts of `split` along one side of the grid.
Count strideOf(const Partition& partition, Split split, Count Extent::*side)
{
    Count stride = 1;
    for (auto inner = partition.order.rbegin(); *inner != split; ++inner) {
        stride *= partition.shares[*inner].*side;
    }
    return stride;
}

/// Mean distance between the tiles of neighbouring parts of `split` along one side; 0 if there is one part only.
/// `rows`: how many of the grid's rows are walked.
double neighbourHops(const Partition& partition, const Region& region, Split split, Count Extent::*side, Count rows)
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
    for (Count row = 0; row < rows; ++row) {
        for (Count column = 0; column < tiles.width; ++column) {
            if ((alongHeight ? row : column) / stride % parts == 0) {
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
    const PerTensor<std::vector<Split>> splits = splitsThatShare(layer, partition);
    PerTensor<Count> sharers{{1, 1, 1}};
    for (const Tensor tensor : allTensors) {
        for (const Split split : splits[tensor]) {
            sharers[tensor] *= partition.shares[split].size();
        }
    }
    return sharers;
}

PerTensor<SharingGroup> sharingGroups(const network::Layer& layer, const Partition& partition, const Region& region)
{
    const PerTensor<std::vector<Split>> splits = splitsThatShare(layer, partition);
    const bool alike = rowsAreAlike(region);
    PerTensor<SharingGroup> groups;
    for (const Tensor tensor : allTensors) {
        SharingGroup& group = groups[tensor];
        for (const Split split : splits[tensor]) {
            const Extent share = partition.shares[split];
            group.extent = {group.extent.height * share.height, group.extent.width * share.width};
            const Count rows = partition.tiles().height;
            group.rowHops = smaller(group.rowHops, neighbourHops(partition, region, split, &Extent::height, rows));
            // One row tells the widths of all where they are alike.
            group.columnHops = smaller(group.columnHops,
                                       neighbourHops(partition, region, split, &Extent::width, alike ? 1 : rows));
        }
    }
    return groups;
}

PerTensor<std::vector<SharingTiles>> sharingTiles(const network::Layer& layer, const Partition& partition,
                                                  const Region& region)
{
    const PerTensor<std::vector<Split>> splits = splitsThatShare(layer, partition);
    PerTensor<std::vector<SharingTiles>> groups;
    for (const Tensor tensor : allTensors) {
        Extent grid;
        for (const Split split : splits[tensor]) {
            grid = {grid.height * partition.shares[split].height, grid.width * partition.shares[split].width};
        }
        // A group is named by where its first tile would stand: at part 0 of every split that shares.
        std::map<std::pair<Count, Count>, SharingTiles> byFirst;
        for (Count row = 0; row < region.extent.height; ++row) {
            for (Count column = 0; column < region.extent.width; ++column) {
                PerSplit<Extent> indices = partIndices(partition, row, column);
                Extent within{0, 0};
                // The splits nest: an outer one's part spans all parts of the inner ones.
                for (const Split split : partition.order) {
                    if (std::find(splits[tensor].begin(), splits[tensor].end(), split) != splits[tensor].end()) {
                        const Extent share = partition.shares[split];
                        within = {within.height * share.height + indices[split].height,
                                  within.width * share.width + indices[split].width};
                        indices[split] = {0, 0};
                    }
                }
                const Extent first = gridPosition(partition, indices);
                SharingTiles& tiles = byFirst[{first.height, first.width}];
                tiles.resize(static_cast<std::size_t>(grid.size()));
                tiles[static_cast<std::size_t>(within.height * grid.width + within.width)] = region.at(row, column);
            }
        }
        for (auto& [first, tiles] : byFirst) {
            groups[tensor].push_back(std::move(tiles));
        }
    }
    return groups;
}

} // namespace tilescape::dataflow
