#pragma once

#include "core/search/space/grid_estimates.h"

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Chooses the grids, smaller than the chip, on which a layer by itself is planned: what their estimates rank is looked at more closely.
class LayerGrids {
public:
    /// What a layer costs on a grid; need not be exact where that is not below `most`.
    using LeastOn = std::function<double(Extent grid, double most)>;

    /// `grids` by ascending estimate; of use is what costs less than `useful`. All costs are in the units of `scalarOf`. `grids` must
    /// outlive this.
    LayerGrids(const std::vector<GridEstimate>& grids, double useful, LeastOn leastOn)
        : m_grids(grids), m_useful(useful), m_leastOn(std::move(leastOn))
    {}

    /// The best `kept`, best first, of all whose estimate leaves something to hope for, of the first 256 of these.
    [[nodiscard]] std::vector<Extent> bestOfAll(std::size_t kept) const;

    /// The best of those that are estimated below `mostEstimate`, and of grids of far more or fewer tiles those that cost less than `mostOver`
    /// more, as a fraction: layouts may make up for that. `kept` at most. Grids of
    /// about as many tiles mostly do about as well: numbers of tiles far from each other are looked at first, then those near the best of
    /// these, those near such as do about as well, then other shapes of about as many as the best has.
    [[nodiscard]] std::vector<Extent> bestOfSizes(double mostEstimate, std::size_t kept, double mostOver);

private:
    template <typename IsAsked, typename GridFor>
    void lookAtThose(std::size_t most, double mostEstimate, const IsAsked& isAsked, const GridFor& gridFor);
    [[nodiscard]] const GridEstimate& squarest(const GridEstimate& one) const;
    [[nodiscard]] double least() const;
    [[nodiscard]] std::vector<Count> sizesWithin(double mostOver) const;

    const std::vector<GridEstimate>& m_grids;
    double m_useful;
    LeastOn m_leastOn;
    std::vector<std::pair<double, Extent>> m_looked; ///< cost and grid, in the order in which they were looked at
};

} // namespace tilescape::search
