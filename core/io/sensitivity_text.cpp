#include "core/io/sensitivity_text.h"

#include "core/io/json_reader.h"
#include "core/io/project_json.h"
#include "core/support/quantity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilescape::io {

using explore::Sensitivity;
using explore::SensitivityMeasure;
using explore::Step;

namespace {

/// A parameter's value with its unit, or its name.
std::string shownValue(const hardware::Parameter& parameter, double value)
{
    return parameter.choices.empty() ? support::quantityText(value, parameter.unit)
                                     : hardware::valueText(parameter, value);
}

/// A number, or the name that `--set` takes.
std::string csvValue(const hardware::Parameter& parameter, double value)
{
    return parameter.choices.empty() ? fmt::format("{}", value) : hardware::valueText(parameter, value);
}

std::string changeText(const Sensitivity& own, const std::optional<Step>& step, SensitivityMeasure measure)
{
    const auto change = own.change(step, measure);
    return change ? fmt::format("{:+.2f} %", 100 * *change) : "none fits";
}

std::string stepLine(const Sensitivity& own, const std::optional<Step>& step)
{
    if (!step) {
        return {};
    }
    std::string line = fmt::format("    {:>14} -> {:<14}", shownValue(*own.parameter, own.value),
                                   shownValue(*own.parameter, step->value));
    if (!step->outcome) {
        return line + " no valid schedule\n";
    }
    for (const SensitivityMeasure measure : explore::allSensitivityMeasures) {
        line += fmt::format(" {:>12}", changeText(own, step, measure));
    }
    return line + "\n";
}

nlohmann::ordered_json outcomeJson(const explore::Outcome& outcome)
{
    return {{"energy_pj", outcome.energyPj}, {"cycles", outcome.cycles}, {"seconds", outcome.seconds}};
}

} // namespace

std::string writeSensitivityText(std::vector<Sensitivity> all, SensitivityMeasure measure)
{
    std::stable_sort(all.begin(), all.end(), [measure](const Sensitivity& a, const Sensitivity& b) {
        return a.largestChange(measure) > b.largestChange(measure);
    });
    std::string text = fmt::format("{:<36} {:>12} {:>12} {:>12}\n", "parameter", "energy", "delay", "energy x d.");
    for (const Sensitivity& own : all) {
        if (own.down || own.up) {
            text += fmt::format("{} ({})\n", own.parameter->label, own.parameter->key) + stepLine(own, own.down)
                    + stepLine(own, own.up);
        }
    }
    return text;
}

std::string writeSensitivityCsv(const std::vector<Sensitivity>& all)
{
    std::string text =
        "parameter,value,step,standing_energy_pj,standing_cycles,standing_seconds,energy_pj,cycles,seconds\n";
    for (const Sensitivity& own : all) {
        for (const std::optional<Step>& step : {own.down, own.up}) {
            if (step) {
                const auto& found = step->outcome;
                text +=
                    fmt::format("{},{},{},{},{},{},{}\n", own.parameter->key, csvValue(*own.parameter, own.value),
                                csvValue(*own.parameter, step->value), own.standing.energyPj, own.standing.cycles,
                                own.standing.seconds,
                                found ? fmt::format("{},{},{}", found->energyPj, found->cycles, found->seconds) : ",,");
            }
        }
    }
    return text;
}

std::string writeSensitivityJson(const schedule::Problem& problem, const std::vector<Sensitivity>& all)
{
    nlohmann::ordered_json json{{"format", sensitivityFormat}, {"version", 1}};
    json["project"] = nlohmann::ordered_json::parse(writeProject(problem));
    nlohmann::ordered_json& rows = json["parameters"] = nlohmann::ordered_json::array();
    for (const Sensitivity& own : all) {
        const hardware::Parameter& parameter = *own.parameter;
        nlohmann::ordered_json row{{"key", parameter.key}, {"label", parameter.label}, {"unit", parameter.unit},
                                   {"value", hardware::valueText(parameter, own.value)}, {"standing", outcomeJson(own.standing)}};
        row["steps"] = nlohmann::ordered_json::array();
        for (const std::optional<Step>& step : {own.down, own.up}) {
            if (!step) {
                continue;
            }
            nlohmann::ordered_json made{{"value", hardware::valueText(parameter, step->value)}};
            if (step->outcome) {
                made.update(outcomeJson(*step->outcome));
                for (const SensitivityMeasure measure : explore::allSensitivityMeasures) {
                    made[fmt::format("{}_change", nameOf(measure))] = *own.change(step, measure);
                }
            }
            row["steps"].push_back(std::move(made));
        }
        rows.push_back(std::move(row));
    }
    return prettyText(json);
}

} // namespace tilescape::io
