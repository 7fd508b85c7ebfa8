#include "core/search/space/run_order.h"

#include "core/search/space/infinite.h"
#include "core/search/space/segment_enumeration.h"
#include "core/support/hash_mixer.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

namespace tilescape::search {

using network::Network;
using network::Source;
using network::Topology;

namespace {

using Vertices = std::vector<std::vector<std::size_t>>;

/// Segments of at most so many vertices are counted on, each of these numbers as much as the others: how long those of a schedule are depends
/// on the chip.
constexpr std::array<std::size_t, 4> segmentLengths{2, 3, 4, 6};
constexpr std::size_t longestRun = 3;         ///< vertices that are moved together
constexpr std::size_t farthestMove = 8;       ///< vertices that they are moved past
constexpr std::size_t mostWholeVertices = 16; ///< of a network that is looked at as a whole
constexpr int mostSweeps = 4;
constexpr std::size_t mostTries = 4000; ///< moves, so that networks with many branches end soon, too
constexpr std::size_t ordersKept = 8;

std::size_t sizesOf(const network::Layer& layer)
{
    support::HashMixer mixer;
    mixer.add(layer.kind.index());
    for (const Count size : {layer.inputChannels, layer.outputChannels, layer.outputSize.height, layer.outputSize.width,
                             network::inputWords(layer), network::weightWords(layer), network::operations(layer)}) {
        mixer.add(size);
    }
    return mixer.hash();
}

/// Of a layer, with those of its neighbours on one side, in whatever order.
std::size_t mixed(std::size_t own, std::vector<std::size_t> others)
{
    std::sort(others.begin(), others.end());
    support::HashMixer mixer;
    mixer.add(own);
    for (const std::size_t other : others) {
        mixer.add(other);
    }
    return mixer.hash();
}

/// Of the places at which a layer takes another: of all but sums each has a meaning of its own. Layers joined to one operand of a sum are
/// not told apart.
void addPlaces(const Network& network, const Topology& topology, std::size_t taker, std::size_t taken, std::size_t hash,
               std::vector<std::size_t>& places)
{
    const std::vector<Source>& sources = topology.sources[taker];
    const bool isSum = std::holds_alternative<network::Elementwise>(network.layers[taker].kind);
    for (std::size_t place = 0; place < sources.size(); ++place) {
        if (sources[place] == Source{Source::Kind::Layer, taken}) {
            places.push_back(mixed(hash, {isSum ? 0 : place}));
        }
    }
}

/// The layers in an order that names and places in the network say nothing of: by their depth, then how much comes after them, short branches
/// first, of these such as make more first, then by what they and all before and after them are, and by what these take them as.
std::vector<std::size_t> canonicalOrder(const Network& network, const Topology& topology)
{
    const std::size_t count = network.layers.size();
    std::vector<std::size_t> depth(count, 0);
    std::vector<std::size_t> height(count, 0);
    std::vector<std::size_t> before(count);
    std::vector<std::size_t> after(count);
    // What takes each of the network's inputs, which tells these apart.
    std::map<std::pair<Source::Kind, std::size_t>, std::vector<std::size_t>> takers;
    for (std::size_t layer = 0; layer < count; ++layer) {
        for (const Source& source : topology.sources[layer]) {
            if (source.kind != Source::Kind::Layer) {
                takers[{source.kind, source.index}].push_back(sizesOf(network.layers[layer]));
            }
        }
    }
    for (std::size_t layer = 0; layer < count; ++layer) {
        std::vector<std::size_t> sources;
        for (const Source& source : topology.sources[layer]) {
            const bool isLayer = source.kind == Source::Kind::Layer;
            sources.push_back(isLayer ? before[source.index]
                                      : mixed(static_cast<std::size_t>(network::channelsOf(network, source)),
                                              takers[{source.kind, source.index}]));
            depth[layer] = isLayer ? std::max(depth[layer], depth[source.index] + 1) : depth[layer];
        }
        before[layer] = mixed(sizesOf(network.layers[layer]), std::move(sources));
    }
    std::vector<std::size_t> takenAs(count);
    for (std::size_t layer = count; layer-- > 0;) {
        std::vector<std::size_t> consumers;
        std::vector<std::size_t> places;
        for (const std::size_t consumer : topology.consumers[layer]) {
            consumers.push_back(after[consumer]);
            addPlaces(network, topology, consumer, layer, takenAs[consumer], places);
            height[layer] = std::max(height[layer], height[consumer] + 1);
        }
        after[layer] = mixed(before[layer], std::move(consumers));
        takenAs[layer] = mixed(after[layer], std::move(places));
    }
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto made = [&](std::size_t layer) { return network::outputWords(network.layers[layer]); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tuple(depth[a], height[a], made(b), after[a], takenAs[a])
               < std::tuple(depth[b], height[b], made(a), after[b], takenAs[b]);
    });
    return order;
}

/// The network with its layers in this order.
Network inOrder(const Network& network, const std::vector<std::size_t>& order)
{
    Network ordered = network;
    for (std::size_t place = 0; place < order.size(); ++place) {
        ordered.layers[place] = network.layers[order[place]];
    }
    return ordered;
}

std::vector<std::size_t> layersOf(const Vertices& vertices, std::size_t first, std::size_t last)
{
    std::vector<std::size_t> layers;
    for (std::size_t vertex = first; vertex < last; ++vertex) {
        layers.insert(layers.end(), vertices[vertex].begin(), vertices[vertex].end());
    }
    return layers;
}

/// Moves vertices past others that do not depend on them, as long as that leaves less to be moved over DRAM.
class OrderSearch {
public:
    OrderSearch(const Network& network, const Topology& topology, Vertices start)
        : m_network(network),
          m_topology(topology),
          m_vertices(std::move(start)),
          m_isSmall(m_vertices.size() <= mostWholeVertices)
    {}

