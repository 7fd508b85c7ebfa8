#pragma once

#include "core/search/kapla/segment_plan.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace tilescape::search {

/// What each layer's best choice costs, summed up, in the units of `scalarOf`, with hops as groups were searched with. Infinite if a layer has
/// none.
double sumOfBest(const SegmentPlan& plan, const std::vector<std::vector<CandidateChoice>>& choices);

/// What choices cost that have room for all layers of a region at once: of three layers, each two may have room that all three have not.
class RoomTogether {
public:
    /// `choices` by place. Both arguments must outlive this, and the plan must have its room.
    RoomTogether(const SegmentPlan& plan, const std::vector<std::vector<CandidateChoice>>& choices);

    /// Whether they cost more than the best choice of each layer by no more than this fraction. True where so many are tried in vain that others
    /// may well do.
    bool isThere(double mostOver);

    /// By how much those that cost least cost more than the best choice of each layer, in the units of `scalarOf`. Infinite if none have room, 0
    /// where so many are tried in vain that others may well do.
    double leastOver();

private:
    struct Own {
        double over = 0; ///< what it costs above the best choice of the layer
        pipeline::RegionShare share;
    };

    template <typename OverOf>
    double allRegions(const OverOf& overOf);
    double leastOver(std::size_t first, double most, double enough);
    void extend(std::size_t place, double over);

    const SegmentPlan& m_plan;
    int m_mostSteps;
    std::vector<std::vector<Own>> m_choices; ///< by place, the cheapest first
    std::vector<double> m_least;             ///< by place
    std::vector<pipeline::RegionShare> m_shares;
    double m_best = std::numeric_limits<double>::infinity();
    double m_most = std::numeric_limits<double>::infinity(); ///< more is of no use
    double m_enough = 0;                                     ///< less is not looked for
    int m_steps = 0;
};

} // namespace tilescape::search
