#include "core/network/check_edges.h"

#include "core/support/nearest_name.h"

#include <algorithm>

namespace tilescape::network {

namespace {

/// Sizes of an input map that fit.
struct Fit {
    Extent low;
    Extent high;
};

/// Forwards, an input map has a word at least where the last output begins, the rest of its filter being padding, and at most as many as the filter
/// reaches or the strides leave out.
Fit strided(Extent output, Extent stride, Extent filter)
{
    const Extent last{(output.height - 1) * stride.height, (output.width - 1) * stride.width};
    return {{last.height + 1, last.width + 1},
            {last.height + std::max(stride.height, filter.height), last.width + std::max(stride.width, filter.width)}};
}

Fit fitOf(const Layer& layer, bool operand)
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

} // namespace

EdgeChecker::EdgeChecker(const Network& network, const Unusable& unusable, NetworkFaults& faults)
    : m_network(network), m_unusable(unusable), m_faults(faults)
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

void EdgeChecker::addName(std::string_view name, Source source, const std::string& pointer)
{
    const std::string layer(source.kind == Source::Kind::Layer ? name : "");
    const bool unread = source.kind == Source::Kind::Layer ? m_unusable.layer[source.index].name : m_unusable.externalInputs[source.index];
    if (name.empty() && unread) {
        return;
    }
    if (hasControlCharacters(name)) {
        m_faults.add(pointer, "", "the name has control characters", "letters, digits and signs on one line");
    }
    if (name.empty()) {
        m_faults.add(pointer, "", "the name is empty", "a name tells it from the others");
    } else if (name == inputName) {
        m_faults.add(pointer, layer, fmt::format("the name '{}' is reserved", inputName),
              "it is that of the network's own input; another name is needed");
    } else if (!m_sources.emplace(name, source).second) {
        m_faults.add(pointer, layer, fmt::format("the name '{}' is taken by {}", name, m_firstPointer.find(name)->second),
              "every layer and external input has a name of its own");
    } else {
        m_firstPointer.emplace(name, pointer);
    }
}

const Source* EdgeChecker::find(const std::string& name) const
{
    const auto found = m_sources.find(name);
    return found == m_sources.end() ? nullptr : &found->second;
}

std::string EdgeChecker::remedyFor(std::string_view unknown) const
{
    const std::string_view near = support::nearestName(unknown, m_names);
    return near.empty() ? fmt::format("inputs are layers, external inputs, or '{}'", inputName)
                        : fmt::format("perhaps '{}' is meant", near);
}

void EdgeChecker::checkInputs()
{
    for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
        checkInputsOf(i);
    }
}

bool EdgeChecker::isUsable(const Source& source) const
{
    switch (source.kind) {
    case Source::Kind::NetworkInput: return !m_unusable.input;
    case Source::Kind::ExternalInput: return !m_unusable.externalInputs[source.index];
    case Source::Kind::Layer: break;
    }
    const UnusableLayer& layer = m_unusable.layer[source.index];
    return !layer.outputChannels && !layer.outputSize && !layer.shape;
}

bool EdgeChecker::canJudgeFit(std::size_t index) const
{
    const Layer& layer = m_network.layers[index];
    const UnusableLayer& unusable = m_unusable.layer[index];
    const bool countsChannels = hasOperand(layer) || std::holds_alternative<Elementwise>(layer.kind);
    return !unusable.shape && !unusable.outputSize
        && !(countsChannels && (unusable.inputChannels || unusable.outputChannels));
}

void EdgeChecker::checkInputsOf(std::size_t index)
{
    const Layer& layer = m_network.layers[index];
    const UnusableLayer& unusable = m_unusable.layer[index];
    if (layer.inputs.empty() && !unusable.inputs) {
        m_faults.add(pointerTo(index, "inputs"), layer.name, "the layer has no input", "at least one is needed");
    }
    bool known = !layer.inputs.empty() && !unusable.inputs;
    Count channels = 0;
    for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
        const std::string pointer = fmt::format("/layers/{}/inputs/{}", index, i);
        const Source* source = find(layer.inputs[i]);
        if (!source) {
            known = false;
            if (m_unusable.names || m_unusable.layers || (unusable.inputs && layer.inputs[i].empty())) {
                continue;
            }
            m_faults.add(pointer, layer.name, fmt::format("there is no layer or input named '{}'", layer.inputs[i]),
                  remedyFor(layer.inputs[i]));
            continue;
        }
        if (!isUsable(*source)) {
            known = false;
            continue;
        }
        if (source->kind == Source::Kind::Layer && isWeightGradient(m_network.layers[source->index])) {
            m_faults.add(pointer, layer.name, fmt::format("'{}' is a gradient of weights", layer.inputs[i]),
                  "no layer takes it as its input: it is no feature map");
            continue;
        }
        const bool operand = hasOperand(layer) && i + 1 == layer.inputs.size();
        channels += operand ? 0 : channelsOf(m_network, *source);
        if (canJudgeFit(index)) {
            checkFit(index, i, *source, pointer);
        }
    }
    if (known && !unusable.shape && hasOperand(layer) && layer.inputs.size() < 2) {
        m_faults.add(pointerTo(index, "inputs"), layer.name, "the layer has one input", "the second operand is the last of two or more");
        return;
    }
    if (known && !unusable.shape && !unusable.inputChannels && !unusable.outputSize) {
        checkChannels(index, channels);
    }
}

