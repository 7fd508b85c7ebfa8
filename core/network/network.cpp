#include "core/network/network.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

namespace tilescape::network {
namespace {

std::map<std::string_view, Source> sourcesByName(const Network& network)
{
    std::map<std::string_view, Source> sources;
    sources.emplace(inputName, Source{Source::Kind::NetworkInput, 0});
    for (std::size_t i = 0; i < network.externalInputs.size(); ++i) {
        sources.emplace(network.externalInputs[i].name, Source{Source::Kind::ExternalInput, i});
    }
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        sources.emplace(network.layers[i].name, Source{Source::Kind::Layer, i});
    }
    return sources;
}

/// Puts layers into vertices: a vertex is a layer and the layers without weights that work in place on what it leaves in the buffers.
class VertexMaker {
public:
    VertexMaker(const Network& network, const Topology& topology) : m_network(network), m_topology(topology) {}

    void place(std::size_t layer)
    {
        if (!hasWeights(m_network.layers[layer])) {
            for (std::size_t vertex = m_vertices.size(); vertex-- > 0;) {
                if (mayJoin(layer, m_vertices[vertex])) {
                    m_vertices[vertex].push_back(layer);
                    return;
                }
            }
        }
        m_vertices.push_back({layer});
    }

    std::vector<std::vector<std::size_t>> take() { return std::move(m_vertices); }

private:
    /// It may if the vertex's last layer feeds it alone: an earlier one's output is overwritten by then.
    bool mayJoin(std::size_t layer, const std::vector<std::size_t>& vertex) const
    {
        return feeds(vertex.back(), layer) && m_topology.consumers[vertex.back()].size() == 1
            && std::none_of(vertex.begin(), vertex.end() - 1, [&](std::size_t early) { return feeds(early, layer); });
    }

    bool feeds(std::size_t from, std::size_t to) const
    {
        const auto& consumers = m_topology.consumers[from];
        return std::binary_search(consumers.begin(), consumers.end(), to);
    }

    const Network& m_network;
    const Topology& m_topology;
    std::vector<std::vector<std::size_t>> m_vertices;
};

/// Depth-first visit of the vertices.
class DepthFirst {
public:
    explicit DepthFirst(const Network& network) : m_network(network), m_topology(topologyOf(network))
    {
        std::vector<std::size_t> layers(network.layers.size());
        std::iota(layers.begin(), layers.end(), std::size_t{0});
        m_vertices = verticesOf(network, m_topology, layers);
        m_vertexOf.resize(layers.size());
        for (std::size_t vertex = 0; vertex < m_vertices.size(); ++vertex) {
            for (const std::size_t layer : m_vertices[vertex]) {
                m_vertexOf[layer] = vertex;
            }
        }
        m_visited.resize(m_vertices.size());
    }

    std::vector<std::vector<std::size_t>> order()
    {
        // Visiting the last branch first and reading the visits backwards gives the branches in file order.
        for (std::size_t layer = m_network.layers.size(); layer-- > 0;) {
            if (startsHere(layer)) {
                visit(m_vertexOf[layer]);
            }
        }
        std::vector<std::vector<std::size_t>> vertices;
        for (auto vertex = m_finished.rbegin(); vertex != m_finished.rend(); ++vertex) {
            vertices.push_back(m_vertices[*vertex]);
        }
        return vertices;
    }

private:
    bool startsHere(std::size_t layer) const
    {
        const auto& sources = m_topology.sources[layer];
        return std::none_of(sources.begin(), sources.end(),
                            [](const Source& source) { return source.kind == Source::Kind::Layer; });
    }

    /// A stack of our own: a network may be deeper than the thread's stack allows.
    void visit(std::size_t start)
    {
        struct Step {
            std::size_t vertex;
            std::vector<std::size_t> next; ///< the last is visited first
        };
        std::vector<Step> stack;
        const auto enter = [&](std::size_t vertex) {
            if (!m_visited[vertex]) {
                m_visited[vertex] = true;
                stack.push_back({vertex, successors(vertex)});
            }
        };
        enter(start);
        while (!stack.empty()) {
            if (stack.back().next.empty()) {
                m_finished.push_back(stack.back().vertex);
                stack.pop_back();
                continue;
            }
            const std::size_t next = stack.back().next.back();
            stack.back().next.pop_back();
            enter(next);
        }
    }

