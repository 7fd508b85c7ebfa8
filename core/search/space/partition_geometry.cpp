#include "core/search/space/partition_geometry.h"

#include "core/cost/grid_tree.h"
#include "core/dataflow/partition_pieces.h"
#include "core/dataflow/sharing.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

namespace tilescape::search {

using dataflow::Partition;
using dataflow::PerSplit;
using dataflow::Split;
using dataflow::Splits;

namespace {

Extent placeOf(Split split, Extent index, Extent from, Extent to, bool last)
{
    if (split == Split::Map) {
        return {quotient(index.height * to.height, from.height), quotient(index.width * to.width, from.width)};
    }
    const Count part = dataflow::partNumber(index, from);
    const Count number =
        last ? quotient((part + 1) * to.size() - 1, from.size()) : quotient(part * to.size(), from.size());
    return {quotient(number, to.width), residue(number, to.width)};
}

/// Adds what each index along one side contributes, `stride` places wide.
template <typename Place>
void addAlong(std::vector<std::size_t>& places, Count stride, Count share, const Place& place)
{
    std::size_t at = 0;
    while (at < places.size()) {
        for (Count index = 0; index < share; ++index) {
            const std::size_t own = place(index);
            for (Count i = 0; i < stride; ++i) {
                places[at++] += own;
            }
        }
    }
}

/// The same for which part of a split each place works on, `scale` apart.
void addParts(std::vector<std::int32_t>& numbers, Count stride, Count share, Count scale)
{
    std::size_t at = 0;
    while (at < numbers.size()) {
        for (Count index = 0; index < share; ++index) {
            for (Count i = 0; i < stride; ++i) {
                numbers[at++] += static_cast<std::int32_t>(index * scale);
            }
        }
    }
}

} // namespace

PerTensor<Count> mostSharers(const network::Layer& layer, const PerSplit<Extent>& shares)
{
    Partition partition;
    partition.shares = shares;
    const PerTensor<Splits> splits = dataflow::splitsOfPiece(layer, partition);
    PerTensor<Count> sharers{{1, 1, 1}};
    for (const Tensor tensor : allTensors) {
        for (const Split split : splits[tensor]) {
            sharers[tensor] *= shares[split].size();
        }
    }
    return sharers;
}

double treeHops(const Partition& partition, const Splits& splits)
{
    std::array<cost::GridGaps, 8> gaps;
    std::size_t used = 0;
    Extent extent{1, 1};
    for (Count Extent::*side : {&Extent::height, &Extent::width}) {
        Count stride = 1;
        Count within = 1; // tiles of the group found so far along this side, and the span that they cover
        Count span = 0;
        for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
            const Count share = partition.shares[*split].*side;
            if (share > 1 && splits.contains(*split)) {
                gaps[used++] = {stride - span, share - 1, side};
                // What was found repeats at each of the new places.
                for (std::size_t i = 0; i + 1 < used; ++i) {
                    gaps[i].count *= gaps[i].side == side ? share : 1;
                }
                within *= share;
                span += stride * (share - 1);
            }
            stride *= share;
        }
        extent.*side = within;
    }
    return static_cast<double>(cost::gridTreeHops(std::span(gaps).first(used), extent));
}

double hopsToMiddle(const Partition& partition, const Splits& splits)
{
    const auto differ = [&](Split split) { return splits.contains(split); };
    Count tiles = 1;
    for (const Split split : splits) {
        tiles *= partition.shares[split].size();
    }
    PerSplit<Extent> middle; // of each split: the index of the part that the tile in the middle works on
    Count number = tiles / 2;
    for (auto split = dataflow::allSplits.rbegin(); split != dataflow::allSplits.rend(); ++split) {
        const Extent share = partition.shares[*split];
        const Count part = differ(*split) ? number % share.size() : 0;
        number /= differ(*split) ? share.size() : 1;
        middle[*split] = {part / share.width, part % share.width};
    }
    double hops = 0;
    for (Count Extent::*side : {&Extent::height, &Extent::width}) {
        std::vector<Count> places{0}; // of the group's tiles, from the one in the middle
        Count stride = 1;
        for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
            const Count share = partition.shares[*split].*side;
            if (share > 1 && differ(*split)) {
                std::vector<Count> more;
                for (Count index = 0; index < share; ++index) {
                    for (const Count place : places) {
                        more.push_back(place + (index - middle[*split].*side) * stride);
                    }
                }
                places = std::move(more);
            }
            stride *= share;
        }
        Count own = 0;
        for (const Count place : places) {
            own += std::abs(place);
        }
        hops += static_cast<double>(own * (tiles / static_cast<Count>(places.size())));
    }
    return hops;
}