    Vertices run()
    {
        bool changed = true;
        for (int sweep = 0; sweep < mostSweeps && changed; ++sweep) {
            changed = false;
            for (std::size_t length = 1; length <= longestRun; ++length) {
                for (std::size_t from = 0; from + length < m_vertices.size(); ++from) {
                    changed |= moveOn(from, length);
                }
            }
        }
        return std::move(m_vertices);
    }

private:
    /// The vertices from `from` on move past those behind them: which is to move these forward, too.
    bool moveOn(std::size_t from, std::size_t length)
    {
        const std::size_t last = std::min(m_vertices.size(), from + length + farthestMove);
        bool changed = false;
        for (std::size_t end = from + length + 1; end <= last && m_tries < mostTries; ++end) {
            const std::optional<std::vector<std::size_t>> moved = afterMove(from, from + length, end);
            if (!moved) {
                break;
            }
            ++m_tries;
            changed |= takeIfLess(from, end, *moved);
        }
        return changed;
    }

    /// The layers of the vertices from `first` to `last` with those up to `middle` behind the others. Layers that had joined one of the others,
    /// but take what moves, follow. None if another vertex begins with such a layer.
    [[nodiscard]] std::optional<std::vector<std::size_t>> afterMove(std::size_t first, std::size_t middle,
                                                                    std::size_t last) const
    {
        std::vector<std::size_t> behind = layersOf(m_vertices, first, middle);
        std::vector<std::size_t> layers;
        for (std::size_t vertex = middle; vertex < last; ++vertex) {
            for (const std::size_t layer : m_vertices[vertex]) {
                const auto& sources = m_topology.sources[layer];
                const bool follows = std::any_of(sources.begin(), sources.end(), [&](const Source& source) {
                    return source.kind == Source::Kind::Layer
                           && std::find(behind.begin(), behind.end(), source.index) != behind.end();
                });
                if (follows && layer == m_vertices[vertex].front()) {
                    return std::nullopt;
                }
                (follows ? behind : layers).push_back(layer);
            }
        }
        layers.insert(layers.end(), behind.begin(), behind.end());
        return layers;
    }

    bool takeIfLess(std::size_t first, std::size_t last, const std::vector<std::size_t>& layers)
    {
        const std::size_t reach = segmentLengths.back() - 1;
        const std::size_t begin = m_isSmall ? 0 : first - std::min(first, reach);
        const std::size_t end = m_isSmall ? m_vertices.size() : std::min(m_vertices.size(), last + reach);
        std::vector<std::size_t> window = layersOf(m_vertices, begin, first);
        window.insert(window.end(), layers.begin(), layers.end());
        const std::vector<std::size_t> rest = layersOf(m_vertices, last, end);
        window.insert(window.end(), rest.begin(), rest.end());
        const Vertices moved = network::verticesOf(m_network, m_topology, window);
        const auto at = [&](std::size_t vertex) { return m_vertices.begin() + static_cast<std::ptrdiff_t>(vertex); };
        if (!isTopological(moved) || !(wordsOf(moved) < wordsOf({at(begin), at(end)}))) {
            return false;
        }
        m_vertices.insert(m_vertices.erase(at(begin), at(end)), moved.begin(), moved.end());
        return true;
    }

    /// A layer without weights may have joined a vertex before another of its sources.
    [[nodiscard]] bool isTopological(const Vertices& vertices) const
    {
        std::set<std::size_t> waiting;
        for (const std::vector<std::size_t>& vertex : vertices) {
            waiting.insert(vertex.begin(), vertex.end());
        }
        for (const std::vector<std::size_t>& vertex : vertices) {
            for (const std::size_t layer : vertex) {
                for (const Source& source : m_topology.sources[layer]) {
                    if (source.kind == Source::Kind::Layer && waiting.contains(source.index)) {
                        return false;
                    }
                }
                waiting.erase(layer);
            }
        }
        return true;
    }

