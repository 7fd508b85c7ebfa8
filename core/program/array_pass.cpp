#include "core/program/array_pass.h"

#include "core/dataflow/unit_pass.h"

#include <algorithm>

namespace tilescape::program {

using network::Layer;

namespace {

/// The words of one unit of a map: channels, rows, columns from the box's first on.
struct MapView {
    const Box& box;
    std::span<const Word> words;

    [[nodiscard]] Word at(Count channel, Count row, Count column) const
    {
        const Count line = (channel - box.channel.begin) * box.row.size() + row - box.row.begin;
        return words[static_cast<std::size_t>(line * box.column.size() + column - box.column.begin)];
    }
};

/// Calls `use(position of the output word, channel, row, column)` for each word of an output unit.
template <class Use>
void eachOutput(const Box& box, const Use& use)
{
    std::size_t position = 0;
    for (Count channel = box.channel.begin; channel < box.channel.end; ++channel) {
        for (Count row = box.row.begin; row < box.row.end; ++row) {
            for (Count column = box.column.begin; column < box.column.end; ++column) {
                use(position++, channel, row, column);
            }
        }
    }
}

/// One unit of one layer.
struct UnitWork {
    const Layer& layer;
    const UnitBoxes::PassBox& pass;
    const MapView input;
    const PassWords& words;
    Extent filter;
    Extent stride;

    [[nodiscard]] Count channelsIn() const { return pass.inputChannel.size(); }
    /// Of output channel number o and input channel number i of the unit.
    [[nodiscard]] std::size_t weightAt(Count o, Count i, Count fy, Count fx) const
    {
        return static_cast<std::size_t>(((o * channelsIn() + i) * filter.height + fy) * filter.width + fx);
    }
    /// Channel of the input for input channel number i and output channel number o of the unit.
    [[nodiscard]] Count channelOf(Count i, Count o) const
    {
        return input.box.channel.begin + (dataflow::isChannelwise(layer) ? o : i);
    }

    void convolve(const Box& output) const
    {
        eachOutput(output, [&](std::size_t position, Count channel, Count row, Count column) {
            const Count o = channel - output.channel.begin;
            Word sum = 0;
            for (Count i = 0; i < channelsIn(); ++i) {
                for (Count fy = 0; fy < filter.height; ++fy) {
                    for (Count fx = 0; fx < filter.width; ++fx) {
                        sum += input.at(channelOf(i, o), row * stride.height + fy, column * stride.width + fx)
                               * words.weights[weightAt(o, i, fy, fx)];
                    }
                }
            }
            words.outputs[position] += sum;
        });
    }

    /// Each output gathers what the filter spreads over it; unpooling has a filter of ones.
    void gather(const Box& output) const
    {
        const bool weighted = network::hasWeights(layer);
        eachOutput(output, [&](std::size_t position, Count channel, Count row, Count column) {
            const Count o = channel - output.channel.begin;
            Word sum = 0;
            for (Count i = 0; i < channelsIn(); ++i) {
                for (Count fy = row % stride.height, y = row / stride.height; fy < filter.height;
                     fy += stride.height, ++y) {
                    for (Count fx = column % stride.width, x = column / stride.width; fx < filter.width;
                         fx += stride.width, ++x) {
                        sum += input.at(channelOf(i, o), y, x) * (weighted ? words.weights[weightAt(o, i, fy, fx)] : 1);
                    }
                }
            }
            words.outputs[position] += sum;
        });
    }

    void pool(const Box& output) const
    {
        eachOutput(output, [&](std::size_t position, Count channel, Count row, Count column) {
            const Count o = channel - output.channel.begin;
            auto largest = std::numeric_limits<std::int64_t>::min();
            for (Count fy = 0; fy < filter.height; ++fy) {
                for (Count fx = 0; fx < filter.width; ++fx) {
                    largest =
                        std::max(largest, static_cast<std::int64_t>(input.at(channelOf(0, o), row * stride.height + fy,
                                                                             column * stride.width + fx)));
                }
            }
            words.outputs[position] += static_cast<Word>(largest);
        });
    }

    void addOperands() const
    {
        const std::size_t size = words.outputs.size();
        for (std::size_t position = 0; position < words.inputs.size(); ++position) {
            words.outputs[position % size] += words.inputs[position];
        }
    }

    void multiply(const network::MatrixProduct& kind, const MapView& operand, const Box& output) const
    {
        eachOutput(output, [&](std::size_t position, Count channel, Count row, Count) {
            const Count o = channel - output.channel.begin;
            Word sum = 0;
            for (Count i = 0; i < channelsIn(); ++i) {
                const Count k = pass.inputChannel.begin + i;
                const Word left = kind.transposedInput
                                      ? input.at(input.box.channel.begin + row - output.row.begin, k, 0)
                                      : input.at(input.box.channel.begin + i, row, 0);
                const Word right = kind.transposedOperand
                                       ? operand.at(operand.box.channel.begin + i, operand.box.row.begin + o, 0)
                                       : operand.at(operand.box.channel.begin + o, k, 0);
                sum += left * right;
            }
            words.outputs[position] += sum;
        });
    }

    void correlate(const MapView& error) const
    {
        const Box& map = error.box;
        for (Count o = 0; o < map.channel.size(); ++o) {
            for (Count i = 0; i < channelsIn(); ++i) {
                for (Count fy = 0; fy < filter.height; ++fy) {
                    for (Count fx = 0; fx < filter.width; ++fx) {
                        Word sum = 0;
                        for (Count row = map.row.begin; row < map.row.end; ++row) {
                            for (Count column = map.column.begin; column < map.column.end; ++column) {
                                sum += input.at(channelOf(i, o), row * stride.height + fy, column * stride.width + fx)
                                       * error.at(map.channel.begin + o, row, column);
                            }
                        }
                        words.outputs[weightAt(o, i, fy, fx)] += sum;
                    }
                }
            }
        }
    }
};

} // namespace

void computePass(const Layer& layer, const UnitBoxes& boxes, const Unit& unit, const PassWords& words)
{
    const UnitBoxes::PassBox pass = boxes.passOf(unit);
    if (words.outputs.empty() || words.inputs.empty() || pass.inputChannel.size() == 0 || pass.outputRow.size() == 0) {
        return;
    }
    const Box input = boxes.blocks(Tensor::Input, unit).front();
    const UnitWork work{layer, pass, {input, words.inputs}, words, network::filterOf(layer), network::strideOf(layer)};
    const Box output = boxes.blocks(Tensor::Output, unit).front();
    if (network::isWeightGradient(layer)) {
        const Box error = boxes.blocks(Tensor::Weight, unit).front();
        work.correlate({error, words.weights});
    } else if (const auto* kind = std::get_if<network::MatrixProduct>(&layer.kind)) {
        const Box operand = boxes.blocks(Tensor::Weight, unit).front();
        work.multiply(*kind, {operand, words.weights}, output);
    } else if (std::holds_alternative<network::Elementwise>(layer.kind)) {
        work.addOperands();
    } else if (std::holds_alternative<network::Pooling>(layer.kind)) {
        work.pool(output);
    } else if (network::isTransposed(layer)) {
        work.gather(output);
    } else {
        work.convolve(output);
    }
}

} // namespace tilescape::program