SideParts sideParts(const Partition& partition, const Splits& splits)
{
    const Extent tiles = partition.tiles();
    SideParts sides{std::vector<std::int32_t>(static_cast<std::size_t>(tiles.height)),
                    std::vector<std::int32_t>(static_cast<std::size_t>(tiles.width)),
                    {1, 1}};
    Extent stride{1, 1};
    for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
        const Extent share = partition.shares[*split];
        if (splits.contains(*split)) {
            addParts(sides.ofRow, stride.height, share.height, sides.parts.height);
            addParts(sides.ofColumn, stride.width, share.width, sides.parts.width);
            sides.parts = {sides.parts.height * share.height, sides.parts.width * share.width};
        }
        stride = {stride.height * share.height, stride.width * share.width};
    }
    return sides;
}

bool OutputPlaces::areSingle(const Partition& partition, const Partition& stored)
{
    return std::all_of(dataflow::allSplits.begin(), dataflow::allSplits.end(), [&](Split split) {
        return split == Split::Map || partition.shares[split].size() % stored.shares[split].size() == 0;
    });
}

OutputPlaces::OutputPlaces(const Partition& partition, const Partition& stored, bool last)
    : m_width(stored.tiles().width)
{
    const Extent tiles = partition.tiles();
    m_ofRow.assign(static_cast<std::size_t>(tiles.height), 0);
    m_ofColumn.assign(static_cast<std::size_t>(tiles.width), 0);
    Extent scale{1, 1};
    Extent stride{1, 1};
    for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
        const Extent from = partition.shares[*split];
        const Extent to = stored.shares[*split];
        const auto place = [&, this](Count row, Count column) {
            const Extent found = placeOf(*split, {row, column}, from, to, last);
            return static_cast<std::size_t>(found.height * scale.height * m_width + found.width * scale.width);
        };
        if (to.size() > 1) {
            // Rows of the map go by the tile's row, columns by its column.
            const bool apart = *split == Split::Map;
            if (apart || from.width == 1) {
                addAlong(m_ofRow, stride.height, from.height, [&](Count row) { return place(row, 0); });
            }
            if (apart || (from.width > 1 && from.height == 1)) {
                addAlong(m_ofColumn, stride.width, from.width, [&](Count column) { return place(0, column); });
            }
            if (!apart && from.width > 1 && from.height > 1) {
                Part part;
                part.ofRow.assign(m_ofRow.size(), 0);
                part.ofColumn.assign(m_ofColumn.size(), 0);
                addAlong(part.ofRow, stride.height, from.height,
                         [&](Count row) { return static_cast<std::size_t>(row * from.width); });
                addAlong(part.ofColumn, stride.width, from.width,
                         [](Count column) { return static_cast<std::size_t>(column); });
                for (Count row = 0; row < from.height; ++row) {
                    for (Count column = 0; column < from.width; ++column) {
                        part.places.push_back(place(row, column));
                    }
                }
                m_parts.push_back(std::move(part));
            }
        }
        scale = {scale.height * to.height, scale.width * to.width};
        stride = {stride.height * from.height, stride.width * from.width};
    }
}

PerTensor<double> distinctWords(const LayerTask& task, const dataflow::TileLayer& tile, const PerSplit<Extent>& shares)
{
    const auto parts = [&](Split split) { return static_cast<double>(shares[split].size()); };
    const network::Layer& layer = tile.layer;
    const double mapPieces = parts(Split::Batch) * parts(Split::Map);
    const bool reduces = network::hasWeights(task.layer) && !network::isDepthwise(task.layer);
    const double inputPieces = mapPieces * parts(reduces ? Split::InputChannel : Split::OutputChannel);
    // A second operand is another one for each item of the batch; gradients of weights are summed up over all of them.
    const Count operands = network::hasOperand(task.layer) ? task.batch : 1;
    const Count outputs = network::isWeightGradient(task.layer) ? 1 : task.batch;
    return {{static_cast<double>(network::weightWords(task.layer) * operands),
             static_cast<double>(network::inputWords(layer) * tile.batch) * inputPieces,
             static_cast<double>(network::outputWords(task.layer) * outputs)}};
}

} // namespace tilescape::search
