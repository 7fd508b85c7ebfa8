#pragma once

#include "core/explore/sweep.h"

#include <functional>
#include <map>
#include <span>
#include <stop_token>

namespace tilescape::explore {

/// How a sweep is run.
struct RunControl {
    std::stop_token stop;
    /// Number of threads; 0: one for each core. The results are the same for any number.
    int threads = 0;
    /// Asked before each point is begun, by the thread that will solve it; may wait, as while a run is paused. May be empty.
    std::function<void()> beforePoint;
    /// Called for each point as its result is known, in any order, but never concurrently; may be empty.
    std::function<void(std::size_t number, const PointResult&)> onPoint;
};

/// Results by number of point.
using PointResults = std::map<std::size_t, PointResult>;

/// Solves the problem of each list of settings; neighbours should be alike, for what is known of one is used for the next. Calls
/// `onPoint` with the index in the list, and leaves out those that were not solved when it was stopped.
void solvePoints(const Base& base, std::span<const std::vector<Setting>> points, const PointOptions& options,
                 const RunControl& control);

/// What does the same as `solvePoints`, in whatever place.
using SolvePoints =
    std::function<void(const Base&, std::span<const std::vector<Setting>>, const PointOptions&, const RunControl&)>;

/// The results of all points; of fewer if stopped. What is `known` already is not solved again and not reported; points with
/// equal settings are solved once and reported each.
PointResults runSweep(const Sweep& sweep, PointResults known, const RunControl& control, const SolvePoints& solve = solvePoints);

/// The numbers, ascending, of the points that no other dominates by the sweep's objectives. Points without schedule are never
/// among them.
std::vector<std::size_t> frontOf(const PointResults& results, std::span<const std::string> objectives);

} // namespace tilescape::explore
