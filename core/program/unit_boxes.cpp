#include "core/program/unit_boxes.h"

#include "core/dataflow/unit_pass.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace tilescape::program {

using network::Layer;

namespace {

bool isProduct(const Layer& layer) { return std::holds_alternative<network::MatrixProduct>(layer.kind); }

/// Unit `index` of units of `size` in `all`; empty beyond its end.
Span unitOf(Span all, Count index, Count size)
{
    const Count begin = std::min(all.end, all.begin + index * size);
    return {begin, std::min(all.end, begin + size)};
}

/// The first number from `begin` on that is dealt to `group`.
Count firstOf(Count group, Count begin, Count groups) { return begin + ((group - begin) % groups + groups) % groups; }

/// Unit `index` of units of `size` in `all`, whose numbers are dealt; those of the unit are `dealing.groups` apart, and are
/// numbered on from the first.
Span dealtUnit(Span all, Count index, Count size, const Dealing& dealing)
{
    if (dealing.groups == 1) {
        return unitOf(all, index, size);
    }
    const Count group = index / dealing.units;
    if (group >= dealing.groups) {
        return {all.end, all.end};
    }
    const Count first = firstOf(group, all.begin, dealing.groups);
    const Count count = first < all.end ? (all.end - 1 - first) / dealing.groups + 1 : 0;
    const Count from = std::min(count, index % dealing.units * size);
    const Count begin = first + from * dealing.groups;
    return {begin, begin + std::min(count - from, size)};
}

/// Which number among those of its group this one is; the number of the group is set.
Count placeAmongDealt(Span all, Count number, const Dealing& dealing, Count& group)
{
    group = number % dealing.groups;
    return (number - firstOf(group, all.begin, dealing.groups)) / dealing.groups;
}

/// The unit of units of `size` in which this number lies.
Count unitWith(Span all, Count number, Count size, const Dealing& dealing)
{
    Count group = 0;
    const Count place = placeAmongDealt(all, number, dealing, group);
    return dealing.groups == 1 ? place / size : group * dealing.units + place / size;
}

/// Of items, whose units have several stripes each.
Dealing ofItems(const LayerCode& code)
{
    const Dealing& dealing = code.dealing[Axis::Batch];
    return {dealing.groups, std::max<Count>(1, dealing.units / code.stripes)};
}

/// Boxes for the channels (of weights: and output channels) that a block stands for.
void spread(const Box& block, Count batchStep, Count channelStep, std::vector<Box>& boxes)
{
    const bool channelsApart = channelStep > 1 && block.channel.size() > 1;
    if (block.size() == 0 || (!channelsApart && (batchStep == 1 || block.batch.size() == 1))) {
        boxes.push_back(block);
        return;
    }
    for (Count batch = 0; batch < block.batch.size(); ++batch) {
        Box box = block;
        box.batch.begin = block.batch.begin + batch * batchStep;
        box.batch.end = box.batch.begin + 1;
        for (Count channel = 0; channel < (channelsApart ? block.channel.size() : 1); ++channel) {
            if (channelsApart) {
                box.channel.begin = block.channel.begin + channel * channelStep;
                box.channel.end = box.channel.begin + 1;
            }
            boxes.push_back(box);
        }
    }
}

} // namespace

std::size_t placeWithin(const PerAxis<Count>& sides, const Unit& unit)
{
    Count place = 0;
    for (const Axis axis : allAxes) {
        place = place * sides[axis] + unit[axis] % sides[axis];
    }
    return static_cast<std::size_t>(place);
}

std::string textOf(const Unit& unit)
{
    return fmt::format("r{} i{} o{} b{}", unit[Axis::Repetition], unit[Axis::InputChannel], unit[Axis::OutputChannel],
                       unit[Axis::Batch]);
}

Count wordsOf(const std::vector<Box>& boxes)
{
    return std::transform_reduce(boxes.begin(), boxes.end(), Count{0}, std::plus{},
                                 [](const Box& box) { return box.size(); });
}

Layer oneGroup(const Layer& layer)
{
    const Count groups = dataflow::groupsInTurn(layer);
    Layer part = layer;
    if (groups > 1) {
        part.inputChannels /= groups;
        part.outputChannels /= groups;
        network::setGroups(part, 1);
    }
    return part;
}

PerTensor<PerAxis<bool>> axesOf(const Layer& layer)
{
    const bool channelwise = dataflow::isChannelwise(layer);
    PerTensor<PerAxis<bool>> axes;
    axes[Tensor::Weight] = {{true, !channelwise, true, false}};
    axes[Tensor::Input] = {{true, !channelwise, channelwise, true}};
    axes[Tensor::Output] = {{true, false, true, true}};
    if (channelwise && !network::hasWeights(layer)) {
        axes[Tensor::Weight] = {{true, false, false, false}};
    }
    if (network::isWeightGradient(layer)) {
        std::swap(axes[Tensor::Weight], axes[Tensor::Output]);
    }
    return axes;
}

