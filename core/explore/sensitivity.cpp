#include "core/explore/sensitivity.h"

#include <algorithm>
#include <cmath>

namespace tilescape::explore {

using schedule::Problem;
using schedule::Schedule;

namespace {

constexpr double wholeFactor = 2;
constexpr double factor = 1.25;
constexpr double digits = 1e2; ///< behind the first of a stepped value, so that it reads well

Outcome outcomeOf(const schedule::Totals& totals) { return {totals.energy.total(), totals.cycles, totals.seconds}; }

double rounded(double value)
{
    const double scale = digits / std::pow(10, std::floor(std::log10(value)));
    return std::round(value * scale) / scale;
}

} // namespace

std::string_view nameOf(SensitivityMeasure measure)
{
    static constexpr std::array<std::string_view, 3> names{"energy", "delay", "energy_delay"};
    return names[static_cast<std::size_t>(measure)];
}

double valueOf(const Outcome& outcome, SensitivityMeasure measure)
{
    switch (measure) {
    case SensitivityMeasure::Energy:
        return outcome.energyPj;
    case SensitivityMeasure::Delay:
        return outcome.seconds;
    case SensitivityMeasure::EnergyDelay:
        return outcome.energyPj * outcome.seconds;
    }
    return 0;
}

std::optional<double> Sensitivity::change(const std::optional<Step>& step, SensitivityMeasure measure) const
{
    if (!step || !step->outcome) {
        return std::nullopt;
    }
    return valueOf(*step->outcome, measure) / valueOf(standing, measure) - 1;
}

double Sensitivity::largestChange(SensitivityMeasure measure) const
{
    return std::max(std::abs(change(down, measure).value_or(0)), std::abs(change(up, measure).value_or(0)));
}

double largestChange(const std::vector<Sensitivity>& all, SensitivityMeasure measure)
{
    double largest = 0;
    for (const Sensitivity& own : all) {
        largest = own.parameter->choices.empty() ? std::max(largest, own.largestChange(measure)) : largest;
    }
    return largest;
}

std::optional<double> stepFrom(const hardware::Parameter& parameter, double value, int direction)
{
    const bool isChoice = !parameter.choices.empty();
    if (!std::isfinite(value) || (value == 0 && !isChoice)) {
        return std::nullopt;
    }
    double next = value + (isChoice ? 1 : parameter.step) * direction;
    if (parameter.logarithmic) {
        const double by = parameter.integer ? wholeFactor : factor;
        const double stepped = direction > 0 ? value * by : value / by;
        next = parameter.integer ? std::round(stepped) : rounded(stepped);
    }
    next = std::clamp(next, parameter.smallest, parameter.largest);
    return next == value ? std::nullopt : std::optional(next);
}

std::optional<Sensitivity> sensitivityTo(const hardware::Parameter& parameter, const Problem& problem,
                                         const Schedule& standing, const schedule::SolveControl& control)
{
    Sensitivity sensitivity;
    sensitivity.parameter = &parameter;
    sensitivity.value = parameter.get(problem.hardware);
    sensitivity.standing = outcomeOf(standing.totals);
    for (const int direction : {-1, 1}) {
        const std::optional<double> value = stepFrom(parameter, sensitivity.value, direction);
        if (!value) {
            continue;
        }
        Problem changed = problem;
        parameter.set(changed.hardware, *value);
        const Schedule schedule = schedule::solve(changed, control);
        if (schedule.status == schedule::Status::Stopped) {
            return std::nullopt;
        }
        Step& step = (direction < 0 ? sensitivity.down : sensitivity.up).emplace();
        step.value = *value;
        if (schedule.hasResult()) {
            step.outcome = outcomeOf(schedule.totals);
        }
    }
    return sensitivity;
}

std::vector<Sensitivity> sensitivities(const Problem& problem, const Schedule& standing,
                                       const schedule::SolveControl& control)
{
    std::vector<Sensitivity> all;
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        auto own = sensitivityTo(parameter, problem, standing, control);
        if (!own) {
            break;
        }
        all.push_back(std::move(*own));
    }
    return all;
}

} // namespace tilescape::explore
