#include "core/network/training_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tilescape::network {
namespace {

class TrainingGraph {
public:
    explicit TrainingGraph(const Network& network)
        : m_network(network), m_topology(topologyOf(network)), m_made(network), m_errors(network.layers.size()),
          m_learns(network.layers.size(), false)
    {
        m_names.emplace(inputName);
        for (const ExternalInput& input : network.externalInputs) {
            m_names.insert(input.name);
        }
        for (std::size_t i = 0; i < network.layers.size(); ++i) {
            const Layer& layer = network.layers[i];
            m_names.insert(layer.name);
            m_learns[i] = hasWeights(layer) && !hasOperand(layer);
            for (const Source& source : m_topology.sources[i]) {
                m_learns[i] = m_learns[i] || learns(source);
            }
        }
    }

    support::Result<Network> make()
    {
        m_made.name += ", training";
        for (std::size_t i = m_network.layers.size(); i-- > 0;) {
            if (m_learns[i]) {
                reverse(i);
            }
        }
        if (!m_faults.empty()) {
            return std::move(m_faults);
        }
        return std::move(m_made);
    }

private:
    /// Whether there are weights at or before `source`: only then is its error of use.
    [[nodiscard]] bool learns(const Source& source) const
    {
        return source.kind == Source::Kind::Layer && m_learns[source.index];
    }

    void fault(const Layer& layer, std::string problem, std::string remedy)
    {
        m_faults.push_back(
            {support::Severity::Error, "", "", layer.name, std::move(problem), std::move(remedy)});
    }

    std::string nameFor(std::string wanted)
    {
        while (!m_names.insert(wanted).second) {
            wanted += '_';
        }
        return wanted;
    }

    std::string add(std::string name, std::vector<std::string> inputs, LayerKind kind, Count inputChannels,
                    Count outputChannels, Extent size, std::optional<Count> firstInputChannel = {})
    {
        m_made.layers.push_back({nameFor(std::move(name)), std::move(inputs), kind, inputChannels, outputChannels, size,
                                 firstInputChannel});
        return m_made.layers.back().name;
    }

    /// The one map that holds the error of a layer's output.
    std::string errorOf(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        const std::vector<std::string>& parts = m_errors[index];
        if (parts.empty()) {
            m_made.externalInputs.push_back({nameFor(layer.name + ".error"), layer.outputChannels, layer.outputSize});
            return m_made.externalInputs.back().name;
        }
        if (parts.size() == 1) {
            return parts.front();
        }
        const auto operands = static_cast<Count>(parts.size());
        return add(layer.name + ".bwd_sum", parts, Elementwise{operands}, operands * layer.outputChannels,
                   layer.outputChannels, layer.outputSize);
    }

    void reverse(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        if (isWeightGradient(layer)) {
            fault(layer, "a gradient of weights cannot be trained", "training is switched on for networks without gradients");
            return;
        }
        if (layer.firstInputChannel) {
            fault(layer, "the layer reads a part of its inputs", "one that is trained reads all of them");
            return;
        }
        const std::string error = errorOf(index);
        if (std::holds_alternative<Elementwise>(layer.kind)) {
            for (const Source& source : m_topology.sources[index]) {
                hand(source, error);
            }
            return;
        }
        if (std::holds_alternative<MatrixProduct>(layer.kind)) {
            reverseProduct(index, error);
            return;
        }
        const auto& sources = m_topology.sources[index];
        const auto learning = std::count_if(sources.begin(), sources.end(), [this](const Source& each) { return learns(each); });
        Count firstChannel = 0;
        for (std::size_t i = 0; i < sources.size(); ++i) {
            const Count channels = channelsOf(m_network, sources[i]);
            if (learns(sources[i])) {
                const std::string ending = learning > 1 ? "." + layer.inputs[i] : std::string();
                hand(sources[i], errorOfInput(layer, error, layer.name + ".bwd_data" + ending, firstChannel, channels,
                                              sizeOf(m_network, sources[i])));
            }
            firstChannel += channels;
        }
        if (hasWeights(layer)) {
            addGradient(index, error);
        }
    }

    void hand(const Source& source, const std::string& error)
    {
        if (learns(source)) {
            m_errors[source.index].push_back(error);
        }
    }

