#include "core/program/tensor_data.h"

#include <algorithm>

namespace tilescape::program {

namespace {

using network::Layer;

/// One layer's definition, for one word of its output at a time.
struct Definition {
    const Layer& layer;
    Count batch;
    Joined input;
    Joined operand;
    Extent filter = network::filterOf(layer);
    Extent stride = network::strideOf(layer);
    Count groups = network::groupsOf(layer);
    Count inputChannels = layer.inputChannels / groups; ///< of a group
    Count outputChannels = layer.outputChannels / groups;
    Count first = layer.firstInputChannel.value_or(0);

    [[nodiscard]] Word convolution(Count b, Count o, Count y, Count x) const
    {
        Word sum = 0;
        for (Count i = 0; i < inputChannels; ++i) {
            const Count channel = first + o / outputChannels * inputChannels + i;
            for (Count fy = 0; fy < filter.height; ++fy) {
                for (Count fx = 0; fx < filter.width; ++fx) {
                    sum +=
                        input.at(b, channel, y * stride.height + fy, x * stride.width + fx) * operand.at(o, i, fy, fx);
                }
            }
        }
        return sum;
    }

    [[nodiscard]] Word transposed(Count b, Count o, Count y, Count x) const
    {
        Word sum = 0;
        for (Count i = 0; i < inputChannels; ++i) {
            const Count channel = first + o / outputChannels * inputChannels + i;
            for (Count fy = y % stride.height; fy < filter.height; fy += stride.height) {
                for (Count fx = x % stride.width; fx < filter.width; fx += stride.width) {
                    sum += input.at(b, channel, y / stride.height + fy / stride.height,
                                    x / stride.width + fx / stride.width)
                           * operand.at(o, i, fy, fx);
                }
            }
        }
        return sum;
    }

    [[nodiscard]] Word unpooled(Count b, Count o, Count y, Count x) const
    {
        Word sum = 0;
        for (Count fy = y % stride.height; fy < filter.height; fy += stride.height) {
            for (Count fx = x % stride.width; fx < filter.width; fx += stride.width) {
                sum += input.at(b, first + o, y / stride.height + fy / stride.height,
                                x / stride.width + fx / stride.width);
            }
        }
        return sum;
    }

    /// The largest, as signed numbers.
    [[nodiscard]] Word pooled(Count b, Count o, Count y, Count x) const
    {
        auto largest = static_cast<std::int64_t>(input.at(b, first + o, y * stride.height, x * stride.width));
        for (Count fy = 0; fy < filter.height; ++fy) {
            for (Count fx = 0; fx < filter.width; ++fx) {
                largest = std::max(largest, static_cast<std::int64_t>(
                                                input.at(b, first + o, y * stride.height + fy, x * stride.width + fx)));
            }
        }
        return static_cast<Word>(largest);
    }

    [[nodiscard]] Word added(Count operands, Count b, Count o, Count y, Count x) const
    {
        Word sum = 0;
        for (Count n = 0; n < operands; ++n) {
            sum += input.at(b, first + n * layer.outputChannels + o, y, x);
        }
        return sum;
    }

    [[nodiscard]] Word product(const network::MatrixProduct& kind, Count b, Count o, Count y) const
    {
        const Count group = o / outputChannels;
        const Count column = o % outputChannels;
        Word sum = 0;
        for (Count k = 0; k < inputChannels; ++k) {
            const Word left = kind.transposedInput ? input.at(b, first + group * layer.outputSize.height + y, k, 0)
                                                   : input.at(b, first + group * inputChannels + k, y, 0);
            const Word right = kind.transposedOperand ? operand.at(b, group * inputChannels + k, column, 0)
                                                      : operand.at(b, group * outputChannels + column, k, 0);
            sum += left * right;
        }
        return sum;
    }

    /// Of the weight of output channel o, input channel i of its group.
    [[nodiscard]] Word gradient(Count o, Count i, Count fy, Count fx) const
    {
        const Count channel = first + o / outputChannels * inputChannels + i;
        Word sum = 0;
        for (Count b = 0; b < batch; ++b) {
            for (Count y = 0; y < layer.outputSize.height; ++y) {
                for (Count x = 0; x < layer.outputSize.width; ++x) {
                    sum += input.at(b, channel, y * stride.height + fy, x * stride.width + fx) * operand.at(b, o, y, x);
                }
            }
        }
        return sum;
    }

    [[nodiscard]] Word at(Count a, Count b, Count c, Count d) const
    {
        if (network::isWeightGradient(layer)) {
            return gradient(a, b, c, d);
        }
        if (const auto* kind = std::get_if<network::MatrixProduct>(&layer.kind)) {
            return product(*kind, a, b, c);
        }
        if (const auto* kind = std::get_if<network::Elementwise>(&layer.kind)) {
            return added(kind->operands, a, b, c, d);
        }
        if (std::holds_alternative<network::Pooling>(layer.kind)) {
            return pooled(a, b, c, d);
        }
        if (std::holds_alternative<network::Unpooling>(layer.kind)) {
            return unpooled(a, b, c, d);
        }
        return network::isTransposed(layer) ? transposed(a, b, c, d) : convolution(a, b, c, d);
    }
};

} // namespace

std::optional<WrongWord> firstWrongWord(const network::Network& network, Count batch, NetworkData& data, std::size_t layer,
                                        const std::set<Box>& boxes)
{
    const Definition definition{network.layers[layer], batch, data.inputOf(layer), data.operandOf(layer)};
    const Store& output = data.output(layer);
    for (const Box& box : boxes) {
        for (Count a = box.batch.begin; a < box.batch.end; ++a) {
            for (Count b = box.channel.begin; b < box.channel.end; ++b) {
                for (Count c = box.row.begin; c < box.row.end; ++c) {
                    for (Count d = box.column.begin; d < box.column.end; ++d) {
                        const WrongWord word{{a, b, c, d}, output.at(a, b, c, d), definition.at(a, b, c, d)};
                        if (word.made != word.right) {
                            return word;
                        }
                    }
                }
            }
        }
    }
    return std::nullopt;
}

void evaluateDirectly(const network::Network& network, Count batch, NetworkData& data)
{
    for (std::size_t number = 0; number < network.layers.size(); ++number) {
        const Definition definition{network.layers[number], batch, data.inputOf(number), data.operandOf(number)};
        Store& output = data.output(number);
        auto word = output.words.begin();
        for (Count a = 0; a < output.size[0]; ++a) {
            for (Count b = 0; b < output.size[1]; ++b) {
                for (Count c = 0; c < output.size[2]; ++c) {
                    for (Count d = 0; d < output.size[3]; ++d) {
                        *word++ = definition.at(a, b, c, d);
                    }
                }
            }
        }
    }
}

} // namespace tilescape::program
