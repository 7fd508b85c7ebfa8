#include "core/search/space/segment_enumeration.h"

#include "core/search/space/run_order.h"
#include "core/search/space/search_task.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

namespace tilescape::search {

using network::Network;
using network::Source;
using network::Topology;

namespace {

constexpr std::size_t fromOutside = static_cast<std::size_t>(-1);

class SegmentFinder {
public:
    SegmentFinder(const Network& network, const Topology& topology, const SegmentOptions& options,
                  const std::vector<std::vector<std::size_t>>& vertices)
        : m_network(network),
          m_topology(topology),
          m_options(options),
          m_vertices(vertices),
          m_before(m_vertices.size()),
          m_after(m_vertices.size())
    {
        // Layers that stand in none of the vertices are vertices outside.
        std::vector<std::size_t> vertexOf(network.layers.size());
        std::iota(vertexOf.begin(), vertexOf.end(), m_vertices.size());
        for (std::size_t vertex = 0; vertex < m_vertices.size(); ++vertex) {
            m_first.push_back(vertex == 0 ? 0 : m_first.back() + m_vertices[vertex - 1].size());
            for (const std::size_t layer : m_vertices[vertex]) {
                vertexOf[layer] = vertex;
            }
        }
        for (std::size_t vertex = 0; vertex < m_vertices.size(); ++vertex) {
            for (const std::size_t layer : m_vertices[vertex]) {
                for (const Source& source : topology.sources[layer]) {
                    m_before[vertex].insert(source.kind == Source::Kind::Layer ? vertexOf[source.index] : fromOutside);
                }
                for (const std::size_t consumer : topology.consumers[layer]) {
                    m_after[vertex].insert(vertexOf[consumer]);
                }
            }
            m_before[vertex].erase(vertex);
            m_after[vertex].erase(vertex);
        }
    }

    std::vector<pipeline::Segment> run()
    {
        for (std::size_t vertex = 0; vertex < m_vertices.size(); ++vertex) {
            for (std::size_t i = 0; i < m_vertices[vertex].size(); ++i) {
                m_found.push_back({m_first[vertex] + i, {{m_vertices[vertex][i]}}});
            }
        }
        if (m_options.sideBySide || m_options.oneAfterAnother) {
            for (std::size_t first = 0; first < m_vertices.size(); ++first) {
                growFrom(first);
            }
        }
        return std::move(m_found);
    }

private:
    void growFrom(std::size_t first)
    {
        std::set<std::size_t> shared; // vertices of the segment, and what they depend on
        for (std::size_t end = first; end < m_vertices.size(); ++end) {
            const auto inside = [&](std::size_t vertex) { return vertex >= first && vertex < end; };
            if (end > first) {
                const bool sharesDependency = std::any_of(m_before[end].begin(), m_before[end].end(),
                                                          [&](std::size_t before) { return shared.contains(before); });
                if (m_options.linearChains && !follows(end)) {
                    return;
                }
                if (!sharesDependency || std::count_if(m_before[end].begin(), m_before[end].end(), inside) > 1) {
                    return;
                }
            }
            shared.insert(end);
            shared.insert(m_before[end].begin(), m_before[end].end());
            if (static_cast<double>(end - first + 1) <= m_options.mostVertices && isClosed(first, end)) {
                add(first, end);
            }
        }
    }

    /// The vertex takes all of its input from the one before it, which has no other consumer.
    [[nodiscard]] bool follows(std::size_t vertex) const
    {
        return m_before[vertex] == std::set{vertex - 1} && m_after[vertex - 1] == std::set{vertex};
    }

    /// No vertex hands most of its output to memory after all.
    [[nodiscard]] bool isClosed(std::size_t first, std::size_t last) const
    {
        for (std::size_t vertex = first; vertex <= last; ++vertex) {
            const auto& after = m_after[vertex];
            const auto outside = static_cast<std::size_t>(std::count_if(
                after.begin(), after.end(), [&](std::size_t next) { return next < first || next > last; }));
            if (outside < after.size() && outside > 1) {
                return false;
            }
        }
        return true;
    }

