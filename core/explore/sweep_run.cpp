#include "core/explore/sweep_run.h"

#include "core/explore/pareto_front.h"
#include "core/explore/price_points.h"
#include "core/schedule/solver_cache.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

namespace tilescape::explore {

namespace {

/// Neighbours that one thread takes at once: what is known of one is used for the next, and no thread is left with many while
/// others have none.
std::size_t pieceOf(std::size_t count, std::size_t workers)
{
    return std::clamp<std::size_t>(count / (8 * workers), 1, 16);
}

/// Points that have equal settings, as a list of lists in the order in which they are solved.
std::vector<std::vector<std::size_t>> equalPoints(const Sweep& sweep)
{
    std::vector<std::vector<std::size_t>> groups;
    std::vector<Setting> last;
    for (const std::size_t point : solvingOrder(sweep)) {
        std::vector<Setting> settings = settingsAt(sweep, point);
        if (groups.empty() || settings != last) {
            groups.emplace_back();
            last = std::move(settings);
        }
        groups.back().push_back(point);
    }
    return groups;
}

} // namespace

void solvePoints(const Base& base, std::span<const std::vector<Setting>> points, const PointOptions& options,
                 const RunControl& control)
{
    const std::size_t count = points.size();
    const std::size_t threads = control.threads > 0 ? static_cast<std::size_t>(control.threads)
                                                    : std::max(1U, std::thread::hardware_concurrency());
    const std::size_t workers = std::max<std::size_t>(1, std::min(threads, count));
    const std::size_t piece = pieceOf(count, workers);
    std::atomic<std::size_t> next = 0;
    std::mutex reporting;
    support::parallelFor(workers, static_cast<int>(workers), [&](std::size_t) {
        schedule::SolverCache cache;
        schedule::SolveControl solve;
        solve.stop = control.stop;
        solve.threads = static_cast<int>(std::max<std::size_t>(1, threads / workers));
        solve.cache = &cache;
        for (std::size_t from = next.fetch_add(piece); from < count; from = next.fetch_add(piece)) {
            for (std::size_t i = from; i < std::min(from + piece, count); ++i) {
                if (control.beforePoint) {
                    control.beforePoint();
                }
                if (control.stop.stop_requested()) {
                    return;
                }
                const std::optional<PointResult> result = solvePoint(problemWith(base, points[i]), options, solve);
                const std::lock_guard lock(reporting);
                if (result && control.onPoint) {
                    control.onPoint(i, *result);
                }
            }
        }
    });
}

PointResults runSweep(const Sweep& sweep, PointResults known, const RunControl& control, const SolvePoints& solve)
{
    std::vector<std::vector<std::size_t>> groups = equalPoints(sweep);
    const bool byPrices = sweep.options.within > 0;
    if (!byPrices) { // else what is known serves other points
        const auto isKnown = [&](std::size_t point) { return known.contains(point); };
        std::erase_if(groups, [&](const auto& group) { return std::all_of(group.begin(), group.end(), isKnown); });
    }
    std::vector<std::vector<Setting>> points;
    std::vector<int> rounds;
    PointResults knownGroups;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        points.push_back(settingsAt(sweep, groups[i].front()));
        rounds.push_back(roundOf(sweep, groups[i].front()));
        const auto first =
            std::find_if(groups[i].begin(), groups[i].end(), [&](std::size_t point) { return known.contains(point); });
        if (first != groups[i].end()) {
            knownGroups.emplace(i, known.at(*first));
        }
    }
    PointResults results = std::move(known);
    RunControl own = control;
    own.onPoint = [&](std::size_t group, const PointResult& result) {
        for (const std::size_t point : groups[group]) {
            if (results.emplace(point, result).second && control.onPoint) {
                control.onPoint(point, result);
            }
        }
    };
    if (byPrices) {
        solveByPrices(sweep.base, points, rounds, knownGroups, sweep.options, own, solve);
    } else {
        solve(sweep.base, points, sweep.options, own);
    }
    return results;
}

std::vector<std::size_t> frontOf(const PointResults& results, std::span<const std::string> objectives)
{
    std::vector<std::size_t> numbers;
    std::vector<std::vector<double>> rows;
    for (const auto& [number, result] : results) {
        std::vector<double> row = minimized(result, objectives);
        const bool sound = std::none_of(row.begin(), row.end(), [](double value) { return std::isnan(value); });
        if (result.hasSchedule() && sound) {
            numbers.push_back(number);
            rows.push_back(std::move(row));
        }
    }
    std::vector<std::size_t> front = paretoFront(rows);
    std::transform(front.begin(), front.end(), front.begin(), [&](std::size_t row) { return numbers[row]; });
    return front;
}

} // namespace tilescape::explore