    std::vector<std::size_t> successors(std::size_t vertex) const
    {
        std::vector<std::size_t> next;
        for (const std::size_t layer : m_vertices[vertex]) {
            for (const std::size_t consumer : m_topology.consumers[layer]) {
                if (m_vertexOf[consumer] != vertex) {
                    next.push_back(m_vertexOf[consumer]);
                }
            }
        }
        return next;
    }

    const Network& m_network;
    Topology m_topology;
    std::vector<std::vector<std::size_t>> m_vertices; ///< layers, in the order in which they run
    std::vector<std::size_t> m_vertexOf;
    std::vector<bool> m_visited;
    std::vector<std::size_t> m_finished;
};

} // namespace

Topology topologyOf(const Network& network)
{
    const auto sources = sourcesByName(network);
    Topology topology;
    topology.sources.resize(network.layers.size());
    topology.consumers.resize(network.layers.size());
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        for (const std::string& input : network.layers[i].inputs) {
            const auto found = sources.find(input);
            assert(found != sources.end());
            topology.sources[i].push_back(found->second);
            if (found->second.kind == Source::Kind::Layer) {
                std::vector<std::size_t>& consumers = topology.consumers[found->second.index];
                if (consumers.empty() || consumers.back() != i) {
                    consumers.push_back(i);
                }
            }
        }
    }
    return topology;
}

Network inTopologicalOrder(Network network)
{
    const Topology topology = topologyOf(network);
    std::vector<std::size_t> waitsFor(network.layers.size(), 0);
    for (const std::vector<std::size_t>& consumers : topology.consumers) {
        for (const std::size_t consumer : consumers) {
            ++waitsFor[consumer];
        }
    }
    std::set<std::size_t> ready;
    for (std::size_t i = 0; i < waitsFor.size(); ++i) {
        if (waitsFor[i] == 0) {
            ready.insert(i);
        }
    }
    std::vector<Layer> ordered;
    ordered.reserve(network.layers.size());
    while (!ready.empty()) {
        const std::size_t next = ready.extract(ready.begin()).value();
        ordered.push_back(std::move(network.layers[next]));
        for (const std::size_t consumer : topology.consumers[next]) {
            if (--waitsFor[consumer] == 0) {
                ready.insert(consumer);
            }
        }
    }
    assert(ordered.size() == network.layers.size());
    network.layers = std::move(ordered);
    return network;
}

std::vector<std::vector<std::size_t>> verticesOf(const Network& network, const Topology& topology,
                                                 std::span<const std::size_t> layers)
{
    VertexMaker maker(network, topology);
    for (const std::size_t layer : layers) {
        maker.place(layer);
    }
    return maker.take();
}

std::vector<std::vector<std::size_t>> scheduleVertices(const Network& network) { return DepthFirst(network).order(); }

std::vector<std::size_t> scheduleOrder(const Network& network)
{
    std::vector<std::size_t> layers;
    for (const std::vector<std::size_t>& vertex : scheduleVertices(network)) {
        layers.insert(layers.end(), vertex.begin(), vertex.end());
    }
    assert(layers.size() == network.layers.size());
    return layers;
}

Count channelsOf(const Network& network, const Source& source)
{
    switch (source.kind) {
    case Source::Kind::NetworkInput: return network.input.channels;
    case Source::Kind::ExternalInput: return network.externalInputs[source.index].channels;
    case Source::Kind::Layer: return network.layers[source.index].outputChannels;
    }
    return 0;
}

Extent sizeOf(const Network& network, const Source& source)
{
    switch (source.kind) {
    case Source::Kind::NetworkInput: return network.input.size;
    case Source::Kind::ExternalInput: return network.externalInputs[source.index].size;
    case Source::Kind::Layer: return network.layers[source.index].outputSize;
    }
    return {};
}

NetworkTotals totalsOf(const Network& network)
{
    NetworkTotals totals;
    totals.featureMapWords = network.input.channels * network.input.size.size();
    for (const ExternalInput& input : network.externalInputs) {
        totals.featureMapWords += input.channels * input.size.size();
    }
    for (const Layer& layer : network.layers) {
        ++totals.layers;
        totals.convolutions += std::holds_alternative<Convolution>(layer.kind) ? 1 : 0;
        totals.fullyConnected += std::holds_alternative<FullyConnected>(layer.kind) ? 1 : 0;
        totals.weightWords += hasOperand(layer) ? 0 : weightWords(layer);
        totals.featureMapWords += isWeightGradient(layer) ? 0 : outputWords(layer);
        totals.operations += operations(layer);
    }
    return totals;
}

} // namespace tilescape::network
