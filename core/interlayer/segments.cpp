#include "core/interlayer/segments.h"

#include "core/support/factors.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

namespace tilescape::interlayer {

using network::Network;
using network::Source;
using network::Topology;

std::vector<Placement> Segment::placements(Count number) const
{
    std::vector<Placement> found;
    for (std::size_t region = 0; region < regions.size(); ++region) {
        for (std::size_t slot = 0; slot < regions[region].size(); ++slot) {
            found.push_back(
                {regions[region][slot], {number, static_cast<Count>(region), static_cast<Count>(slot)}});
        }
    }
    return found;
}

std::size_t Segment::layerCount() const
{
    std::size_t count = 0;
    for (const auto& region : regions) {
        count += region.size();
    }
    return count;
}

namespace {

constexpr double leastUtilization = 0.95;
constexpr std::size_t fromOutside = static_cast<std::size_t>(-1);

class SegmentFinder {
public:
    SegmentFinder(const Network& network, const Topology& topology, const SegmentOptions& options)
        : m_network(network), m_topology(topology), m_options(options), m_vertices(network::scheduleVertices(network)),
          m_before(m_vertices.size()), m_after(m_vertices.size())
    {
        std::vector<std::size_t> vertexOf(network.layers.size());
        for (std::size_t vertex = 0; vertex < m_vertices.size(); ++vertex) {
            m_first.push_back(vertex == 0 ? 0 : m_first.back() + m_vertices[vertex - 1].size());
            for (const std::size_t layer : m_vertices[vertex]) {
                vertexOf[layer] = vertex;
            }
        }
        for (std::size_t vertex = 0; vertex < m_vertices.size(); ++vertex) {
            for (const std::size_t layer : m_vertices[vertex]) {
                for (const Source& source : topology.sources[layer]) {
                    const std::size_t before =
                        source.kind == Source::Kind::Layer ? vertexOf[source.index] : fromOutside;
                    if (before != vertex) {
                        m_before[vertex].insert(before);
                        if (before != fromOutside) {
                            m_after[before].insert(vertex);
                        }
                    }
                }
            }
        }
    }

    std::vector<Segment> run()
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
            const auto outside = static_cast<std::size_t>(
                std::count_if(after.begin(), after.end(), [&](std::size_t next) { return next < first || next > last; }));
            if (outside < after.size() && outside > 1) {
                return false;
            }
        }
        return true;
    }

    void add(std::size_t first, std::size_t last)
    {
        Segment spatial{m_first[first], {}};
        Segment temporal{m_first[first], {{}}};
        for (std::size_t vertex = first; vertex <= last; ++vertex) {
            spatial.regions.push_back(m_vertices[vertex]);
            temporal.regions.front().insert(temporal.regions.front().end(), m_vertices[vertex].begin(),
                                            m_vertices[vertex].end());
        }
        if (spatial.layerCount() == 1) {
            return;
        }
        if (m_options.sideBySide && isSound(spatial)) {
            m_found.push_back(spatial);
        }
        if (m_options.oneAfterAnother && isSound(temporal) && !(m_options.sideBySide && spatial == temporal)) {
            m_found.push_back(temporal);
        }
    }

    /// Each layer reads from memory or from one neighbour; a region reads from one neighbour at most; in a region each
    /// layer's output goes to the next one.
    [[nodiscard]] bool isSound(const Segment& segment) const
    {
        const std::vector<Placement> placements = segment.placements(0);
        const auto find = [&](std::size_t layer) {
            return std::find_if(placements.begin(), placements.end(),
                                [layer](const Placement& placed) { return placed.layer == layer; });
        };
        std::set<Count> regionsWithNeighbour;
        for (const Placement& placed : placements) {
            if (network::hasOperand(m_network.layers[placed.layer])) {
                return false; // both operands come from memory
            }
            bool memory = false;
            bool neighbour = false;
            for (const Source& source : m_topology.sources[placed.layer]) {
                const auto maker = source.kind == Source::Kind::Layer ? find(source.index) : placements.end();
                memory |= maker == placements.end();
                neighbour |= maker != placements.end() && maker->position.region != placed.position.region;
            }
            if ((memory && neighbour) || (neighbour && !regionsWithNeighbour.insert(placed.position.region).second)) {
                return false;
            }
            std::size_t local = 0;
            bool toNext = false;
            for (const std::size_t consumer : m_topology.consumers[placed.layer]) {
                const auto taker = find(consumer);
                if (taker != placements.end() && taker->position.region == placed.position.region) {
                    ++local;
                    toNext |= taker->position.slot == placed.position.slot + 1;
                }
            }
            const auto slots = static_cast<Count>(segment.regions[static_cast<std::size_t>(placed.position.region)].size());
            if (local == 0 ? placed.position.slot != slots - 1 : local != 1 || !toNext) {
                return false;
            }
        }
        return true;
    }