Repetitions repetitionsOf(const Layer& layer, Count batch, const dataflow::Partition& partition)
{
    return {dataflow::groupsInTurn(layer),
            isProduct(layer) ? ceilDivide(batch, partition.shares[dataflow::Split::Batch].size()) : 1};
}

UnitBoxes::UnitBoxes(const network::Network& network, Count batch, const LayerCode& code, Count row, Count column)
    : m_layer(network.layers[code.layer]),
      m_code(code),
      m_channelwise(dataflow::isChannelwise(m_layer)),
      m_product(isProduct(m_layer))
{
    const Layer part = oneGroup(m_layer);
    m_piece = dataflow::tilePiece(part, batch, code.partition, dataflow::partIndices(code.partition, row, column),
                                  Counts::Executed);
    m_inputChannels = part.inputChannels;
    m_outputChannels = part.outputChannels;
    const Repetitions repetitions = repetitionsOf(m_layer, batch, code.partition);
    m_images = repetitions.images;
    m_repetitions = repetitions.groups * repetitions.images;
    m_idle = m_piece.input.size() == 0 || m_piece.output.size() == 0;
}

bool UnitBoxes::isOfWeights(Tensor tensor) const
{
    return network::isWeightGradient(m_layer) ? tensor == Tensor::Output
                                              : tensor == Tensor::Weight && !network::hasOperand(m_layer);
}

UnitBoxes::PassBox UnitBoxes::passOf(const Unit& unit) const
{
    PassBox pass;
    if (unit[Axis::Repetition] >= m_repetitions) {
        return pass;
    }
    pass.group = unit[Axis::Repetition] / m_images;
    pass.outputChannel = shifted(dealtUnit(m_piece.output.channel, unit[Axis::OutputChannel], m_code.unitOutputChannels,
                                           m_code.dealing[Axis::OutputChannel]),
                                 pass.group * m_outputChannels);
    if (m_product) {
        const Span image = unitOf(m_piece.output.batch, unit[Axis::Repetition] % m_images, 1);
        pass.image = image.begin;
        pass.inputChannel = unitOf(m_piece.weightInputChannels, unit[Axis::InputChannel], m_code.unitInputChannels);
        pass.outputRow = unitOf(m_piece.output.row, unit[Axis::Batch], 1);
        if (image.size() == 0) {
            pass.outputRow.end = pass.outputRow.begin;
            pass.inputChannel.end = pass.inputChannel.begin;
        }
        pass.swept = pass.outputRow;
        pass.outputColumn = m_piece.output.column;
        return pass;
    }
    const Span image = dealtUnit(m_piece.output.batch, unit[Axis::Batch] / m_code.stripes, 1, ofItems(m_code));
    pass.image = image.begin;
    pass.inputChannel = m_channelwise
                            ? unitOf({0, 1}, unit[Axis::InputChannel], 1)
                            : dealtUnit(m_piece.weightInputChannels, unit[Axis::InputChannel], m_code.unitInputChannels,
                                        m_code.dealing[Axis::InputChannel]);
    pass.outputColumn = m_piece.output.column;
    const Count step = network::isTransposed(m_layer) ? network::strideOf(m_layer).height : 1;
    const Span rows = m_piece.output.row;
    const Span all{rows.begin / step, rows.size() == 0 ? rows.begin / step : (rows.end - 1) / step + 1};
    pass.swept = shifted(dataflow::partOf(all.size(), unit[Axis::Batch] % m_code.stripes, m_code.stripes), all.begin);
    pass.swept.end = image.size() == 0 ? pass.swept.begin : pass.swept.end;
    pass.outputRow = dataflow::overlap(rows, {pass.swept.begin * step, pass.swept.end * step});
    return pass;
}

/// Of the first operand.
MapRange UnitBoxes::inputBox(const PassBox& pass) const
{
    const Count first = m_layer.firstInputChannel.value_or(0);
    MapRange box;
    box.batch = {pass.image, pass.image + 1};
    box.column = m_piece.input.column;
    if (m_channelwise) {
        box.channel = shifted(pass.outputChannel, first);
    } else {
        box.channel = shifted(pass.inputChannel, first + pass.group * m_inputChannels);
    }
    const Count window = dataflow::windowOf(m_layer).height;
    const Count stride = network::strideOf(m_layer).height;
    const Span swept = pass.swept;
    if (swept.size() == 0) {
        box.row = {swept.begin, swept.begin};
    } else if (network::isTransposed(m_layer)) {
        box.row = {swept.begin, swept.end - 1 + window};
    } else {
        box.row = {swept.begin * stride, (swept.end - 1) * stride + window};
    }
    return box;
}