void EdgeChecker::checkFit(std::size_t index, std::size_t input, const Source& source, const std::string& pointer)
{
    const Layer& layer = m_network.layers[index];
    const Extent have = sizeOf(m_network, source);
    const bool operand = hasOperand(layer) && input + 1 == layer.inputs.size();
    if (isTransposed(layer)) {
        checkReversedFit(layer, have, layer.inputs[input], pointer);
    } else {
        const auto [low, high] = fitOf(layer, operand);
        if (have.height < low.height || have.height > high.height || have.width < low.width || have.width > high.width) {
            m_faults.add(pointer, layer.name, fmt::format("'{}' gives maps of {}", layer.inputs[input], textOf(have)),
                  low == high ? fmt::format("the layer's sizes need {}", textOf(low))
                              : fmt::format("the layer's sizes need {} to {}", textOf(low), textOf(high)));
        }
    }
    const auto* product = std::get_if<MatrixProduct>(&layer.kind);
    const Count wanted = product && product->transposedOperand ? layer.inputChannels : layer.outputChannels;
    if (operand && channelsOf(m_network, source) != wanted) {
        m_faults.add(pointer, layer.name,
              fmt::format("'{}' gives {} channels", layer.inputs[input], channelsOf(m_network, source)),
              fmt::format("the second operand has {} channels", wanted));
    }
    if (std::holds_alternative<Elementwise>(layer.kind) && channelsOf(m_network, source) != layer.outputChannels) {
        m_faults.add(pointer, layer.name,
              fmt::format("'{}' gives {} channels", layer.inputs[input], channelsOf(m_network, source)),
              fmt::format("every operand of the element-wise layer has its {} output channels", layer.outputChannels));
    }
}

/// Its output is a map that the layer, forwards, would take as its input.
void EdgeChecker::checkReversedFit(const Layer& layer, Extent have, const std::string& input, const std::string& pointer)
{
    const auto [low, high] = strided(have, strideOf(layer), filterOf(layer));
    const Extent size = layer.outputSize;
    if (size.height < low.height || size.height > high.height || size.width < low.width || size.width > high.width) {
        m_faults.add(pointer, layer.name, fmt::format("'{}' gives maps of {}", input, textOf(have)),
              fmt::format("from these the layer makes maps of {} to {}, not of {}", textOf(low), textOf(high), textOf(size)));
    }
}

void EdgeChecker::checkChannels(std::size_t index, Count channels)
{
    const Layer& layer = m_network.layers[index];
    if (const auto* elementwise = std::get_if<Elementwise>(&layer.kind)) {
        if (elementwise->operands != static_cast<Count>(layer.inputs.size())) {
            m_faults.add(pointerTo(index, "operands"), layer.name,
                  fmt::format("{} operands are named, {} inputs are given", elementwise->operands, layer.inputs.size()),
                  "every input is one operand");
        }
    }
    const auto* product = std::get_if<MatrixProduct>(&layer.kind);
    const Count wanted =
        product && product->transposedInput ? product->groups * layer.outputSize.height : layer.inputChannels;
    if (layer.firstInputChannel) {
        if (*layer.firstInputChannel < 0 || *layer.firstInputChannel > channels - wanted) {
            m_faults.add(pointerTo(index, "first_input_channel"), layer.name,
                  fmt::format("the layer takes {} channels from number {} on, its inputs have {} together", wanted,
                              *layer.firstInputChannel, channels),
                  "they are among those of the inputs");
        }
        return;
    }
    if (channels != wanted) {
        m_faults.add(pointerTo(index, "input_channels"), layer.name,
              fmt::format("the layer takes {} input channels, its inputs have {} together", wanted, channels),
              "both are equal");
    }
}

std::vector<std::vector<std::size_t>> EdgeChecker::layersBefore() const
{
    std::vector<std::vector<std::size_t>> before(m_network.layers.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        for (const std::string& input : m_network.layers[i].inputs) {
            const Source* source = find(input);
            if (source && source->kind == Source::Kind::Layer) {
                before[i].push_back(source->index);
            }
        }
    }
    return before;
}

} // namespace tilescape::network
