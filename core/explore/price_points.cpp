#include "core/explore/price_points.h"

#include "core/explore/price_group.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <bit>

namespace tilescape::explore {

namespace {

/// The ends of a row of values are there at once, then the middles of what is between.
int roundOfRow(std::size_t row, std::size_t count)
{
    if (row == 0 || row + 1 >= count) {
        return 0;
    }
    std::size_t from = 0;
    std::size_t to = count - 1;
    for (int round = 1;; ++round) {
        const std::size_t middle = (from + to) / 2;
        if (row == middle) {
            return round;
        }
        (row < middle ? to : from) = middle;
    }
}

bool hasPrices(const Axis& axis)
{
    return std::all_of(axis.keys.begin(), axis.keys.end(), [](const std::string& key) { return isPrice(key); });
}

/// One run in rounds.
class Rounds {
public:
    Rounds(const Base& base, std::span<const std::vector<Setting>> points, const PointResults& known, const PointOptions& options,
           const RunControl& control, const SolvePoints& solve)
        : m_base(base), m_points(points), m_options(options), m_control(control), m_solve(solve), m_results(known)
    {
        std::map<std::vector<std::string>, std::size_t> numbers;
        for (const std::vector<Setting>& settings : points) {
            std::vector<std::string> others;
            for (const Setting& setting : settings) {
                if (!isPrice(setting.key)) {
                    others.push_back(setting.value);
                }
            }
            m_groupOf.push_back(numbers.emplace(std::move(others), numbers.size()).first->second);
        }
        m_groups.resize(numbers.size());
    }

    /// Whether the round was not stopped.
    bool run(const std::vector<std::size_t>& turn)
    {
        takeOrSolve(turn);
        const auto isKnown = [&](std::size_t point) { return m_results.contains(point); };
        if (m_control.stop.stop_requested() || !std::all_of(turn.begin(), turn.end(), isKnown)) {
            return false;
        }
        std::map<std::size_t, search::Goal> changed;
        for (const std::size_t point : turn) {
            const PointResult& result = m_results.at(point);
            if (!result.within) {
                const schedule::Problem problem = problemWith(m_base, m_points[point]);
                m_groups[m_groupOf[point]].add(hardware::machineOf(problem.hardware), result);
                changed[m_groupOf[point]] = problem.goal;
            }
        }
        for (const auto& [group, goal] : changed) {
            m_groups[group].close(goal);
        }
        return true;
    }

private:
    void takeOrSolve(const std::vector<std::size_t>& turn)
    {
        std::vector<std::size_t> open;
        std::copy_if(turn.begin(), turn.end(), std::back_inserter(open),
                     [&](std::size_t point) { return !m_results.contains(point); });
        std::vector<std::optional<PointResult>> taken(open.size());
        support::parallelFor(open.size(), m_control.threads, [&](std::size_t i) {
            const PriceGroup& group = m_groups[m_groupOf[open[i]]];
            taken[i] = group.take(problemWith(m_base, m_points[open[i]]), m_options.within);
        });
        std::vector<std::size_t> unsettled;
        std::vector<std::vector<Setting>> settings;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (taken[i]) {
                report(open[i], *std::move(taken[i]));
            } else {
                unsettled.push_back(open[i]);
                settings.push_back(m_points[open[i]]);
            }
        }
        RunControl own = m_control;
        own.onPoint = [&](std::size_t index, const PointResult& result) { report(unsettled[index], result); };
        m_solve(m_base, settings, m_options, own);
    }

    void report(std::size_t point, PointResult result)
    {
        const PointResult& kept = m_results.emplace(point, std::move(result)).first->second;
        if (m_control.onPoint) {
            m_control.onPoint(point, kept);
        }
    }

    const Base& m_base;
    std::span<const std::vector<Setting>> m_points;
    const PointOptions& m_options;
    const RunControl& m_control;
    const SolvePoints& m_solve;
    PointResults m_results; ///< to which the groups refer
    std::vector<std::size_t> m_groupOf; ///< by point
    std::vector<PriceGroup> m_groups;
};

} // namespace

int roundOf(const Sweep& sweep, std::size_t number)
{
    if (sweep.pattern == Pattern::Sobol) {
        return static_cast<int>(std::bit_width(number));
    }
    if (sweep.pattern == Pattern::List) {
        return roundOfRow(number, pointCount(sweep));
    }
    int round = 0;
    std::size_t first = 1; // point of an axis that is varied by itself
    for (std::size_t a = sweep.axes.size(); a-- > 0 && sweep.pattern == Pattern::Grid;) {
        const std::size_t size = sweep.axes[a].values.size();
        round = hasPrices(sweep.axes[a]) ? std::max(round, roundOfRow(number % size, size)) : round;
        number /= size;
    }
    for (std::size_t a = 0; a < sweep.axes.size() && sweep.pattern == Pattern::OneByOne; ++a) {
        const std::size_t size = sweep.axes[a].values.size();
        if (number >= first && number < first + size && hasPrices(sweep.axes[a])) {
            return roundOfRow(number - first, size);
        }
        first += size;
    }
    return round;
}

void solveByPrices(const Base& base, std::span<const std::vector<Setting>> points, std::span<const int> rounds,
                   const PointResults& known, const PointOptions& options, const RunControl& control, const SolvePoints& solve)
{
    std::map<int, std::vector<std::size_t>> turns;
    for (std::size_t point = 0; point < points.size(); ++point) {
        turns[rounds[point]].push_back(point);
    }
    Rounds run(base, points, known, options, control, solve);
    for (const auto& [round, turn] : turns) {
        if (!run.run(turn)) {
            return;
        }
    }
}

} // namespace tilescape::explore
