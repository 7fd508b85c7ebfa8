#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

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

/// How a point is solved.
struct PointOptions {
    bool proveBounds = false; ///< raise the lower bound by `schedule::proveBounds`, as long as a solve with KAPLA
    friend bool operator==(const PointOptions&, const PointOptions&) = default;
};

/// Solves the problem. Faults of the problem are a result without schedule. Empty if it was stopped.
std::optional<PointResult> solvePoint(const schedule::Problem& problem, const PointOptions& options,
                                      const schedule::SolveControl& control);

} // namespace tilescape::explore
