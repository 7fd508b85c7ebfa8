#include "core/network/network.h"
#include "core/support/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tilescape::network {
namespace {

/// No size, and no sum of words or operations over the network, may pass these; with them and any batch that a problem
/// may have, no count that the model forms overflows.
constexpr Count largestSize = Count{1} << 31;
constexpr Count largestTotal = Count{1} << 48;

std::string text(Extent size) { return fmt::format("{} x {}", size.height, size.width); }

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

class Checker {
public:
    explicit Checker(const Network& network) : m_network(network) {}

    support::Diagnostics run()
    {
        if (m_network.layers.empty()) {
            fault("/layers", "", "the network has no layers", "at least one is needed");
        }
        collectNames();
        checkMap(m_network.input, "/input");
        for (std::size_t i = 0; i < m_network.externalInputs.size(); ++i) {
            checkMap(m_network.externalInputs[i], fmt::format("/external_inputs/{}", i));
        }
        m_soundSizes.resize(m_network.layers.size());
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            m_soundSizes[i] = checkSizes(i);
        }
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            checkInputs(i);
        }
        checkCycles();
        return std::move(m_faults);
    }

private:
    void fault(std::string pointer, std::string layer, std::string problem, std::string remedy)
    {
        m_faults.push_back({support::Severity::Error, "", std::move(pointer), std::move(layer), std::move(problem),
                            std::move(remedy)});
    }

    std::string pointerTo(std::size_t layer, std::string_view member) const
    {
        return fmt::format("/layers/{}/{}", layer, member);
    }

    void collectNames()
    {
        m_sources.emplace(inputName, Source{Source::Kind::NetworkInput, 0});
        m_firstPointer.emplace(inputName, "/input");
        for (std::size_t i = 0; i < m_network.externalInputs.size(); ++i) {
            addName(m_network.externalInputs[i].name, {Source::Kind::ExternalInput, i},
                    fmt::format("/external_inputs/{}/name", i));
        }
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            addName(m_network.layers[i].name, {Source::Kind::Layer, i}, pointerTo(i, "name"));
        }
        for (const auto& [name, source] : m_sources) {
            m_names.push_back(name);
        }
    }

    void addName(std::string_view name, Source source, const std::string& pointer)
    {
        const std::string layer(source.kind == Source::Kind::Layer ? name : "");
        if (name.empty()) {
            fault(pointer, "", "the name is empty", "a name tells it from the others");
        } else if (name == inputName) {
            fault(pointer, layer, fmt::format("the name '{}' is reserved", inputName),
                  "it is that of the network's own input; another name is needed");
        } else if (!m_sources.emplace(name, source).second) {
            fault(pointer, layer, fmt::format("the name '{}' is taken by {}", name, m_firstPointer.find(name)->second),
                  "every layer and external input has a name of its own");
        } else {
            m_firstPointer.emplace(name, pointer);
        }
    }

    bool checkSize(Count value, std::string_view what, const std::string& pointer, const std::string& layer)
    {
        if (value >= 1 && value <= largestSize) {
            return true;
        }
        fault(pointer, layer, fmt::format("the {} is {}", what, value),
              fmt::format("it lies between 1 and {}", largestSize));
        return false;
    }

    bool checkSize(Extent value, std::string_view what, const std::string& pointer, const std::string& layer)
    {
        const bool height = checkSize(value.height, fmt::format("{}'s height", what), pointer, layer);
        const bool width = checkSize(value.width, fmt::format("{}'s width", what), pointer, layer);
        return height && width;
    }

    void checkMap(const ExternalInput& map, const std::string& pointer)
    {
        const bool channels = checkSize(map.channels, "number of channels", pointer + "/channels", "");
        const bool size = checkSize(map.size, "size", pointer + "/size", "");
        if (channels && size) {
            addTotal(m_mapWords, Product().times(map.channels).times(map.size), "feature maps hold", "words", pointer, "");
        }
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
            fault(pointer, layer, fmt::format("with this, all {} more than {} {}", what, largestTotal, unit),
                  "smaller sizes are needed");
        }
    }

    bool checkSizes(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        const bool hasGroups = std::visit([](const auto& kind) { return requires { kind.groups; }; }, layer.kind);
        const bool pooling = std::visit([](const auto& kind) { return requires { kind.window; }; }, layer.kind);
        bool sound = checkSize(layer.inputChannels, "number of input channels", pointerTo(index, "input_channels"), layer.name);
        sound &= checkSize(layer.outputChannels, "number of output channels", pointerTo(index, "output_channels"), layer.name);
        sound &= checkSize(layer.outputSize, "output size", pointerTo(index, "output_size"), layer.name);
        sound &= checkSize(filterOf(layer), pooling ? "window" : "filter",
                           pointerTo(index, pooling ? "window_size" : "filter_size"), layer.name);
        sound &= checkSize(strideOf(layer), "stride", pointerTo(index, "stride"), layer.name);
        if (hasGroups) {
            sound &= checkSize(groupsOf(layer), "number of groups", pointerTo(index, "groups"), layer.name);
        }
        if (sound) {
            checkKind(index);
            checkTotals(index);
        }
        return sound;
    }

    void checkKind(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        const Count groups = groupsOf(layer);
        if (layer.inputChannels % groups != 0 || layer.outputChannels % groups != 0) {
            fault(pointerTo(index, "groups"), layer.name,
                  fmt::format("{} groups do not divide {} input and {} output channels", groups, layer.inputChannels,
                              layer.outputChannels),
                  "every group has equally many of both");
        }
        if (std::holds_alternative<FullyConnected>(layer.kind) && layer.outputSize != Extent{}) {
            fault(pointerTo(index, "output_size"), layer.name,
                  fmt::format("the output size of a fully connected layer is {}", text(layer.outputSize)),
                  "it is 1 x 1: the filter covers the whole input map");
        }
        const bool pools =
            std::holds_alternative<Pooling>(layer.kind) || std::holds_alternative<Unpooling>(layer.kind);
        if (pools && layer.inputChannels != layer.outputChannels) {
            fault(pointerTo(index, "output_channels"), layer.name,
                  fmt::format("the inputs have {} channels, the output has {}", layer.inputChannels, layer.outputChannels),
                  "pooling keeps the number of channels");
        }
        if (std::holds_alternative<MatrixProduct>(layer.kind) && layer.outputSize.width != 1) {
            fault(pointerTo(index, "output_size"), layer.name,
                  fmt::format("the output of the matrix product is {}", text(layer.outputSize)),
                  "a matrix is a map of width 1: its rows are the map's height");
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

    const Source* find(const std::string& name) const
    {
        const auto found = m_sources.find(name);
        return found == m_sources.end() ? nullptr : &found->second;
    }

    std::string remedyFor(std::string_view unknown) const
    {
        const std::string_view near = support::nearestName(unknown, m_names);
        return near.empty() ? fmt::format("inputs are layers, external inputs, or '{}'", inputName)
                            : fmt::format("perhaps '{}' is meant", near);
    }

    void checkInputs(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        if (layer.inputs.empty()) {
            fault(pointerTo(index, "inputs"), layer.name, "the layer has no input", "at least one is needed");
        }
        bool known = !layer.inputs.empty();
        Count channels = 0;
        for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
            const std::string pointer = fmt::format("/layers/{}/inputs/{}", index, i);
            const Source* source = find(layer.inputs[i]);
            if (!source) {
                known = false;
                fault(pointer, layer.name, fmt::format("there is no layer or input named '{}'", layer.inputs[i]),
                      remedyFor(layer.inputs[i]));
                continue;
            }
            if (source->kind == Source::Kind::Layer && !m_soundSizes[source->index]) {
                known = false; // that layer's own fault is reported already
                continue;
            }
            if (source->kind == Source::Kind::Layer && isWeightGradient(m_network.layers[source->index])) {
                fault(pointer, layer.name, fmt::format("'{}' is a gradient of weights", layer.inputs[i]),
                      "no layer takes it as its input: it is no feature map");
                continue;
            }
            const bool operand = hasOperand(layer) && i + 1 == layer.inputs.size();
            channels += operand ? 0 : channelsOf(m_network, *source);
            if (m_soundSizes[index]) {
                checkFit(index, i, *source, pointer);
            }
        }
        if (known && hasOperand(layer) && layer.inputs.size() < 2) {
            fault(pointerTo(index, "inputs"), layer.name, "the layer has one input", "the second operand is the last of two or more");
            return;
        }
        if (known && m_soundSizes[index]) {
            checkChannels(index, channels);
        }
    }

    /// Sizes of an input map that fit.
    struct Fit {
        Extent low;
        Extent high;
    };

    /// Forwards, an input map lies between what the strides leave out and what the filter reaches.
    static Fit strided(Extent output, Extent stride, Extent filter)
    {
        const auto [lowHeight, highHeight] =
            std::minmax({output.height * stride.height, (output.height - 1) * stride.height + filter.height});
        const auto [lowWidth, highWidth] =
            std::minmax({output.width * stride.width, (output.width - 1) * stride.width + filter.width});
        return {{lowHeight, lowWidth}, {highHeight, highWidth}};
    }

    [[nodiscard]] Fit fitOf(const Layer& layer, bool operand) const
    {
        if (const auto* product = std::get_if<MatrixProduct>(&layer.kind)) {
            const Count summed = layer.inputChannels / product->groups;
            const Count rows = operand ? (product->transposedOperand ? layer.outputChannels / product->groups : summed)
                                       : (product->transposedInput ? summed : layer.outputSize.height);
            return {{rows, 1}, {rows, 1}};
        }
        if (operand) {
            return {layer.outputSize, layer.outputSize};
        }
        return strided(layer.outputSize, strideOf(layer), filterOf(layer));
    }

    void checkFit(std::size_t index, std::size_t input, const Source& source, const std::string& pointer)
    {
        const Layer& layer = m_network.layers[index];
        const Extent have = sizeOf(m_network, source);
        const bool operand = hasOperand(layer) && input + 1 == layer.inputs.size();
        if (isTransposed(layer)) {
            checkReversedFit(layer, have, layer.inputs[input], pointer);
        } else {
            const auto [low, high] = fitOf(layer, operand);
            if (have.height < low.height || have.height > high.height || have.width < low.width || have.width > high.width) {
                fault(pointer, layer.name, fmt::format("'{}' gives maps of {}", layer.inputs[input], text(have)),
                      low == high ? fmt::format("the layer's sizes need {}", text(low))
                                  : fmt::format("the layer's sizes need {} to {}", text(low), text(high)));
            }
        }
        const auto* product = std::get_if<MatrixProduct>(&layer.kind);
        const Count wanted = product && product->transposedOperand ? layer.inputChannels : layer.outputChannels;
        if (operand && channelsOf(m_network, source) != wanted) {
            fault(pointer, layer.name,
                  fmt::format("'{}' gives {} channels", layer.inputs[input], channelsOf(m_network, source)),
                  fmt::format("the second operand has {} channels", wanted));
        }
        if (std::holds_alternative<Elementwise>(layer.kind) && channelsOf(m_network, source) != layer.outputChannels) {
            fault(pointer, layer.name,
                  fmt::format("'{}' gives {} channels", layer.inputs[input], channelsOf(m_network, source)),
                  fmt::format("every operand of the element-wise layer has its {} output channels", layer.outputChannels));
        }
    }

    /// Its output is a map that the layer, forwards, would take as its input.
    void checkReversedFit(const Layer& layer, Extent have, const std::string& input, const std::string& pointer)
    {
        const auto [low, high] = strided(have, strideOf(layer), filterOf(layer));
        const Extent size = layer.outputSize;
        if (size.height < low.height || size.height > high.height || size.width < low.width || size.width > high.width) {
            fault(pointer, layer.name, fmt::format("'{}' gives maps of {}", input, text(have)),
                  fmt::format("from these the layer makes maps of {} to {}, not of {}", text(low), text(high), text(size)));
        }
    }

    void checkChannels(std::size_t index, Count channels)
    {
        const Layer& layer = m_network.layers[index];
        if (const auto* elementwise = std::get_if<Elementwise>(&layer.kind)) {
            if (elementwise->operands != static_cast<Count>(layer.inputs.size())) {
                fault(pointerTo(index, "operands"), layer.name,
                      fmt::format("{} operands are named, {} inputs are given", elementwise->operands, layer.inputs.size()),
                      "every input is one operand");
            }
        }
        const auto* product = std::get_if<MatrixProduct>(&layer.kind);
        const Count wanted =
            product && product->transposedInput ? product->groups * layer.outputSize.height : layer.inputChannels;
        if (layer.firstInputChannel) {
            if (*layer.firstInputChannel < 0 || *layer.firstInputChannel > channels - wanted) {
                fault(pointerTo(index, "first_input_channel"), layer.name,
                      fmt::format("the layer takes {} channels from number {} on, its inputs have {} together", wanted,
                                  *layer.firstInputChannel, channels),
                      "they are among those of the inputs");
            }
            return;
        }
        if (channels != wanted) {
            fault(pointerTo(index, "input_channels"), layer.name,
                  fmt::format("the layer takes {} input channels, its inputs have {} together", wanted, channels),
                  "both are equal");
        }
    }

    /// Takes away what can run, again and again: what is left waits for itself. Then walks back along it to a circle.
    void checkCycles()
    {
        const std::size_t count = m_network.layers.size();
        std::vector<std::vector<std::size_t>> sources(count);
        std::vector<std::vector<std::size_t>> consumers(count);
        std::vector<std::size_t> waitsFor(count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            for (const std::string& input : m_network.layers[i].inputs) {
                const Source* source = find(input);
                if (source && source->kind == Source::Kind::Layer) {
                    sources[i].push_back(source->index);
                    consumers[source->index].push_back(i);
                    ++waitsFor[i];
                }
            }
        }
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < count; ++i) {
            if (waitsFor[i] == 0) {
                ready.push_back(i);
            }
        }
        while (!ready.empty()) {
            const std::size_t next = ready.back();
            ready.pop_back();
            for (const std::size_t consumer : consumers[next]) {
                if (--waitsFor[consumer] == 0) {
                    ready.push_back(consumer);
                }
            }
        }
        const auto stuck = std::find_if(waitsFor.begin(), waitsFor.end(), [](std::size_t waits) { return waits > 0; });
        if (stuck != waitsFor.end()) {
            reportCycle(static_cast<std::size_t>(stuck - waitsFor.begin()), sources, waitsFor);
        }
    }

    void reportCycle(std::size_t from, const std::vector<std::vector<std::size_t>>& sources,
                     const std::vector<std::size_t>& waitsFor)
    {
        std::vector<std::size_t> path;
        std::size_t at = from;
        while (std::find(path.begin(), path.end(), at) == path.end()) {
            path.push_back(at);
            at = *std::find_if(sources[at].begin(), sources[at].end(), [&](std::size_t source) { return waitsFor[source] > 0; });
        }
        path.erase(path.begin(), std::find(path.begin(), path.end(), at));
        std::reverse(path.begin(), path.end()); // the walk went against the data
        std::rotate(path.begin(), std::min_element(path.begin(), path.end()), path.end());
        std::string names;
        for (const std::size_t layer : path) {
            names += fmt::format("'{}' -> ", m_network.layers[layer].name);
        }
        names += fmt::format("'{}'", m_network.layers[path.front()].name);
        fault(pointerTo(path.front(), "inputs"), m_network.layers[path.front()].name,
              "the layers feed each other in a circle: " + names,
              "a state of a recurrent network comes in as an external input");
    }

    const Network& m_network;
    support::Diagnostics m_faults;
    std::map<std::string, Source, std::less<>> m_sources;
    std::map<std::string, std::string, std::less<>> m_firstPointer;
    std::vector<std::string_view> m_names;
    std::vector<bool> m_soundSizes; ///< of each layer: its sizes can be counted with
    Count m_mapWords = 0;
    Count m_weightWords = 0;
    Count m_paddedWords = 0;
    Count m_operations = 0;
};

} // namespace

support::Diagnostics check(const Network& network) { return Checker(network).run(); }

} // namespace tilescape::network
