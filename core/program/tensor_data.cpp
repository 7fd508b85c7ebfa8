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
    return {{a, b, c, d}, {}};
}

/// Gives a store that has no words yet its words; whether it had none.
bool allocate(Store& store)
{
    const bool empty = store.words.empty();
    if (empty) {
        store.words.resize(static_cast<std::size_t>(store.size[0] * store.size[1] * store.size[2] * store.size[3]));
    }
    return empty;
}

/// Draws the words of a store that has none yet.
void draw(Store& store, std::string_view name, std::uint64_t seed)
{
    if (!allocate(store)) {
        return;
    }
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
    : m_network(network), m_topology(network::topologyOf(network)), m_seed(seed), m_drawn(network.layers.size())
{
    const auto add = [&](const network::ExternalInput& input) {
        m_inputs.push_back(storeOfSize(batch, input.channels, input.size.height, input.size.width));
    };
    add(network.input);
    for (const network::ExternalInput& input : network.externalInputs) {
        add(input);
    }
    for (const Layer& layer : network.layers) {
        m_weights.push_back(network::hasWeights(layer) && !network::hasOperand(layer) ? filters(layer)
                                                                                      : storeOfSize(1, 1, 1, 1));
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
        draw(m_inputs.front(), m_network.input.name, m_seed);
        return m_inputs.front();
    case network::Source::Kind::ExternalInput:
        draw(m_inputs[1 + source.index], m_network.externalInputs[source.index].name, m_seed);
        return m_inputs[1 + source.index];
    case network::Source::Kind::Layer:
        break;
    }
    return m_drawn[source.index].words.empty() ? output(source.index) : m_drawn[source.index];
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
    if (network::hasOperand(m_network.layers[layer])) {
        return Joined({&storeOf(m_topology.sources[layer].back())});
    }
    draw(m_weights[layer], m_network.layers[layer].name, m_seed + 1);
    return Joined({&m_weights[layer]});
}

void NetworkData::drawSourcesOf(std::size_t layer, std::uint64_t seed)
{
    for (const network::Source& source : m_topology.sources[layer]) {
        if (source.kind == network::Source::Kind::Layer) {
            m_drawn[source.index] = {m_outputs[source.index].size, {}};
            draw(m_drawn[source.index], m_network.layers[source.index].name, seed + 2);
        }
    }
}

Joined NetworkData::outputOf(std::size_t layer) { return Joined({&output(layer)}); }

Store& NetworkData::output(std::size_t layer)
{
    allocate(m_outputs[layer]);
    return m_outputs[layer];
}

} // namespace tilescape::program