    /// Over DRAM for an item of the batch, with the best chain of legal segments of each of the lengths: what each reads from outside, once, and
    /// what it makes for others. Where all of the network may be one segment, without its weights, which stay.
    [[nodiscard]] double wordsOf(const Vertices& vertices) const
    {
        const SegmentOptions options{true, true, m_isSmall ? infinite : static_cast<double>(segmentLengths.back())};
        const std::vector<pipeline::Segment> segments = segmentsOf(m_network, m_topology, options, vertices);
        std::vector<std::size_t> vertexAt; // by place of a layer
        for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex) {
            vertexAt.insert(vertexAt.end(), vertices[vertex].size(), vertex);
        }
        std::vector<std::vector<std::pair<std::size_t, const pipeline::Segment*>>> endingAt(vertexAt.size() + 1);
        for (const pipeline::Segment& segment : segments) {
            endingAt[segment.first + segment.layerCount()].emplace_back(segment.first, &segment);
        }
        std::array<std::vector<double>, segmentLengths.size()> least;
        for (auto& ofLength : least) {
            ofLength.assign(vertexAt.size() + 1, infinite);
            ofLength.front() = 0;
        }
        for (std::size_t end = 1; end <= vertexAt.size(); ++end) {
            std::size_t known = end; // both arrangements of one run move the same
            double words = 0;
            for (const auto& [first, segment] : endingAt[end]) {
                if (first != known) {
                    known = first;
                    words = wordsOf(*segment);
                }
                const std::size_t length = vertexAt[end - 1] - vertexAt[first] + 1;
                const bool isWhole = segment->layerCount() == m_network.layers.size();
                for (std::size_t i = 0; i < least.size(); ++i) {
                    if (length <= segmentLengths[i] || isWhole) {
                        least[i][end] = std::min(least[i][end], least[i][first] + words);
                    }
                }
            }
        }
        double sum = 0;
        for (const auto& ofLength : least) {
            sum += ofLength.back();
        }
        return sum;
    }

    [[nodiscard]] double wordsOf(const pipeline::Segment& segment) const
    {
        std::set<std::size_t> inside;
        for (const std::vector<std::size_t>& region : segment.regions) {
            inside.insert(region.begin(), region.end());
        }
        std::set<std::pair<Source::Kind, std::size_t>> taken;
        double words = 0;
        for (const std::size_t layer : inside) {
            const network::Layer& own = m_network.layers[layer];
            words += inside.size() == m_network.layers.size() ? 0 : static_cast<double>(network::weightWords(own));
            for (const Source& source : m_topology.sources[layer]) {
                const bool isInside = source.kind == Source::Kind::Layer && inside.contains(source.index);
                if (!isInside && taken.emplace(source.kind, source.index).second) {
                    words += static_cast<double>(network::channelsOf(m_network, source)
                                                 * network::sizeOf(m_network, source).size());
                }
            }
            const auto& consumers = m_topology.consumers[layer];
            const bool stays = !consumers.empty()
                               && std::all_of(consumers.begin(), consumers.end(),
                                              [&](std::size_t consumer) { return inside.contains(consumer); });
            words += stays ? 0 : static_cast<double>(network::outputWords(own));
        }
        return words;
    }

    const Network& m_network;
    const Topology& m_topology;
    Vertices m_vertices;
    bool m_isSmall;
    std::size_t m_tries = 0;
};

Vertices searchOrder(const Network& network)
{
    const Topology topology = network::topologyOf(network);
    const std::vector<std::size_t> canonical = canonicalOrder(network, topology);
    Vertices start = network::scheduleVertices(inOrder(network, canonical));
    for (std::vector<std::size_t>& vertex : start) {
        for (std::size_t& layer : vertex) {
            layer = canonical[layer];
        }
    }
    return OrderSearch(network, topology, std::move(start)).run();
}

/// The orders that were found last: each solve asks for one several times.
class KnownOrders {
public:
    Vertices orderOf(const Network& network)
    {
        {
            const std::scoped_lock lock(m_mutex);
            const auto known =
                std::find_if(m_known.begin(), m_known.end(), [&](const auto& own) { return own.first == network; });
            if (known != m_known.end()) {
                return known->second;
            }
        }
        Vertices order = searchOrder(network);
        const std::scoped_lock lock(m_mutex);
        m_known.emplace_front(network, order);
        if (m_known.size() > ordersKept) {
            m_known.pop_back();
        }
        return order;
    }

private:
    std::mutex m_mutex;
    std::deque<std::pair<Network, Vertices>> m_known;
};

} // namespace

Vertices runVertices(const Network& network)
{
    static KnownOrders known;
    return known.orderOf(network);
}

std::vector<std::size_t> runOrder(const Network& network)
{
    const Vertices vertices = runVertices(network);
    return layersOf(vertices, 0, vertices.size());
}

} // namespace tilescape::search
