#include "core/explore/price_group.h"

#include "core/schedule/proven_bounds.h"

#include <algorithm>

namespace tilescape::explore {

void PriceGroup::add(const hardware::Machine& machine, const PointResult& result)
{
    m_seen = &result;
    if (result.hasSchedule() && result.parts) {
        m_found.push_back({pricesOf(machine), &result});
        m_leastCycles = std::min(m_leastCycles, result.cycles);
    }
}

void PriceGroup::close(search::Goal goal)
{
    m_goal = goal;
    m_least.clear();
    for (const Found& point : m_found) {
        double least = HUGE_VAL;
        for (const Found& schedule : m_found) {
            least = std::min(least, valueAt(schedule, point.prices));
        }
        m_least.push_back({point.prices, least});
    }
}

std::optional<PointResult> PriceGroup::take(const schedule::Problem& problem, double within) const
{
    if (!m_seen) {
        return std::nullopt;
    }
    if (m_found.empty()) { // no prices make a schedule fit
        PointResult none = *m_seen;
        none.areaMm2 = hardware::areaOf(problem.hardware).total();
        none.within = 0;
        return none;
    }
    const EnergyParts prices = pricesOf(hardware::machineOf(problem.hardware));
    const Found* best = nullptr;
    double least = HUGE_VAL;
    for (const Found& schedule : m_found) {
        const double value = valueAt(schedule, prices);
        if (value < least) {
            best = &schedule;
            least = value;
        }
    }
    const double bound = best ? priceBound(prices, m_least) : 0;
    if (!(least <= bound * (1 + within))) {
        return std::nullopt;
    }
    PointResult point = priced(*best, problem, prices);
    point.within = std::max(least / bound - 1, 0.0);
    return point;
}

/// What the goal minimizes; where that is the delay, the energy of the schedules with the least.
double PriceGroup::valueAt(const Found& schedule, const EnergyParts& prices) const
{
    if (m_goal == search::Goal::Delay && schedule.result->cycles > m_leastCycles) {
        return HUGE_VAL;
    }
    const auto parts = pricedAt(*schedule.result->parts, schedule.prices, prices);
    const double energy = parts ? totalOf(*parts) : HUGE_VAL;
    return m_goal == search::Goal::EnergyDelay ? energy * schedule.result->cycles : energy;
}

PointResult PriceGroup::priced(const Found& best, const schedule::Problem& problem, const EnergyParts& prices) const
{
    PointResult point = *best.result;
    point.status = schedule::Status::Feasible;
    point.parts = pricedAt(*best.result->parts, best.prices, prices);
    point.energyPj = totalOf(*point.parts);
    point.areaMm2 = hardware::areaOf(problem.hardware).total();
    const double value = m_goal == search::Goal::Energy  ? point.energyPj
                         : m_goal == search::Goal::Delay ? point.cycles
                                                         : point.energyPj * point.cycles;
    point.gap = value / schedule::boundOf(*schedule::networkBound(problem), m_goal);
    return point;
}

} // namespace tilescape::explore
