#include "core/cost/piece_groups.h"

#include "core/dataflow/partition_pieces.h"

namespace tilescape::cost {

using dataflow::MapRange;
using dataflow::Partition;
using dataflow::Region;
using dataflow::Span;

namespace {

MapRange shiftChannels(MapRange range, Count offset)
{
    range.channel.begin += offset;
    range.channel.end += offset;
    return range;
}

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

void addPieces(PieceGroups& groups, const network::Layer& layer, Count batch, const Region& region,
               const Partition& partition, const ChannelSteps& offsets, Counts counts)
{
    const auto visit = [&](const dataflow::PerSplit<Extent>& indices) {
        const dataflow::TilePiece piece = dataflow::tilePiece(layer, batch, partition, indices, counts);
        if (piece.input.size() == 0 || piece.output.size() == 0) {
            return;
        }
        const Extent position = dataflow::gridPosition(partition, indices);
        const Tile tile = region.at(position.height, position.width);
        for (Count addend = 0; addend < piece.addends; ++addend) {
            groups.inputs[shiftChannels(piece.input, offsets.input + addend * piece.addendChannels)].push_back(tile);
        }
        groups.outputs[shiftChannels(piece.output, offsets.output)].push_back(tile);
        if (piece.operand.size() > 0) {
            groups.operands[shiftChannels(piece.operand, offsets.operand)].push_back(tile);
        }
        if (piece.weightInputChannels.size() > 0 && piece.weightOutputChannels.size() > 0) {
            const Span outputs{piece.weightOutputChannels.begin + offsets.output,
                               piece.weightOutputChannels.end + offsets.output};
            groups.weights[{piece.weightInputChannels, outputs}].push_back(tile);
        }
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

PieceGroups pieceGroups(const network::Layer& layer, Count batch, const Region& region, const Partition& partition,
                        Counts counts)
{
    const Count groupCount = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    const network::Layer part = groupCount > 1 ? oneGroup(layer, groupCount) : layer;
    const ChannelSteps steps = channelSteps(part);
    PieceGroups groups;
    for (Count group = 0; group < groupCount; ++group) {
        addPieces(groups, part, batch, region, partition,
                  {layer.firstInputChannel.value_or(0) + group * steps.input, group * steps.output, group * steps.operand},
                  counts);
    }
    return groups;
}

Count wordsOf(const WeightPiece& piece, const network::Layer& layer)
{
    return piece.first.size() * piece.second.size() * network::filterOf(layer).size();
}

} // namespace tilescape::cost
