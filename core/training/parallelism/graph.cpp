#include "core/training/parallelism/graph.h"

#include <algorithm>
#include <optional>

namespace tilescape::training::parallelism {
namespace {

using network::Layer;
using network::Source;

class Builder {
public:
    Builder(const network::Network& network, Maps maps, Positions positions)
        : m_network(network), m_topology(network::topologyOf(network)), m_maps(maps), m_positions(positions),
          m_origin(network.layers.size())
    {
    }

    Graph build()
    {
        m_graph.firstEdge.push_back(0);
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            add(i);
        }
        for (Vertex& vertex : m_graph.vertices) {
            vertex.outputWords = static_cast<double>(network::outputWords(m_network.layers[lastOfOutput(vertex)]));
        }
        if (m_maps == Maps::BeforePooling) {
            for (Edge& edge : m_graph.edges) {
                edge.words = m_graph.vertices[edge.from].outputWords;
            }
        }
        for (std::size_t v = 0; v < m_graph.vertices.size(); ++v) {
            m_graph.lastUse.push_back(v);
        }
        for (const Edge& edge : m_graph.edges) {
            m_graph.lastUse[edge.from] = std::max(m_graph.lastUse[edge.from], edge.to);
        }
        return std::move(m_graph);
    }

private:
    static bool isWeighted(const Layer& layer) { return network::hasWeights(layer) && !network::hasOperand(layer); }

    [[nodiscard]] std::optional<std::size_t> originOf(const Source& source) const
    {
        return source.kind == Source::Kind::Layer ? m_origin[source.index] : std::nullopt;
    }

    void add(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        if (network::hasOperand(layer)) {
            m_graph.otherMacs += static_cast<double>(network::operations(layer));
        }
        std::vector<std::size_t> producers;
        for (const Source& source : m_topology.sources[index]) {
            const auto origin = originOf(source);
            if (origin && std::find(producers.begin(), producers.end(), *origin) == producers.end()) {
                producers.push_back(*origin);
            }
        }
        if (!isWeighted(layer) && producers.size() < 2) {
            m_origin[index] = producers.empty() ? std::nullopt : std::optional(producers[0]);
            return;
        }
        m_origin[index] = m_graph.vertices.size();
        addVertex(index);
    }

    void addVertex(std::size_t index)
    {
        const Layer& layer = m_network.layers[index];
        Vertex vertex{layer.name, index};
        vertex.join = !isWeighted(layer);
        vertex.fullyConnected = std::holds_alternative<network::FullyConnected>(layer.kind);
        const std::size_t first = m_graph.edges.size();
        Count channel = 0;
        for (const Source& source : m_topology.sources[index]) {
            const double words = wordsRead(layer, source, channel);
            channel += network::channelsOf(m_network, source);
            vertex.inputWords += words;
            if (const auto origin = originOf(source)) {
                join(first, {*origin, m_graph.vertices.size(), words});
            }
        }
        m_graph.firstEdge.push_back(m_graph.edges.size());
        if (!vertex.join) {
            vertex.weightWords = static_cast<double>(network::weightWords(layer));
            vertex.macs = macsOf(index);
        }
        m_graph.vertices.push_back(std::move(vertex));
    }

    /// Adds an edge, or its words to the one of this vertex that comes from the same producer.
    void join(std::size_t first, const Edge& edge)
    {
        const auto begin = m_graph.edges.begin() + static_cast<std::ptrdiff_t>(first);
        const auto same = std::find_if(begin, m_graph.edges.end(), [&](const Edge& e) { return e.from == edge.from; });
        if (same == m_graph.edges.end()) {
            m_graph.edges.push_back(edge);
        } else {
            same->words += edge.words;
        }
    }

    /// Of a source whose channels begin at `channel` among those that are joined.
    [[nodiscard]] double wordsRead(const Layer& layer, const Source& source, Count channel) const
    {
        Count channels = network::channelsOf(m_network, source);
        if (layer.firstInputChannel && isWeighted(layer)) {
            const Count begin = std::max(channel, *layer.firstInputChannel);
            const Count end = std::min(channel + channels, *layer.firstInputChannel + layer.inputChannels);
            channels = std::max<Count>(end - begin, 0);
        }
        return static_cast<double>(channels * network::sizeOf(m_network, source).size());
    }

    [[nodiscard]] double macsOf(std::size_t index) const
    {
        const Layer& layer = m_network.layers[index];
        if (m_positions == Positions::Output || !std::holds_alternative<network::Convolution>(layer.kind)) {
            return static_cast<double>(network::operations(layer));
        }
        const Extent map = network::sizeOf(m_network, m_topology.sources[index].front());
        return static_cast<double>(network::weightWords(layer)) * static_cast<double>(map.size());
    }

    /// The layer whose output counts as the vertex's: behind the pooling that nothing but it reads.
    [[nodiscard]] std::size_t lastOfOutput(const Vertex& vertex) const
    {
        std::size_t last = vertex.layer;
        while (m_maps == Maps::AfterPooling && m_topology.consumers[last].size() == 1) {
            const std::size_t next = m_topology.consumers[last].front();
            if (isWeighted(m_network.layers[next]) || m_origin[next] != m_origin[last]) {
                break;
            }
            last = next;
        }
        return last;
    }

    const network::Network& m_network;
    network::Topology m_topology;
    Maps m_maps;
    Positions m_positions;
    std::vector<std::optional<std::size_t>> m_origin; ///< the vertex that a layer's output comes from
    Graph m_graph;
};

} // namespace

Graph graphOf(const network::Network& network, Maps maps, Positions positions)
{
    return Builder(network, maps, positions).build();
}

} // namespace tilescape::training::parallelism
