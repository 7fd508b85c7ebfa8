#include "core/program/places.h"

#include "core/network/layer.h"

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

Layout layoutOf(const Program& program, const Region& memory, const network::Source& source,
                const std::vector<const LayerCode*>& codes)
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

Places::Places(const Program& program) : m_memory(memoryOf(program))
{
    std::vector<const LayerCode*> codes(program.network.layers.size(), nullptr);
    for (const LayerCode& code : program.layers) {
        codes[code.layer] = &code;
    }
    const network::Topology topology = network::topologyOf(program.network);
    for (std::size_t layer = 0; layer < codes.size(); ++layer) {
        std::vector<network::Source> sources = topology.sources[layer];
        m_operands.emplace_back(Layout{});
        if (network::hasOperand(program.network.layers[layer])) {
            m_operands.back() = layoutOf(program, m_memory, sources.back(), codes);
            sources.pop_back();
        }
        std::vector<Layout> layouts;
        std::vector<const Layout*> parts;
        std::vector<Count> channels;
        for (const network::Source& source : sources) {
            layouts.push_back(layoutOf(program, m_memory, source, codes));
            channels.push_back(network::channelsOf(program.network, source));
        }
        for (const Layout& layout : layouts) {
            parts.push_back(&layout);
        }
        m_inputs.emplace_back(dataflow::concatenate(parts, channels));
        m_outputs.emplace_back(layoutOf(program, m_memory, {network::Source::Kind::Layer, layer}, codes));
    }
}

} // namespace tilescape::program