    const Network& m_network;
    const Topology& m_topology;
    const SegmentOptions& m_options;
    std::vector<std::vector<std::size_t>> m_vertices;
    std::vector<std::set<std::size_t>> m_before; ///< `fromOutside`: the network's inputs
    std::vector<std::set<std::size_t>> m_after;
    std::vector<std::size_t> m_first; ///< of each vertex: place of its first layer in the order
    std::vector<Segment> m_found;
};

/// Tiles for each region in multiples of `height`; empty if a region would get none.
std::vector<Count> shareTiles(const std::vector<double>& operations, Count height, Count tiles)
{
    const double all = std::accumulate(operations.begin(), operations.end(), 0.0);
    std::vector<double> fair;
    std::vector<Count> given;
    for (const double own : operations) {
        fair.push_back(own / all * static_cast<double>(tiles));
        const double stripes = std::nearbyint(fair.back() / static_cast<double>(height));
        given.push_back(std::max<Count>(1, static_cast<Count>(stripes)) * height);
    }
    for (Count sum = std::accumulate(given.begin(), given.end(), Count{0}); sum != tiles;) {
        // Whoever is furthest from a fair share gives or takes.
        std::size_t chosen = 0;
        for (std::size_t i = 1; i < given.size(); ++i) {
            const double excess = static_cast<double>(given[i]) - fair[i];
            const double most = static_cast<double>(given[chosen]) - fair[chosen];
            if (sum > tiles ? excess > most : excess < most) {
                chosen = i;
            }
        }
        const Count step = sum > tiles ? -height : height;
        given[chosen] += step;
        sum += step;
    }
    return std::find(given.begin(), given.end(), 0) == given.end() ? given : std::vector<Count>{};
}

/// Stripes one below the other, walked left to right, then right to left, and so on.
std::vector<dataflow::Region> layInStripes(const std::vector<Count>& tiles, Extent chip)
{
    Count height = chip.height;
    for (const Count own : tiles) {
        height = std::gcd(height, own);
    }
    std::vector<dataflow::Region> regions;
    Count offset = 0;
    for (const Count own : tiles) {
        dataflow::Region region{{height, own / height}, {}};
        for (Count row = 0; row < region.extent.height; ++row) {
            for (Count step = offset; step < offset + region.extent.width; ++step) {
                const Count stripe = step / chip.width;
                const Count along = step % chip.width;
                region.tiles.push_back({stripe * height + row, stripe % 2 == 0 ? along : chip.width - 1 - along});
            }
        }
        offset += region.extent.width;
        regions.push_back(std::move(region));
    }
    return regions;
}

} // namespace

std::vector<Segment> segmentsOf(const Network& network, const Topology& topology, const SegmentOptions& options)
{
    return SegmentFinder(network, topology, options).run();
}

std::vector<dataflow::Region> allocate(const Network& network, const Segment& segment, Extent chip, bool zigzag)
{
    std::vector<double> operations;
    for (const auto& region : segment.regions) {
        double own = 0;
        for (const std::size_t layer : region) {
            own += static_cast<double>(network::operations(network.layers[layer]));
        }
        operations.push_back(own);
    }
    const double all = std::accumulate(operations.begin(), operations.end(), 0.0);
    if (!zigzag) {
        const std::vector<Count> tiles = shareTiles(operations, chip.height, chip.size());
        return tiles.empty() ? std::vector<dataflow::Region>{} : layInStripes(tiles, chip);
    }
    const std::vector<Count> heights = support::divisors(chip.height);
    for (auto height = heights.rbegin(); height != heights.rend(); ++height) {
        const std::vector<Count> tiles = shareTiles(operations, *height, chip.size());
        double slowest = 0;
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            slowest = std::max(slowest, operations[i] / static_cast<double>(tiles[i]));
        }
        if (!tiles.empty() && all / slowest / static_cast<double>(chip.size()) >= leastUtilization) {
            return layInStripes(tiles, chip);
        }
    }
    return {};
}

} // namespace tilescape::interlayer
