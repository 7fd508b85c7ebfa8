#pragma once

#include "core/hardware/parameters.h"
#include "core/schedule/solve.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::explore {

/// Energy, the time that it takes, or their product, of a whole schedule: time and not cycles, which a faster clock makes more of.
enum class SensitivityMeasure { Energy, Delay, EnergyDelay };
inline constexpr std::array<SensitivityMeasure, 3> allSensitivityMeasures{
    SensitivityMeasure::Energy, SensitivityMeasure::Delay, SensitivityMeasure::EnergyDelay};
std::string_view nameOf(SensitivityMeasure measure); ///< "energy", "delay", "energy_delay"

/// What a schedule takes.
struct Outcome {
    double energyPj = 0;
    double cycles = 0;
    double seconds = 0;
};
/// In pJ, s, or pJ s.
double valueOf(const Outcome& outcome, SensitivityMeasure measure);

/// A parameter one step away from where it stands.
struct Step {
    double value = 0;
    std::optional<Outcome> outcome; ///< none: there is no valid schedule
};

/// What one step of a parameter down and up makes of the schedule.
struct Sensitivity {
    const hardware::Parameter* parameter = nullptr;
    double value = 0;         ///< where it stands
    Outcome standing;         ///< there
    std::optional<Step> down; ///< none where there is no step that way
    std::optional<Step> up;

    /// The ratio of the step's measure to the standing one, less 1; nothing without an outcome.
    [[nodiscard]] std::optional<double> change(const std::optional<Step>& step, SensitivityMeasure measure) const;
    /// The larger of both changes, without its sign; 0 without any.
    [[nodiscard]] double largestChange(SensitivityMeasure measure) const;
};

/// The largest change that a step of any number makes: what charts are scaled to. Choices, which are no small steps, may
/// change more.
double largestChange(const std::vector<Sensitivity>& all, SensitivityMeasure measure);

/// One step of a parameter from `value`, `direction` -1 or 1, as that of its box in the window: a logarithmic one is doubled or
/// halved if it is a whole number, else changed by a quarter, to three digits; others change by their step; a choice is the one
/// beside it. Nothing where there is none in range, or where the parameter is unlimited or 0.
std::optional<double> stepFrom(const hardware::Parameter& parameter, double value, int direction);

/// The sensitivity to one parameter: `problem`, whose schedule `standing` has a result, is solved at both steps. Nothing
/// if it was stopped.
std::optional<Sensitivity> sensitivityTo(const hardware::Parameter& parameter, const schedule::Problem& problem,
                                         const schedule::Schedule& standing,
                                         const schedule::SolveControl& control = {});

/// To all parameters, in the order of the parameter table; fewer if it was stopped.
std::vector<Sensitivity> sensitivities(const schedule::Problem& problem, const schedule::Schedule& standing,
                                       const schedule::SolveControl& control = {});

} // namespace tilescape::explore
