#include "core/io/sensitivity_text.h"

#include "core/io/json_reader.h"
#include "core/io/project_json.h"
#include "core/support/nearest_name.h"

#include <array>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

using explore::Outcome;
using explore::Sensitivity;
using explore::Step;

constexpr std::array<std::string_view, 4> sensitivityKeys{"format", "version", "project", "parameters"};
constexpr std::array<std::string_view, 6> parameterKeys{"key", "label", "unit", "value", "standing", "steps"};
constexpr std::array<std::string_view, 7> stepKeys{
    "value", "energy_pj", "cycles", "seconds", "energy_change", "delay_change", "energy_delay_change"};
constexpr std::array<std::string_view, 3> outcomeKeys{"energy_pj", "cycles", "seconds"};

Outcome outcomeIn(const JsonPlace& place)
{
    Outcome outcome;
    const auto energy = place.require(outcomeKeys[0]);
    const auto cycles = place.require(outcomeKeys[1]);
    outcome.energyPj = energy ? energy->number().value_or(0) : 0;
    outcome.cycles = cycles ? cycles->number().value_or(0) : 0;
    const auto seconds = place.require(outcomeKeys[2]);
    outcome.seconds = seconds ? seconds->number().value_or(0) : 0;
    return outcome;
}

/// The value as `hardware::valueText` writes it.
double parameterValueIn(const JsonPlace& place, const hardware::Parameter& parameter)
{
    const auto value = place.require("value");
    const std::string text = value ? value->text().value_or("") : "";
    if (text.empty()) {
        return 0;
    }
    hardware::Hardware chip;
    for (const support::Diagnostic& fault : hardware::setFromText(chip, parameter.key, text)) {
        value->fault(fault.problem, fault.remedy);
    }
    return parameter.get(chip);
}

void readSteps(const JsonPlace& list, Sensitivity& into)
{
    for (const JsonPlace& place : list.elements().value_or(std::vector<JsonPlace>())) {
        if (!place.isObject(stepKeys)) {
            continue;
        }
        Step step{parameterValueIn(place, *into.parameter), {}};
        if (place.find(outcomeKeys[0]) || place.find(outcomeKeys[1])) {
            step.outcome = outcomeIn(place);
        }
        std::optional<Step>& side = step.value < into.value ? into.down : into.up;
        if (side || step.value == into.value) {
            place.fault("this is no other step", "there is one below the value and one above it");
        }
        side = step;
    }
}

Sensitivity sensitivityIn(const JsonPlace& place)
{
    Sensitivity own;
    const auto key = place.isObject(parameterKeys) ? place.require("key") : std::nullopt;
    const std::string name = key ? key->text().value_or("") : "";
    own.parameter = hardware::findParameter(name);
    if (!own.parameter) {
        if (key && key->isText()) {
            std::vector<std::string_view> known;
            for (const hardware::Parameter& parameter : hardware::parameters()) {
                known.push_back(parameter.key);
            }
            key->fault(fmt::format("there is no parameter '{}'", name), support::suggestName(name, known));
        }
        return own;
    }
    own.value = parameterValueIn(place, *own.parameter);
    const auto standing = place.require("standing");
    if (standing && standing->isObject(outcomeKeys)) {
        own.standing = outcomeIn(*standing);
    }
    if (const auto steps = place.require("steps")) {
        readSteps(*steps, own);
    }
    return own;
}

/// What stands in a project's file. Its faults have places of their own.
std::optional<schedule::Problem> problemIn(const JsonPlace& place)
{
    auto read = readProject(place.value().dump(), "");
    if (!read) {
        place.faults().add(read.faults(), place.pointer());
        return std::nullopt;
    }
    return std::move(read.value());
}

} // namespace

support::Result<SensitivityResults> readSensitivities(const std::string& text, const std::string& file)
{
    JsonFaults faults(file);
    const auto json = parseJson(text, faults);
    SensitivityResults results;
    if (json) {
        const JsonPlace root(*json, "", faults);
        const bool known = isFormat(root, sensitivityFormat) && root.isObject(sensitivityKeys);
        const auto list = known ? root.require("parameters") : std::nullopt;
        for (const JsonPlace& place : list ? list->elements().value_or(std::vector<JsonPlace>()) : std::vector<JsonPlace>()) {
            results.all.push_back(sensitivityIn(place));
        }
        if (const auto project = known ? root.find("project") : std::nullopt) {
            results.problem = problemIn(*project);
        }
    }
    return faults.count() > 0 ? support::Result<SensitivityResults>(faults.take()) : support::Result(std::move(results));
}

} // namespace tilescape::io
