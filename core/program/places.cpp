#include "core/program/places.h"

#include "core/network/layer.h"
#include "core/program/made_map.h"

#include <algorithm>

namespace tilescape::program {

using dataflow::Layout;
using dataflow::Region;

Region memoryOf(const Program& program)
{
    return program.memory == hardware::MemoryPlacement::Corners ? dataflow::cornerChannels(program.tiles)
                                                                : dataflow::wholeChip(program.tiles);
}

Tile nearestChannel(const Region& memory, Tile tile)
{
    return *std::min_element(memory.tiles.begin(), memory.tiles.end(),
                             [tile](Tile a, Tile b) { return hopsBetween(a, tile) < hopsBetween(b, tile); });
}

namespace {

using Codes = std::vector<const LayerCode*>; // by index in the network; null: not in the program

/// The layer that makes the map, if it runs in the segment of `reader`.
std::optional<std::size_t> makerInside(const Codes& codes, const network::Source& source, std::size_t reader)
{
    const bool inside = source.kind == network::Source::Kind::Layer && codes[source.index] && codes[reader]
                        && codes[source.index]->slot.segment == codes[reader]->slot.segment;
    return inside ? std::optional(source.index) : std::nullopt;
}

Layout inMemory(const Program& program, const Region& memory, const network::Source& source, const Codes& codes)
{
    const auto laid = [&](const dataflow::Partition& partition, Count channels, Extent size, Count groups) {
        return dataflow::layOut(dataflow::project(partition, memory.extent), memory, program.batch, channels, size,
                                groups);
    };
    if (source.kind != network::Source::Kind::Layer) {
        const network::ExternalInput& input = source.kind == network::Source::Kind::NetworkInput
                                                  ? program.network.input
                                                  : program.network.externalInputs[source.index];
        return laid(program.inputPartition, input.channels, input.size, 1);
    }
    const network::Layer& layer = program.network.layers[source.index];
    return laid(codes[source.index]->partition, layer.outputChannels, layer.outputSize,
                network::isDepthwise(layer) ? 1 : network::groupsOf(layer));
}

} // namespace

Places::Places(const Program& program)
    : m_memory(memoryOf(program)), m_handsOn(program.network.layers.size(), false), m_stores(m_handsOn)
{
    Codes codes(program.network.layers.size(), nullptr);
    for (const LayerCode& code : program.layers) {
        codes[code.layer] = &code;
    }
    const network::Topology topology = network::topologyOf(program.network);
    for (std::size_t layer = 0; layer < codes.size(); ++layer) {
        const auto& consumers = topology.consumers[layer];
        const auto isInside = [&](std::size_t consumer) {
            return makerInside(codes, {network::Source::Kind::Layer, layer}, consumer).has_value();
        };
        m_handsOn[layer] = std::any_of(consumers.begin(), consumers.end(), isInside);
        m_stores[layer] = consumers.empty() || !std::all_of(consumers.begin(), consumers.end(), isInside);
    }
    for (std::size_t layer = 0; layer < codes.size(); ++layer) {
        std::vector<network::Source> sources = topology.sources[layer];
        m_operands.emplace_back(Layout{});
        if (network::hasOperand(program.network.layers[layer])) {
            m_operands.back() = inMemory(program, m_memory, sources.back(), codes);
            sources.pop_back();
        }
        std::vector<Layout> layouts;
        std::vector<const Layout*> parts;
        std::vector<Count> channels;
        std::vector<Source>& maps = m_sources.emplace_back();
        for (const network::Source& source : sources) {
            const auto maker = makerInside(codes, source, layer);
            layouts.push_back(maker ? Layout{} : inMemory(program, m_memory, source, codes));
            channels.push_back(network::channelsOf(program.network, source));
            const Count begin = maps.empty() ? 0 : maps.back().channels.end;
            maps.push_back({{begin, begin + channels.back()}, maker});
        }
        for (const Layout& layout : layouts) {
            parts.push_back(&layout);
        }
        m_inputs.emplace_back(dataflow::concatenate(parts, channels));
        const network::Source own{network::Source::Kind::Layer, layer};
        m_outputs.emplace_back(m_stores[layer] || codes[layer] == nullptr ? inMemory(program, m_memory, own, codes)
                                                                          : madeLayout(program, *codes[layer]));
        if (codes[layer] != nullptr) {
            noteMade(program, *codes[layer]);
        }
    }
}

void Places::noteMade(const Program& program, const LayerCode& code)
{
    if (m_handsOn[code.layer]) {
        m_made.erase(code.layer);
        m_made.try_emplace(code.layer, program, code);
    }
}

void Places::find(std::size_t layer, Tensor tensor, const Box& box, std::vector<cost::LayoutIndex::Part>& parts) const
{
    switch (tensor) {
    case Tensor::Weight:
        m_operands[layer].find(box, parts);
        return;
    case Tensor::Input:
        m_inputs[layer].find(box, parts);
        addMade(layer, box, parts);
        return;
    case Tensor::Output:
        break;
    }
    m_outputs[layer].find(box, parts);
}

/// Adds the places of words that layers of the segment make.
void Places::addMade(std::size_t layer, const Box& box, std::vector<cost::LayoutIndex::Part>& parts) const
{
    for (const Source& source : m_sources[layer]) {
        Box own = box;
        own.channel = dataflow::overlap(box.channel, source.channels);
        if (!source.maker || own.size() == 0) {
            continue;
        }
        own.channel = {own.channel.begin - source.channels.begin, own.channel.end - source.channels.begin};
        m_made.at(*source.maker).addPlaces(own, parts);
    }
}

const Places::Source& Places::sourceWith(std::size_t layer, Count channel) const
{
    const auto& sources = m_sources[layer];
    const auto found = std::find_if(sources.begin(), sources.end(),
                                    [channel](const Source& source) { return channel < source.channels.end; });
    return found == sources.end() ? sources.back() : *found;
}

bool Places::readsMemory(std::size_t layer) const
{
    const auto& sources = m_sources[layer];
    return std::any_of(sources.begin(), sources.end(), [](const Source& source) { return !source.maker; });
}

bool Places::takesFromTiles(std::size_t layer) const
{
    const auto& sources = m_sources[layer];
    return std::any_of(sources.begin(), sources.end(), [](const Source& source) { return source.maker.has_value(); });
}

} // namespace tilescape::program
