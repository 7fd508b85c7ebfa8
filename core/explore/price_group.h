#pragma once

#include "core/explore/point.h"
#include "core/explore/price_bound.h"

#include <cmath>
#include <vector>

namespace tilescape::explore {

/// Points that differ in prices only, as far as they are solved: what the schedules found there would take at other prices, and
/// what no schedule goes below if none of these points has a better one.
class PriceGroup {
public:
    /// A point that was solved; the result must outlive the group.
    void add(const hardware::Machine& machine, const PointResult& result);
    /// After the last `add` of a round; all points have this goal.
    void close(search::Goal goal);
    /// The best schedule of the group, priced for the problem, if what the goal minimizes is at most the part `within` above
    /// its bound.
    [[nodiscard]] std::optional<PointResult> take(const schedule::Problem& problem, double within) const;

private:
    struct Found {
        EnergyParts prices{};
        const PointResult* result = nullptr;
    };
    [[nodiscard]] double valueAt(const Found& schedule, const EnergyParts& prices) const;
    [[nodiscard]] PointResult priced(const Found& best, const schedule::Problem& problem, const EnergyParts& prices) const;

    search::Goal m_goal = search::Goal::Energy;
    std::vector<Found> m_found;      ///< points with a schedule
    std::vector<KnownLeast> m_least; ///< of the same points, from all schedules
    double m_leastCycles = HUGE_VAL;
    const PointResult* m_seen = nullptr; ///< any point
};

} // namespace tilescape::explore
