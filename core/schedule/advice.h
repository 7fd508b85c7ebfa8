#pragma once

#include "core/schedule/solve.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescape::schedule {

/// What turning on one switch of the search space is worth, by a solve with KAPLA: `problemWith` has this very answer.
struct Advice {
    const search::SpaceOption* option = nullptr; ///< a row of `advisedOptions()`
    search::Goal goal = search::Goal::Energy;
    double without = 0; ///< `measureOf` the schedule that stands
    double with = 0;
    [[nodiscard]] double gain() const { return 1 - with / without; } ///< share that is saved
    friend bool operator==(const Advice&, const Advice&) = default;
};

/// A smaller gain is not worth a sentence.
inline constexpr double leastGain = 0.1;

/// The switches that only add schedules to choose from, in the order in which they are tried.
std::span<const search::SpaceOption* const> advisedOptions();

/// What the goal makes small: pJ, cycles, or pJ x cycles.
double measureOf(const Totals& totals, search::Goal goal);

/// The problem with the switch turned on, and what it needs beside it, for KAPLA.
Problem problemWith(Problem problem, const search::SpaceOption& option);

/// What the switch would be worth where `standing` is the answer to `problem`. Nothing where it is on already, where chip or solver
/// cannot use it, where it saves less than `leastGain`, where nothing was scheduled, or where the solve was stopped.
std::optional<Advice> adviceOn(const search::SpaceOption& option, const Problem& problem, const Schedule& standing,
                               const SolveControl& control = {});

/// All of it, what saves most first.
std::vector<Advice> adviceFor(const Problem& problem, const Schedule& standing, const SolveControl& control = {});

/// "Batch partition: 62 % less energy"
std::string describe(const Advice& advice);

} // namespace tilescape::schedule
