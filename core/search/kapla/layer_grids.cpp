#include "core/search/kapla/layer_grids.h"

#include "core/search/space/best_few.h"

#include <algorithm>

namespace tilescape::search {

namespace {

/// Where cycles decide, estimates rule out most grids, on a small chip there are few, and so there are for few layers: so many may be looked at.
constexpr std::size_t mostGridsOfFew = 256;
/// In the first round of `bestOfSizes`, whose numbers of tiles are far from each other: enough for all of these on 16 x 16 tiles, since
/// estimates may be all alike.
constexpr std::size_t mostFarApart = 24;
constexpr std::size_t mostGridsOfRound = 12; ///< in each of the others
constexpr double aboutBest = 0.02;           ///< what is so much worse, others of about as many tiles may make up for
constexpr double aboutAsWell = 0.002;        ///< as another: estimates differ by no larger fraction
constexpr double sameSize = 1.25;            ///< about as many tiles: less than so many times as many

/// Whether two grids have about as many tiles.
bool isNear(Count one, Count other)
{
    return static_cast<double>(std::max(one, other)) < sameSize * static_cast<double>(std::min(one, other));
}

} // namespace

std::vector<Extent> LayerGrids::bestOfAll(std::size_t kept) const
{
    BestFew<double, Extent> best(kept);
    for (std::size_t number = 0; number < std::min(m_grids.size(), mostGridsOfFew); ++number) {
        const double most = best.isFull() ? best.worst() : m_useful;
        if (!(m_grids[number].cost < most)) {
            break;
        }
        const double cost = m_leastOn(m_grids[number].grid, most);
        if (cost < most) {
            best.offer(cost, m_grids[number].grid);
        }
    }
    std::vector<Extent> found;
    for (const auto& [cost, grid] : best.entries()) {
        found.push_back(grid);
    }
    return found;
}

std::vector<Extent> LayerGrids::bestOfSizes(double mostEstimate, std::size_t kept, double mostOver)
{
    const auto squarestOf = [this](const GridEstimate& own) -> const GridEstimate& { return squarest(own); };
    const auto itself = [](const GridEstimate& own) -> const GridEstimate& { return own; };
    const auto isNearToOne = [](const std::vector<Count>& sizes, Count size) {
        return std::any_of(sizes.begin(), sizes.end(), [size](Count own) { return isNear(own, size); });
    };
    const auto isLookedAt = [this](Count size) {
        return std::any_of(m_looked.begin(), m_looked.end(),
                           [size](const auto& own) { return own.second.size() == size; });
    };
    const auto isFarFromAll = [this](Count size) {
        return std::none_of(m_looked.begin(), m_looked.end(),
                            [size](const auto& own) { return isNear(own.second.size(), size); });
    };
    lookAtThose(mostFarApart, mostEstimate, isFarFromAll, squarestOf);
    for (const double asGood : {0.0, aboutBest}) {
        lookAtThose(
            mostGridsOfRound, mostEstimate,
            [&, near = sizesWithin(asGood)](Count size) { return isNearToOne(near, size) && !isLookedAt(size); },
            squarestOf);
    }
    lookAtThose(
        mostGridsOfRound, mostEstimate, [&, best = sizesWithin(0)](Count size) { return isNearToOne(best, size); },
        itself);

    std::stable_sort(m_looked.begin(), m_looked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Extent> found;
    for (const auto& [cost, grid] : m_looked) {
        const bool isLikely = found.size() < kept && cost < m_useful && cost < m_looked.front().first * (1 + mostOver);
        if (isLikely && std::none_of(found.begin(), found.end(), [size = grid.size()](Extent other) { return isNear(size, other.size()); })) {
            found.push_back(grid);
        }
    }
    return found;
}

/// Up to `most` grids more, for each number of tiles that is asked for, by ascending estimate.
template <typename IsAsked, typename GridFor>
void LayerGrids::lookAtThose(std::size_t most, double mostEstimate, const IsAsked& isAsked, const GridFor& gridFor)
{
    const std::size_t end = m_looked.size() + most;
    for (const GridEstimate& own : m_grids) {
        if (m_looked.size() == end || !(own.cost < std::min(least(), mostEstimate))) {
            break;
        }
        if (!isAsked(own.grid.size())) {
            continue;
        }
        const Extent grid = gridFor(own).grid;
        if (std::none_of(m_looked.begin(), m_looked.end(), [grid](const auto& known) { return known.second == grid; })) {
            m_looked.emplace_back(m_leastOn(grid, m_useful), grid);
        }
    }
}

/// Of the grids of as many tiles as `one` that are estimated to do about as well, the one with the shortest ways.
const GridEstimate& LayerGrids::squarest(const GridEstimate& one) const
{
    const GridEstimate* best = &one;
    for (const GridEstimate& own : m_grids) {
        const bool isAsGood = own.grid.size() == one.grid.size() && own.cost <= one.cost * (1 + aboutAsWell);
        if (isAsGood && own.grid.height + own.grid.width < best->grid.height + best->grid.width) {
            best = &own;
        }
    }
    return *best;
}

/// What the best grid so far costs: `m_useful` as long as none costs less.
double LayerGrids::least() const
{
    double least = m_useful;
    for (const auto& [cost, grid] : m_looked) {
        least = std::min(least, cost);
    }
    return least;
}

/// Of all that are of use and at most so much worse than the best, as a fraction.
std::vector<Count> LayerGrids::sizesWithin(double mostOver) const
{
    std::vector<Count> sizes;
    for (const auto& [cost, grid] : m_looked) {
        if (cost < m_useful && cost <= least() * (1 + mostOver)) {
            sizes.push_back(grid.size());
        }
    }
    return sizes;
}

} // namespace tilescape::search
