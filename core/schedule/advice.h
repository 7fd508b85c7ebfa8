#pragma once

#include "core/schedule/solve.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescape::schedule {

/// What turning on one switch of the search space saves: measured by a solve with KAPLA, whose problem `problemWith`
/// gives.
struct Advice {
    const search::SpaceOption* option = nullptr; ///< a row of `advisedOptions()`; not null
    search::Goal goal = search::Goal::Energy;
    double without = 0; ///< `measureOf` the schedule of the problem as it is
    double with = 0;    ///< `measureOf` the schedule with the switch turned on
    /// The fraction of the measure that is saved.
    [[nodiscard]] double gain() const { return 1 - with / without; }
    friend bool operator==(const Advice&, const Advice&) = default;
};

/// The smallest `gain` that is reported.
inline constexpr double leastGain = 0.1;

/// The switches whose turning on can only add schedules to choose from, in the order in which they are tried.
std::span<const search::SpaceOption* const> advisedOptions();

/// The switch as a phrase: "Batch partition".
std::string nameOf(const search::SpaceOption& option);

/// What the goal minimizes: energy in pJ, cycles, or their product in pJ x cycles.
double measureOf(const Totals& totals, search::Goal goal);
/// What the schedule's own goal minimizes.
double measureOf(const Schedule& schedule);

/// The problem with the switch turned on, with any other switch that it needs, and with KAPLA as its solver.
Problem problemWith(Problem problem, const search::SpaceOption& option);

/// The advice on one switch, where `standing` is the schedule of `problem`. Empty if the switch is on already, if chip
/// or solver cannot use it, if it saves less than `leastGain`, if either solve has no result, or if it was stopped.
std::optional<Advice> adviceOn(const search::SpaceOption& option, const Problem& problem, const Schedule& standing,
                               const SolveControl& control = {});

/// The advice on all switches, what saves most first.
std::vector<Advice> adviceFor(const Problem& problem, const Schedule& standing, const SolveControl& control = {});

/// The advice as a phrase: "Batch partition: 62 % less energy".
std::string describe(const Advice& advice);

} // namespace tilescape::schedule