std::vector<Box> UnitBoxes::of(Tensor tensor, const Unit& unit) const
{
    const Count outputStep = m_code.dealing[Axis::OutputChannel].groups;
    const Count inputStep = m_channelwise ? outputStep : m_code.dealing[Axis::InputChannel].groups;
    if (outputStep == 1 && inputStep == 1) {
        return blocks(tensor, unit);
    }
    std::vector<Box> boxes;
    for (const Box& block : blocks(tensor, unit)) {
        if (isOfWeights(tensor)) {
            spread(block, outputStep, m_channelwise ? 1 : inputStep, boxes);
        } else {
            spread(block, 1, tensor == Tensor::Input ? inputStep : outputStep, boxes);
        }
    }
    return boxes;
}

Unit UnitBoxes::unitOfOutput(Count image, Count channel, Count stripe) const
{
    Unit unit;
    unit[Axis::OutputChannel] = unitWith(m_piece.output.channel, channel, m_code.unitOutputChannels,
                                         m_code.dealing[Axis::OutputChannel]);
    unit[Axis::Batch] = unitWith(m_piece.output.batch, image, 1, ofItems(m_code)) * m_code.stripes + stripe;
    return unit;
}

Count UnitBoxes::placeInUnit(Count channel) const
{
    Count group = 0;
    return placeAmongDealt(m_piece.output.channel, channel, m_code.dealing[Axis::OutputChannel], group)
           % m_code.unitOutputChannels;
}

template <class Visit>
void UnitBoxes::eachBlock(Tensor tensor, const Unit& unit, const Visit& visit) const
{
    const PassBox pass = passOf(unit);
    if (isOfWeights(tensor)) {
        const Extent filter = network::filterOf(m_layer);
        visit(Box{pass.outputChannel, pass.inputChannel, {0, filter.height}, {0, filter.width}});
        return;
    }
    const Span image{pass.image, pass.image + 1};
    if (const auto* product = std::get_if<network::MatrixProduct>(&m_layer.kind); product && tensor != Tensor::Output) {
        // A map of height m with n channels in a group is an m x n matrix, or taken as n x m.
        const bool input = tensor == Tensor::Input;
        const Count length = m_layer.outputSize.height;
        const Span rows = input ? pass.outputRow : pass.inputChannel;
        const Span columns = input ? pass.inputChannel : shifted(pass.outputChannel, -pass.group * m_outputChannels);
        const bool transposed = input ? product->transposedInput : product->transposedOperand;
        const Count width =
            input ? (transposed ? length : m_inputChannels) : (transposed ? m_inputChannels : m_outputChannels);
        const Count offset = pass.group * width + (input ? m_layer.firstInputChannel.value_or(0) : 0);
        visit(Box{image, shifted(transposed ? rows : columns, offset), transposed ? columns : rows, {0, 1}});
        return;
    }
    if (tensor == Tensor::Output || tensor == Tensor::Weight) { // the error is the second operand of a gradient of weights
        visit(Box{image, pass.outputChannel, pass.outputRow, pass.outputColumn});
        return;
    }
    MapRange box = inputBox(pass);
    for (Count addend = 0; addend < m_piece.addends; ++addend) {
        visit(box);
        box.channel = shifted(box.channel, m_piece.addendChannels);
    }
}

std::vector<Box> UnitBoxes::blocks(Tensor tensor, const Unit& unit) const
{
    std::vector<Box> boxes;
    eachBlock(tensor, unit, [&](const Box& box) { boxes.push_back(box); });
    return boxes;
}

Count UnitBoxes::words(Tensor tensor, const Unit& unit) const
{
    Count words = 0;
    eachBlock(tensor, unit, [&](const Box& box) { words += box.size(); });
    return words;
}

std::vector<Box> UnitBoxes::crossing(Tensor tensor, const Unit& unit, const std::vector<Box>& boxes) const
{
    if (m_code.folds[tensor] == 1) {
        return boxes;
    }
    std::vector<Box> crossing;
    if (tensor != Tensor::Input || m_code.inputTaps.empty()) {
        for (Count fold = 0; fold < m_code.folds[tensor]; ++fold) {
            crossing.insert(crossing.end(), boxes.begin(), boxes.end());
        }
        return crossing;
    }
    const Extent window = dataflow::windowOf(m_layer);
    const Box whole = inputBox(passOf(unit));
    for (const dataflow::TapBlock& taps : m_code.inputTaps) {
        const Span rows = dataflow::reachedBy(taps.row, whole.row, window.height);
        const Span columns = dataflow::reachedBy(taps.column, whole.column, window.width);
        for (Box box : boxes) {
            box.row = dataflow::overlap(box.row, rows);
            box.column = dataflow::overlap(box.column, columns);
            if (box.size() > 0) {
                crossing.push_back(box);
            }
        }
    }
    return crossing;
}

Count UnitBoxes::crossingWords(Tensor tensor, const Unit& unit) const
{
    if (tensor != Tensor::Input || m_code.inputTaps.empty()) {
        return words(tensor, unit) * m_code.folds[tensor];
    }
    return wordsOf(crossing(tensor, unit, blocks(tensor, unit)));
}

} // namespace tilescape::program
