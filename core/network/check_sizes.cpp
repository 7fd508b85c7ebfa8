#include "core/network/check_sizes.h"

#include <algorithm>

namespace tilescape::network {

namespace {

/// No size, and no sum of words or operations over the network, may pass these; with them and any batch that a problem
/// may have, no count that the model forms overflows.
constexpr Count largestSize = Count{1} << 31;
constexpr Count largestTotal = Count{1} << 48;

/// A product that stays at its limit instead of overflowing; all factors at least 1.
class Product {
public:
    Product& times(Count factor)
    {
        m_value = factor > largestTotal / m_value ? largestTotal + 1 : m_value * factor;
        m_value = std::min(m_value, largestTotal + 1);
        return *this;
    }
    Product& times(Extent extent) { return times(extent.height).times(extent.width); }
    [[nodiscard]] Count value() const { return m_value; }

private:
    Count m_value = 1;
};

class SizeChecker {
public:
    SizeChecker(const Network& network, Unusable& unusable, NetworkFaults& faults)
        : m_network(network), m_unusable(unusable), m_faults(faults)
    {
    }

    void run()
    {
        m_unusable.input |= !checkMap(m_network.input, "/input");
        for (std::size_t i = 0; i < m_network.externalInputs.size(); ++i) {
            const bool sound = checkMap(m_network.externalInputs[i], fmt::format("/external_inputs/{}", i));
            m_unusable.externalInputs[i] = m_unusable.externalInputs[i] || !sound;
        }
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            checkLayer(i);
        }
    }

private:
    bool checkSize(Count value, std::string_view what, const std::string& pointer, const std::string& layer)
    {
        if (value >= 1 && value <= largestSize) {
            return true;
        }
        m_faults.add(pointer, layer, fmt::format("the {} is {}", what, value),
              fmt::format("it lies between 1 and {}", largestSize));
        return false;
    }

    bool checkSize(Extent value, std::string_view what, const std::string& pointer, const std::string& layer)
    {
        const bool height = checkSize(value.height, fmt::format("{}'s height", what), pointer, layer);
        const bool width = checkSize(value.width, fmt::format("{}'s width", what), pointer, layer);
        return height && width;
    }

    bool checkMap(const ExternalInput& map, const std::string& pointer)
    {
        const bool channels = checkSize(map.channels, "number of channels", pointer + "/channels", "");
        const bool size = checkSize(map.size, "size", pointer + "/size", "");
        if (channels && size) {
            addTotal(m_mapWords, Product().times(map.channels).times(map.size), "feature maps hold", "words", pointer, "");
        }
        return channels && size;
    }

    /// Adds to a total of the network; the first part that takes it past the limit is the one that is named.
    void addTotal(Count& total, Product part, std::string_view what, std::string_view unit, const std::string& pointer,
                  const std::string& layer)
    {
        if (total > largestTotal) {
            return;
        }
        total += part.value();
        if (total > largestTotal) {
            m_faults.add(pointer, layer, fmt::format("with this, all {} more than {} {}", what, largestTotal, unit),
                  "smaller sizes are needed");
        }
    }

    void checkLayer(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        UnusableLayer& unusable = m_unusable.layer[index];
        const bool hasGroups = std::visit([](const auto& kind) { return requires { kind.groups; }; }, layer.kind);
        const bool pooling = std::visit([](const auto& kind) { return requires { kind.window; }; }, layer.kind);
        const bool input = checkSize(layer.inputChannels, "number of input channels", pointerTo(index, "input_channels"), layer.name);
        const bool output = checkSize(layer.outputChannels, "number of output channels", pointerTo(index, "output_channels"), layer.name);
        const bool size = checkSize(layer.outputSize, "output size", pointerTo(index, "output_size"), layer.name);
        bool shape = checkSize(filterOf(layer), pooling ? "window" : "filter",
                           pointerTo(index, pooling ? "window_size" : "filter_size"), layer.name);
        shape &= checkSize(strideOf(layer), "stride", pointerTo(index, "stride"), layer.name);
        if (hasGroups) {
            shape &= checkSize(groupsOf(layer), "number of groups", pointerTo(index, "groups"), layer.name);
        }
        unusable.inputChannels |= !input;
        unusable.outputChannels |= !output;
        unusable.outputSize |= !size;
        unusable.shape |= !shape;
        checkKind(index);
        if (input && output && size && shape) {
            checkTotals(index);
        }
    }

    void checkKind(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        const UnusableLayer& unusable = m_unusable.layer[index];
        if (unusable.shape) {
            return;
        }
        if (!unusable.inputChannels && !unusable.outputChannels) {
            checkChannels(index);
        }
        if (unusable.outputSize) {
            return;
        }
        if (std::holds_alternative<FullyConnected>(layer.kind) && layer.outputSize != Extent{}) {
            m_faults.add(pointerTo(index, "output_size"), layer.name,
                  fmt::format("the output size of a fully connected layer is {}", textOf(layer.outputSize)),
                  "it is 1 x 1: the filter covers the whole input map");
        }
        if (std::holds_alternative<MatrixProduct>(layer.kind) && layer.outputSize.width != 1) {
            m_faults.add(pointerTo(index, "output_size"), layer.name,
                  fmt::format("the output of the matrix product is {}", textOf(layer.outputSize)),
                  "a matrix is a map of width 1: its rows are the map's height");
        }
    }

    void checkChannels(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        const Count groups = groupsOf(layer);
        if (layer.inputChannels % groups != 0 || layer.outputChannels % groups != 0) {
            m_faults.add(pointerTo(index, "groups"), layer.name,
                  fmt::format("{} groups do not divide {} input and {} output channels", groups, layer.inputChannels,
                              layer.outputChannels),
                  "every group has equally many of both");
        }
        const bool pools =
            std::holds_alternative<Pooling>(layer.kind) || std::holds_alternative<Unpooling>(layer.kind);
        if (pools && layer.inputChannels != layer.outputChannels) {
            m_faults.add(pointerTo(index, "output_channels"), layer.name,
                  fmt::format("the inputs have {} channels, the output has {}", layer.inputChannels, layer.outputChannels),
                  "pooling keeps the number of channels");
        }
    }

    void checkTotals(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        const std::string pointer = fmt::format("/layers/{}", index);
        const Extent filter = filterOf(layer);
        const Product output = Product().times(layer.outputChannels).times(layer.outputSize);
        const Count channelsSeen = hasWeights(layer) ? ceilDivide(layer.inputChannels, groupsOf(layer)) : 1;
        addTotal(m_mapWords, output, "feature maps hold", "words", pointer, layer.name);
        if (hasWeights(layer)) {
            addTotal(m_weightWords, Product().times(layer.outputChannels).times(channelsSeen).times(filter), "weights are", "words",
                     pointer, layer.name);
        }
        const Product swept = Product().times(layer.outputChannels).times(sweptSize(layer));
        addTotal(m_operations, Product(swept).times(channelsSeen).times(filter), "layers take", "operations", pointer,
                 layer.name);
        const Extent padded = paddedInputSize(layer); // sizes below 2^31: no overflow
        addTotal(m_paddedWords, Product().times(layer.inputChannels).times(padded), "padded inputs hold", "words", pointer,
                 layer.name);
    }

    const Network& m_network;
    Unusable& m_unusable;
    NetworkFaults& m_faults;
    Count m_mapWords = 0;
    Count m_weightWords = 0;
    Count m_paddedWords = 0;
    Count m_operations = 0;
};

} // namespace

void checkSizes(const Network& network, Unusable& unusable, NetworkFaults& faults)
{
    SizeChecker(network, unusable, faults).run();
}

} // namespace tilescape::network