    /// The error of `channels` input channels from `first` on, of maps of this size.
    std::string errorOfInput(const Layer& layer, const std::string& error, std::string name, Count first, Count channels,
                             Extent size)
    {
        const bool all = channels == layer.inputChannels;
        const auto from = [all](Count channel) { return all ? std::nullopt : std::optional(channel); };
        if (const auto* pooling = std::get_if<Pooling>(&layer.kind)) {
            return add(std::move(name), {error}, Unpooling{pooling->window, pooling->stride}, channels, channels, size,
                       from(first));
        }
        if (const auto* unpooling = std::get_if<Unpooling>(&layer.kind)) {
            return add(std::move(name), {error}, Pooling{unpooling->window, unpooling->stride}, channels, channels, size,
                       from(first));
        }
        const Count groups = groupsOf(layer);
        const Count inGroup = layer.inputChannels / groups;
        const Count outGroup = layer.outputChannels / groups;
        if (groups > 1 && (first % inGroup != 0 || channels % inGroup != 0)) {
            fault(layer, fmt::format("channels {} to {} of its input, from one source, cut its groups of {} apart", first,
                                     first + channels - 1, inGroup),
                  "each source gives whole groups of channels");
            return error;
        }
        // Of the error, only the groups that the source feeds.
        const Count fed = groups > 1 ? channels / inGroup : 1;
        const Count errorChannels = groups > 1 ? fed * outGroup : layer.outputChannels;
        return add(std::move(name), {error}, reversedKind(layer, fed, size), errorChannels, channels, size,
                   groups > 1 ? from(first / inGroup * outGroup) : std::nullopt);
    }

    static LayerKind reversedKind(const Layer& layer, Count groups, Extent size)
    {
        if (std::holds_alternative<FullyConnected>(layer.kind)) {
            if (size == Extent{}) {
                return FullyConnected{{1, 1}};
            }
            return TransposedConvolution{size, size, 1}; // every output word meets one word of the filter
        }
        if (std::holds_alternative<TransposedConvolution>(layer.kind)) {
            return Convolution{filterOf(layer), strideOf(layer), groups};
        }
        return TransposedConvolution{filterOf(layer), strideOf(layer), groups};
    }

    void addGradient(std::size_t index, const std::string& error)
    {
        const Layer& layer = m_network.layers[index];
        const WeightGradient kind{filterOf(layer), strideOf(layer), groupsOf(layer)};
        if (!isTransposed(layer)) {
            std::vector<std::string> inputs = layer.inputs;
            inputs.push_back(error);
            add(layer.name + ".bwd_weight", std::move(inputs), kind, layer.inputChannels, layer.outputChannels,
                layer.outputSize);
            return;
        }
        // Of a transposed convolution the error is the larger map, which the filter sweeps.
        if (layer.inputs.size() > 1) {
            fault(layer, "a transposed convolution takes several inputs", "one that is trained has one input");
            return;
        }
        // Where the layer is not padded, its input is smaller than what it sweeps.
        add(layer.name + ".bwd_weight", {error, layer.inputs.front()}, kind, layer.outputChannels, layer.inputChannels,
            sizeOf(m_network, m_topology.sources[index].front()));
    }

    /// dA and dB of A * B, each as it is stored.
    void reverseProduct(std::size_t index, const std::string& error)
    {
        const Layer& layer = m_network.layers[index];
        const auto& product = std::get<MatrixProduct>(layer.kind);
        if (layer.inputs.size() != 2) {
            fault(layer, "a matrix product joins several maps to its first matrix", "one that is trained has two inputs");
            return;
        }
        const auto& sources = m_topology.sources[index];
        const std::string& first = layer.inputs[0];
        const std::string& second = layer.inputs[1];
        const Count groups = product.groups;
        const Count rows = layer.outputSize.height;
        const Count summed = layer.inputChannels / groups;
        const Count columns = layer.outputChannels / groups;
        if (learns(sources[0])) {
            const std::string name = layer.name + ".bwd_input";
            hand(sources[0],
                 product.transposedInput
                     ? add(name, {second, error}, MatrixProduct{groups, product.transposedOperand, true},
                           groups * columns, groups * rows, {summed, 1})
                     : add(name, {error, second}, MatrixProduct{groups, false, !product.transposedOperand},
                           groups * columns, groups * summed, {rows, 1}));
        }
        if (learns(sources[1])) {
            const std::string name = layer.name + ".bwd_operand";
            hand(sources[1],
                 product.transposedOperand
                     ? add(name, {error, first}, MatrixProduct{groups, true, product.transposedInput}, groups * rows,
                           groups * summed, {columns, 1})
                     : add(name, {first, error}, MatrixProduct{groups, !product.transposedInput, false}, groups * rows,
                           groups * columns, {summed, 1}));
        }
    }

    const Network& m_network;
    Topology m_topology;
    Network m_made;
    std::vector<std::vector<std::string>> m_errors; ///< of each layer's output: maps that add up to it
    std::vector<bool> m_learns;                     ///< of each layer: it has weights, or a layer before it has
    std::set<std::string, std::less<>> m_names;
    support::Diagnostics m_faults;
};

} // namespace

support::Result<Network> trainingGraph(const Network& network) { return TrainingGraph(network).make(); }

} // namespace tilescape::network
