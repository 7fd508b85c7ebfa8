#pragma once

#include "core/schedule/advice.h"
#include "core/schedule/solve.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::explore {

/// What limits a schedule, in general.
struct Rule {
    std::string_view key;
    std::string_view label;
    std::string_view help; ///< by which measure it is found
};

/// A change of the problem that may help, and the measure that speaks for it.
struct Proposal {
    const Rule* rule = nullptr;                ///< a row of `rules()`; not null
    std::vector<std::string> layers;           ///< of the layer or segment that shows it; empty: the network
    std::string measure;                       ///< "DRAM is waited for in 62 % of all cycles, most in conv3 to conv5"
    std::string action;                        ///< "DRAM bandwidth 25.6 GB/s -> 51.2 GB/s"
    search::Goal about = search::Goal::Energy; ///< what the gain is counted in
    std::shared_ptr<const schedule::Problem> problem; ///< with the change
};

/// A proposal whose gain was found by solving its problem.
struct Finding : Proposal {
    double without = 0; ///< `measurePerItem` of the schedule that stands
    double with = 0;    ///< of the schedule of the changed problem
    /// The fraction of the measure that is saved.
    [[nodiscard]] double gain() const { return 1 - with / without; }
};

/// The smallest gain that is reported.
inline constexpr double leastFindingGain = 0.01;

/// One row for each rule, in the order in which they are tried; the last stands for switches of the search space that are
/// off (schedule/advice.h).
std::span<const Rule> rules();

/// What `goal` makes small, for each item of the batch: pJ, cycles, or their product.
double measurePerItem(const schedule::Totals& totals, search::Goal goal, Count batch);

/// What the rules propose for `problem`, whose schedule is `standing`; no problem twice. It solves nothing. Empty if
/// there is no result.
std::vector<Proposal> proposalsFor(const schedule::Problem& problem, const schedule::Schedule& standing);

/// The proposal with its gain, by a solve of its problem. Nothing if it gains less than `leastFindingGain` (a switch:
/// `schedule::leastGain`), if there is no schedule, or if it was stopped.
std::optional<Finding> verified(const Proposal& proposal, const schedule::Problem& problem,
                                const schedule::Schedule& standing, const schedule::SolveControl& control = {});

/// Everything that helps, what gains most first.
std::vector<Finding> explain(const schedule::Problem& problem, const schedule::Schedule& standing,
                             const schedule::SolveControl& control = {});

/// "DRAM-bound: DRAM is waited for in 62 % of all cycles, most in conv3 to conv5. DRAM bandwidth 25.6 GB/s -> 51.2 GB/s:
/// 18.2 % fewer cycles".
std::string describe(const Finding& finding);

} // namespace tilescape::explore