    void add(std::size_t first, std::size_t last)
    {
        pipeline::Segment spatial{m_first[first], {}};
        pipeline::Segment temporal{m_first[first], {{}}};
        for (std::size_t vertex = first; vertex <= last; ++vertex) {
            spatial.regions.push_back(m_vertices[vertex]);
            temporal.regions.front().insert(temporal.regions.front().end(), m_vertices[vertex].begin(),
                                            m_vertices[vertex].end());
        }
        if (spatial.layerCount() == 1) {
            return;
        }
        const bool sharesTiles =
            std::any_of(spatial.regions.begin(), spatial.regions.end(), [](const auto& layers) { return layers.size() > 1; });
        if (m_options.sideBySide && (m_options.sharedTiles || !sharesTiles) && isSound(spatial)) {
            m_found.push_back(spatial);
        }
        if (m_options.oneAfterAnother && isSound(temporal) && !(m_options.sideBySide && spatial == temporal)) {
            m_found.push_back(temporal);
        }
    }

    /// Each layer reads from memory or from one neighbour; a region reads from one neighbour at most; in a region each
    /// layer's output goes to the next one.
    [[nodiscard]] bool isSound(const pipeline::Segment& segment) const
    {
        const std::vector<pipeline::Placement> placements = segment.placements(0);
        const auto find = [&](std::size_t layer) {
            return std::find_if(placements.begin(), placements.end(),
                                [layer](const pipeline::Placement& placed) { return placed.layer == layer; });
        };
        std::set<Count> regionsWithNeighbour;
        for (const pipeline::Placement& placed : placements) {
            if (network::hasOperand(m_network.layers[placed.layer])) {
                return false; // both operands come from memory
            }
            bool memory = false;
            bool neighbour = false;
            for (const Source& source : m_topology.sources[placed.layer]) {
                const auto maker = source.kind == Source::Kind::Layer ? find(source.index) : placements.end();
                memory |= maker == placements.end();
                neighbour |= maker != placements.end() && maker->slot.region != placed.slot.region;
            }
            if ((memory && neighbour) || (neighbour && !regionsWithNeighbour.insert(placed.slot.region).second)) {
                return false;
            }
            std::size_t local = 0;
            bool toNext = false;
            for (const std::size_t consumer : m_topology.consumers[placed.layer]) {
                const auto taker = find(consumer);
                if (taker != placements.end() && taker->slot.region == placed.slot.region) {
                    ++local;
                    toNext |= taker->slot.index == placed.slot.index + 1;
                }
            }
            const auto slots = static_cast<Count>(segment.regions[static_cast<std::size_t>(placed.slot.region)].size());
            if (local == 0 ? placed.slot.index != slots - 1 : local != 1 || !toNext) {
                return false;
            }
        }
        return true;
    }

    const Network& m_network;
    const Topology& m_topology;
    const SegmentOptions& m_options;
    const std::vector<std::vector<std::size_t>>& m_vertices;
    std::vector<std::set<std::size_t>> m_before; ///< `fromOutside`: the network's inputs
    std::vector<std::set<std::size_t>> m_after;
    std::vector<std::size_t> m_first; ///< of each vertex: place of its first layer in the order
    std::vector<pipeline::Segment> m_found;
};

} // namespace

SegmentOptions segmentOptionsOf(const SearchSpace& space, const hardware::Shape& shape)
{
    return {space.spatialPipelining, space.keepOutputsOnChip, space.mostVertices, space.linearChains, shape.temporalPipelining};
}

std::vector<pipeline::Segment> segmentsOf(const Network& network, const Topology& topology,
                                          const SegmentOptions& options,
                                          const std::vector<std::vector<std::size_t>>& vertices)
{
    return SegmentFinder(network, topology, options, vertices).run();
}

std::vector<pipeline::Segment> segmentsOf(const SearchTask& task)
{
    return segmentsOf(task.network, task.topology, segmentOptionsOf(task.space, task.machine.shape),
                      runVertices(task.network));
}

} // namespace tilescape::search
