#include "core/dataflow/partition_pieces.h"

#include "core/dataflow/unit_pass.h"

namespace tilescape::dataflow {

PerSplit<Extent> partIndices(const Partition& partition, Count row, Count column)
{
    PerSplit<Extent> indices;
    for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
        const Extent share = partition.shares[*split];
        indices[*split] = {residue(row, share.height), residue(column, share.width)};
        row = quotient(row, share.height);
        column = quotient(column, share.width);
    }
    return indices;
}

Extent gridPosition(const Partition& partition, const PerSplit<Extent>& indices)
{
    Extent position{0, 0};
    for (const Split split : partition.order) {
        position.height = position.height * partition.shares[split].height + indices[split].height;
        position.width = position.width * partition.shares[split].width + indices[split].width;
    }
    return position;
}

MapRange mapPiece(const Partition& partition, const PerSplit<Extent>& indices, Count batch, Count channels, Extent size)
{
    const auto cut = [&](Count length, Split split) {
        const Extent share = partition.shares[split];
        return partOf(length, partNumber(indices[split], share), share.size());
    };
    const Extent mapShare = partition.shares[Split::Map];
    const Extent mapIndex = indices[Split::Map];
    return {cut(batch, Split::Batch), cut(channels, Split::OutputChannel),
            partOf(size.height, mapIndex.height, mapShare.height), partOf(size.width, mapIndex.width, mapShare.width)};
}

namespace {

/// Input rows (or columns) that output rows `output` reach.
Span reach(Span output, Count stride, Count filter)
{
    const Count begin = output.begin * stride;
    return {begin, std::max(begin, (output.end - 1) * stride + filter)};
}

/// Channels that the reference reads for `output`: a window of `operands` channels around each, its last one too far.
Span referenceWindow(Span output, Count operands, Count inputChannels)
{
    return {std::max<Count>(0, output.begin - operands / 2),
            std::min(inputChannels, output.end + operands - operands / 2)};
}

/// Input rows that output rows gather from if the layer runs backwards.
Span gathered(Span output, Count stride, Count filter)
{
    const Count begin = output.begin / stride;
    return {begin, output.size() == 0 ? begin : (output.end - 1) / stride + ceilDivide(filter, stride)};
}

/// Rows and channels of one group of a matrix, as its map holds them.
void placeMatrix(MapRange& range, Span rows, Span columns, bool transposed)
{
    range.row = transposed ? columns : rows;
    range.channel = transposed ? rows : columns;
    range.column = {0, 1};
}

} // namespace

TilePiece tilePiece(const network::Layer& layer, Count batch, const Partition& partition,
                    const PerSplit<Extent>& indices, Counts counts)
{
    TilePiece piece;
    piece.output = mapPiece(partition, indices, batch, layer.outputChannels, layer.outputSize);

    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    piece.input.batch = piece.output.batch;
    const auto inputOf = network::isTransposed(layer) ? gathered : reach;
    piece.input.row = inputOf(piece.output.row, stride.height, filter.height);
    piece.input.column = inputOf(piece.output.column, stride.width, filter.width);

    if (network::isDepthwise(layer)) {
        piece.input.channel = piece.output.channel;
        piece.weightInputChannels = {0, 1};
        piece.weightOutputChannels = piece.output.channel;
    } else if (network::hasWeights(layer)) {
        const Extent share = partition.shares[Split::InputChannel];
        piece.input.channel =
            partOf(layer.inputChannels, partNumber(indices[Split::InputChannel], share), share.size());
        piece.weightInputChannels = piece.input.channel;
        piece.weightOutputChannels = piece.output.channel;
    } else if (counts == Counts::Reference) {
        piece.input.channel = referenceWindow(piece.output.channel, operandsOf(layer), layer.inputChannels);
    } else {
        piece.input.channel = piece.output.channel;
        piece.addends = operandsOf(layer);
        piece.addendChannels = layer.outputChannels;
    }
    if (network::isWeightGradient(layer)) {
        piece.operand = piece.output;
    } else if (const auto* product = std::get_if<network::MatrixProduct>(&layer.kind)) {
        piece.operand.batch = piece.output.batch;
        placeMatrix(piece.input, piece.output.row, piece.weightInputChannels, product->transposedInput);
        placeMatrix(piece.operand, piece.weightInputChannels, piece.weightOutputChannels, product->transposedOperand);
    }
    return piece;
}

} // namespace tilescape::dataflow
