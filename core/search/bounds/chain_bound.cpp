#include "core/search/bounds/chain_bound.h"

#include "core/search/space/infinite.h"
#include "core/search/space/segment_enumeration.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace tilescape::search {

namespace {

/// Segments are bounded so many at once, by several threads; a stop waits for no more.
constexpr std::size_t segmentsAtOnce = 256;

class ChainBounding {
public:
    ChainBounding(const SearchTask& task, SegmentBounds& bounds, const std::stop_token& stop)
        : m_task(task), m_bounds(bounds), m_stop(stop), m_segments(segmentsOf(task))
    {
        std::stable_sort(m_segments.begin(), m_segments.end(),
                         [](const auto& first, const auto& second) { return first.first < second.first; });
    }

    /// Of energy, with `cyclePj` charged for each cycle.
    double energyAt(double cyclePj)
    {
        return least([&](std::span<const pipeline::Segment> segments) {
            std::vector<double> energies;
            for (const SegmentEnergyBound& own : m_bounds.energiesOf(segments, cyclePj)) {
                energies.push_back(own.energyPj);
            }
            return energies;
        });
    }
    double cycles()
    {
        return least([&](std::span<const pipeline::Segment> segments) { return m_bounds.cyclesOf(segments); });
    }

private:
    using BoundsOf = std::function<std::vector<double>(std::span<const pipeline::Segment>)>;

    double least(const BoundsOf& boundsOf)
    {
        std::vector<double> upTo(m_task.network.layers.size() + 1, infinite); // by number of layers that are done
        upTo.front() = 0;
        for (std::size_t begin = 0; begin < m_segments.size(); begin += segmentsAtOnce) {
            if (m_stop.stop_requested()) {
                return infinite;
            }
            const auto some = std::span(m_segments).subspan(begin, std::min(segmentsAtOnce, m_segments.size() - begin));
            const std::vector<double> bounds = boundsOf(some);
            for (std::size_t number = 0; number < some.size(); ++number) {
                double& end = upTo[some[number].first + some[number].layerCount()];
                end = std::min(end, upTo[some[number].first] + bounds[number]);
            }
        }
        return upTo.back();
    }

    const SearchTask& m_task;
    SegmentBounds& m_bounds;
    const std::stop_token& m_stop;
    std::vector<pipeline::Segment> m_segments;
};

} // namespace

/// Along each line the product is least at an end, so at a point where two cross, or at the least delay.
double leastProduct(const std::vector<EnergyLine>& lines, double leastCycles)
{
    std::vector<double> ends{leastCycles};
    for (const EnergyLine& first : lines) {
        for (const EnergyLine& second : lines) {
            if (first.cyclePj > second.cyclePj) {
                ends.push_back((first.least - second.least) / (first.cyclePj - second.cyclePj));
            }
        }
    }
    double product = infinite;
    for (const double cycles : ends) {
        if (cycles >= leastCycles) {
            double energy = 0;
            for (const EnergyLine& line : lines) {
                energy = std::max(energy, line.least - line.cyclePj * cycles);
            }
            product = std::min(product, energy * cycles);
        }
    }
    return product;
}

std::optional<LowerBound> chainBound(const SearchTask& task, SegmentBounds& bounds, Goal goal,
                                     const std::stop_token& stop)
{
    LowerBound bound = networkBound(task);
    if (task.machine.shape.tiles.size() > mostTilesOfChainBound) {
        return bound;
    }
    ChainBounding chains(task, bounds, stop);
    const double energyPj = chains.energyAt(0);
    const double cycles = chains.cycles();
    // Infinite: nothing fits.
    bound.energyPj = std::max(bound.energyPj, energyPj < infinite ? energyPj : 0);
    bound.cycles = std::max(bound.cycles, cycles < infinite ? cycles : 0);
    bound.energyDelay = std::max(bound.energyDelay, bound.energyPj * bound.cycles);
    if (goal == Goal::EnergyDelay && energyPj < infinite && bound.cycles > 0) {
        std::vector<EnergyLine> lines{{0, bound.energyPj}};
        for (const double part : std::array{0.5, 1.0, 2.0}) {
            const double cyclePj = part * bound.energyPj / bound.cycles;
            lines.push_back({cyclePj, chains.energyAt(cyclePj)});
        }
        bound.energyDelay = std::max(bound.energyDelay, leastProduct(lines, bound.cycles));
    }
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    return bound;
}

} // namespace tilescape::search
