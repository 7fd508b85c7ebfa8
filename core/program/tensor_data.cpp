#include "core/program/tensor_data.h"

#include "core/support/dice.h"

namespace tilescape::program {

using network::Layer;

Store& Joined::partOf(Count& channel) const
{
    auto part = m_parts.begin();
    while (channel >= (*part)->size[1]) {
        channel -= (*part)->size[1];
        ++part;
    }
    return **part;
}

Word Joined::at(Count image, Count channel, Count row, Count column) const
{
    const Store& part = partOf(channel);
    return part.at(image, channel, row, column);
}

void Joined::read(const Box& box, std::vector<Word>& words) const
{
    if (box.size() == 0) {
        return;
    }
    for (Count a = box.batch.begin; a < box.batch.end; ++a) {
        for (Count b = box.channel.begin; b < box.channel.end; ++b) {
            Count channel = b;
            const Store& part = partOf(channel);
            for (Count c = box.row.begin; c < box.row.end; ++c) {
                for (Count d = box.column.begin; d < box.column.end; ++d) {
                    words.push_back(part.at(a, channel, c, d));
                }
            }
        }
    }
}

const Word* Joined::write(const Box& box, const Word* words)
{
    if (box.size() == 0) {
        return words;
    }
    for (Count a = box.batch.begin; a < box.batch.end; ++a) {
        for (Count b = box.channel.begin; b < box.channel.end; ++b) {
            Count channel = b;
            Store& part = partOf(channel);
            for (Count c = box.row.begin; c < box.row.end; ++c) {
                for (Count d = box.column.begin; d < box.column.end; ++d) {
                    part.words[part.indexOf(a, channel, c, d)] = *words++;
                }
            }
        }
    }
    return words;
}

namespace {

Store storeOfSize(Count a, Count b, Count c, Count d)
{
    Store store{{a, b, c, d}, {}};
    store.words.resize(static_cast<std::size_t>(a * b * c * d));
    return store;
}

void draw(Store& store, std::string_view name, std::uint64_t seed)
{
    support::Dice dice(support::seedOf(name, seed));
    for (Word& word : store.words) {
        word = static_cast<Word>(static_cast<std::int64_t>(static_cast<std::int16_t>(dice.next())));
    }
}

Store filters(const Layer& layer)
{
    const Extent filter = network::filterOf(layer);
    return storeOfSize(layer.outputChannels, layer.inputChannels / network::groupsOf(layer), filter.height,
                       filter.width);
}

} // namespace

NetworkData::NetworkData(const network::Network& network, Count batch, std::uint64_t seed)
    : m_network(network), m_topology(network::topologyOf(network)), m_drawn(network.layers.size())
{
    const auto add = [&](const network::ExternalInput& input) {
        m_inputs.push_back(storeOfSize(batch, input.channels, input.size.height, input.size.width));
        draw(m_inputs.back(), input.name, seed);
    };
    add(network.input);
    for (const network::ExternalInput& input : network.externalInputs) {
        add(input);
    }
    for (const Layer& layer : network.layers) {
        m_weights.push_back(network::hasWeights(layer) && !network::hasOperand(layer) ? filters(layer)
                                                                                      : storeOfSize(1, 1, 1, 1));
        draw(m_weights.back(), layer.name, seed + 1);
        m_outputs.push_back(
            network::isWeightGradient(layer)
                ? filters(layer)
                : storeOfSize(batch, layer.outputChannels, layer.outputSize.height, layer.outputSize.width));
    }
}

Store& NetworkData::storeOf(const network::Source& source)
{
    switch (source.kind) {
    case network::Source::Kind::NetworkInput:
        return m_inputs.front();
    case network::Source::Kind::ExternalInput:
        return m_inputs[1 + source.index];
    case network::Source::Kind::Layer:
        break;
    }
    return m_drawn[source.index].words.empty() ? m_outputs[source.index] : m_drawn[source.index];
}

Joined NetworkData::inputOf(std::size_t layer)
{
    std::vector<Store*> parts;
    for (const network::Source& source : m_topology.sources[layer]) {
        parts.push_back(&storeOf(source));
    }
    if (network::hasOperand(m_network.layers[layer])) {
        parts.pop_back();
    }
    return Joined(std::move(parts));
}

Joined NetworkData::operandOf(std::size_t layer)
{
    return Joined({network::hasOperand(m_network.layers[layer]) ? &storeOf(m_topology.sources[layer].back())
                                                                : &m_weights[layer]});
}

void NetworkData::drawSourcesOf(std::size_t layer, std::uint64_t seed)
{
    for (const network::Source& source : m_topology.sources[layer]) {
        if (source.kind == network::Source::Kind::Layer) {
            m_drawn[source.index] = m_outputs[source.index];
            draw(m_drawn[source.index], m_network.layers[source.index].name, seed + 2);
        }
    }
}

Joined NetworkData::outputOf(std::size_t layer) { return Joined({&m_outputs[layer]}); }

} // namespace tilescape::program
