#include "core/cost/piece_groups.h"

namespace tilescape::cost {

using dataflow::MapRange;
using dataflow::Partition;
using dataflow::Region;
using dataflow::Span;
using dataflow::TilePiece;

namespace {

/// One group of a grouped convolution as a layer of its own.
network::Layer oneGroup(const network::Layer& layer, Count groups)
{
    network::Layer part = layer;
    part.inputChannels /= groups;
    part.outputChannels /= groups;
    if (groups > 1) {
        network::setGroups(part, 1);
    }
    return part;
}

/// Channels from one group to the next.
struct ChannelSteps {
    Count input = 0;
    Count output = 0;
    Count operand = 0;
};

ChannelSteps channelSteps(const network::Layer& part)
{
    ChannelSteps steps{part.inputChannels, part.outputChannels, part.outputChannels};
    if (const auto* product = std::get_if<network::MatrixProduct>(&part.kind)) {
        steps.input = product->transposedInput ? part.outputSize.height : part.inputChannels;
        steps.operand = product->transposedOperand ? part.inputChannels : part.outputChannels;
    }
    return steps;
}

void visitGroup(const network::Layer& layer, Count batch, const Region& region, const Partition& partition,
                const ChannelSteps& offsets, Counts counts,
                const std::function<void(const TilePiece&, Tile)>& visitTile)
{
    const auto visit = [&](const dataflow::PerSplit<Extent>& indices) {
        TilePiece piece = dataflow::tilePiece(layer, batch, partition, indices, counts);
        if (piece.input.size() == 0 || piece.output.size() == 0) {
            return;
        }
        piece.input.channel = shifted(piece.input.channel, offsets.input);
        piece.output.channel = shifted(piece.output.channel, offsets.output);
        piece.operand.channel = shifted(piece.operand.channel, offsets.operand);
        piece.weightOutputChannels = shifted(piece.weightOutputChannels, offsets.output);
        const Extent position = dataflow::gridPosition(partition, indices);
        visitTile(piece, region.at(position.height, position.width));
    };
    dataflow::PerSplit<Extent> indices;
    const auto nest = [&](auto&& self, std::size_t depth) -> void {
        if (depth == dataflow::allSplits.size()) {
            visit(indices);
            return;
        }
        const dataflow::Split split = dataflow::allSplits[depth];
        const Extent share = partition.shares[split];
        for (Count row = 0; row < share.height; ++row) {
            for (Count column = 0; column < share.width; ++column) {
                indices[split] = {row, column};
                self(self, depth + 1);
            }
        }
    };
    nest(nest, 0);
}

} // namespace

void forEachPiece(const network::Layer& layer, Count batch, const Region& region, const Partition& partition,
                  Counts counts, const std::function<void(const TilePiece&, Tile)>& visit)
{
    const Count groupCount = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    const network::Layer part = groupCount > 1 ? oneGroup(layer, groupCount) : layer;
    const ChannelSteps steps = channelSteps(part);
    for (Count group = 0; group < groupCount; ++group) {
        visitGroup(
            part, batch, region, partition,
            {layer.firstInputChannel.value_or(0) + group * steps.input, group * steps.output, group * steps.operand},
            counts, visit);
    }
}

MapRange inputOf(const TilePiece& piece, Count addend)
{
    MapRange input = piece.input;
    input.channel = shifted(input.channel, addend * piece.addendChannels);
    return input;
}

WeightPiece weightsOf(const TilePiece& piece) { return {piece.weightInputChannels, piece.weightOutputChannels}; }

PieceGroups pieceGroups(const network::Layer& layer, Count batch, const Region& region, const Partition& partition,
                        Counts counts)
{
    PieceGroups groups;
    forEachPiece(layer, batch, region, partition, counts, [&groups](const TilePiece& piece, Tile tile) {
        for (Count addend = 0; addend < piece.addends; ++addend) {
            groups.inputs[inputOf(piece, addend)].push_back(tile);
        }
        groups.outputs[piece.output].push_back(tile);
        if (piece.operand.size() > 0) {
            groups.operands[piece.operand].push_back(tile);
        }
        if (const WeightPiece weights = weightsOf(piece); weights.first.size() > 0 && weights.second.size() > 0) {
            groups.weights[weights].push_back(tile);
        }
    });
    return groups;
}

Count wordsOf(const WeightPiece& piece, const network::Layer& layer)
{
    return piece.first.size() * piece.second.size() * network::filterOf(layer).size();
}

} // namespace tilescape::cost
