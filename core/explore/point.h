#pragma once

#include "core/explore/energy_parts.h"
#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::explore {

/// What is known of one problem after it was solved.
struct PointResult {
    schedule::Status status = schedule::Status::Infeasible;
    double energyPj = 0;
    double cycles = 0;
    double seconds = 0; ///< cycles at the chip's clock
    double areaMm2 = 0; ///< of the chip; known without a schedule as well
    double gops = 0;    ///< needed operations a nanosecond; a multiply and an add count as two
    double dramWords = 0;
    /// What the goal minimizes, divided by its proven lower bound.
    double gap = 0;
    std::string reason; ///< in one line, where there is no schedule
    /// The energy by cause, where `PointOptions::within` asks for it.
    std::optional<EnergyParts> parts{};
    /// Of a point that was not solved itself but has the best schedule of other points: what its goal may at most be above
    /// `priceBound` of these, as a part of it.
    std::optional<double> within{};

    [[nodiscard]] bool hasSchedule() const
    {
        return status == schedule::Status::Optimal || status == schedule::Status::Feasible;
    }
    friend bool operator==(const PointResult&, const PointResult&) = default;
};

/// One number of a point: a row for tables, axes of charts and objectives. Only the area is one without a schedule.
struct Measure {
    std::string_view key; ///< with its unit, as in files
    std::string_view label;
    std::string_view unit; ///< "" for a ratio or a bare count
    bool moreIsBetter = false;
    double (*of)(const PointResult&) = nullptr;
};
std::span<const Measure> measures();
/// Null if there is no such key.
const Measure* findMeasure(std::string_view key);
/// The measures of these keys, each of which exists, negated where more is better: smaller is better in all.
std::vector<double> minimized(const PointResult& result, std::span<const std::string> keys);

/// The largest `PointOptions::within`.
inline constexpr double mostWithin = 0.1;
/// That of a sweep over prices which says nothing else.
inline constexpr double usualWithin = 0.001;

/// How a point is solved.
struct PointOptions {
    bool proveBounds = false; ///< raise the lower bound by `schedule::proveBounds`, as long as a solve with KAPLA
    /// Points that differ in prices only may have each other's schedules, if that costs at most this part more than
    /// `priceBound`; 0: every point is solved. Not together with `proveBounds`.
    double within = 0;
    friend bool operator==(const PointOptions&, const PointOptions&) = default;
};

/// Solves the problem. Faults of the problem are a result without schedule. Empty if it was stopped.
std::optional<PointResult> solvePoint(const schedule::Problem& problem, const PointOptions& options,
                                      const schedule::SolveControl& control);

} // namespace tilescape::explore
