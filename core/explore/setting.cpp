#include "core/explore/setting.h"

#include "core/hardware/parameters.h"
#include "core/schedule/solve.h"
#include "core/support/nearest_name.h"
#include "core/support/quantity_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace tilescape::explore {

using schedule::Problem;
using support::Diagnostic;
using support::Diagnostics;

namespace {

constexpr std::string_view bypassKey = "buffer_bypass"; ///< of all tensors
constexpr std::string_view batchKey = "batch";
constexpr std::string_view goalKey = "goal";
constexpr std::string_view solverKey = "solver";
constexpr std::array goals{search::Goal::Energy, search::Goal::Delay, search::Goal::EnergyDelay};

template <typename Row>
const Row* findRow(std::span<const Row> rows, std::string_view key)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.key == key; });
    return found == rows.end() ? nullptr : &*found;
}

/// A setting that is applied, and how its faults begin.
struct Given {
    const Setting& setting;
    std::string_view said;

    [[nodiscard]] Diagnostics fault(std::string_view problem, std::string remedy) const
    {
        return {{support::Severity::Error, "", "", "",
                 fmt::format("{}{}={} {}", said, setting.key, setting.value, problem), std::move(remedy)}};
    }
};

Diagnostics setBatch(const Given& given, Count& batch)
{
    const std::optional<Count> count = support::readCount(given.setting.value, "", 1, schedule::largestBatch);
    if (!count) {
        return given.fault("is no batch", fmt::format("write a whole number from 1 to {}", schedule::largestBatch));
    }
    batch = *count;
    return {};
}

Diagnostics setGoal(const Given& given, search::Goal& goal)
{
    const auto known = std::find_if(goals.begin(), goals.end(), [&](auto row) { return nameOf(row) == given.setting.value; });
    if (known == goals.end()) {
        return given.fault("names no goal", "use energy, delay or energy_delay");
    }
    goal = *known;
    return {};
}

Diagnostics setSolver(const Given& given, std::string& solver)
{
    std::vector<std::string_view> names;
    for (const schedule::Solver& row : schedule::solvers()) {
        names.push_back(row.name);
    }
    if (std::find(names.begin(), names.end(), given.setting.value) == names.end()) {
        return given.fault("names no solver", support::suggestName(given.setting.value, names));
    }
    solver = given.setting.value;
    return {};
}

Diagnostics setMostVertices(const Given& given, double& most)
{
    constexpr Count largest = Count{1} << 31;
    const bool unlimited = support::saysUnlimited(given.setting.value);
    const std::optional<Count> count = unlimited ? 1 : support::readCount(given.setting.value, "", 1, largest);
    if (!count) {
        return given.fault("is no number of vertices", "write a whole number from 1 on, or unlimited");
    }
    most = unlimited ? std::numeric_limits<double>::infinity() : static_cast<double>(*count);
    return {};
}

Diagnostics setCounts(const Given& given, Counts& counts)
{
    const auto known = std::find_if(allCounts.begin(), allCounts.end(),
                                    [&](Counts row) { return nameOf(row) == given.setting.value; });
    if (known == allCounts.end()) {
        return given.fault("names no way to count", "write executed or reference");
    }
    counts = *known;
    return {};
}

Diagnostics setSampling(const Given& given, const search::SamplingOption& option, search::Sampling& sampling)
{
    const std::optional<double> value = support::readQuantity(given.setting.value, "");
    if (!value || !search::allows(option, *value)) {
        return given.fault("cannot be used", search::describeRange(option));
    }
    sampling.*option.value = *value;
    return {};
}

std::optional<bool> truth(std::string_view text)
{
    if (text == "on" || text == "true" || text == "1") {
        return true;
    }
    if (text == "off" || text == "false" || text == "0") {
        return false;
    }
    return std::nullopt;
}

Diagnostics setSwitch(const Given& given, const search::SpaceOption* option, search::SearchSpace& space)
{
    const std::optional<bool> on = truth(given.setting.value);
    if (!on) {
        return given.fault("is neither on nor off", fmt::format("write {0}=on or {0}=off", given.setting.key));
    }
    if (option) {
        space.*option->value = *on;
    } else {
        space.bufferBypass = {{*on, *on, *on}};
    }
    return {};
}

Diagnostics unknownKey(const Given& given)
{
    const std::vector<std::string_view> known = settingKeys();
    const std::string_view near = support::nearestName(given.setting.key, known);
    return {{support::Severity::Error, "", "", "",
             fmt::format("{}{}: there is no parameter of that name", given.said, given.setting.key),
             near.empty() ? "'tilescape-cli parameters' lists them all" : fmt::format("perhaps '{}' is meant", near)}};
}

} // namespace

const std::vector<std::string_view>& questionKeys()
{
    static const std::vector<std::string_view> keys{batchKey, goalKey, solverKey};
    return keys;
}

std::vector<std::string_view> settingKeys()
{
    std::vector<std::string_view> known = questionKeys();
    known.insert(known.end(), {search::mostVerticesKey, search::countsKey, bypassKey});
    for (const search::SamplingOption& row : search::samplingOptions()) {
        known.push_back(row.key);
    }
    for (const search::SpaceOption& row : search::spaceOptions()) {
        known.push_back(row.key);
    }
    for (const hardware::Parameter& row : hardware::parameters()) {
        known.push_back(row.key);
    }
    return known;
}

Diagnostics apply(const Setting& setting, Problem& problem, std::string_view said)
{
    const Given given{setting, said};
    const std::string& key = setting.key;
    if (key == batchKey) {
        return setBatch(given, problem.batch);
    }
    if (key == goalKey) {
        return setGoal(given, problem.goal);
    }
    if (key == solverKey) {
        return setSolver(given, problem.solver);
    }
    if (key == search::mostVerticesKey) {
        return setMostVertices(given, problem.space.mostVertices);
    }
    if (key == search::countsKey) {
        return setCounts(given, problem.space.counts);
    }
    if (const auto* sampling = findRow(search::samplingOptions(), key)) {
        return setSampling(given, *sampling, problem.sampling);
    }
    const auto* option = findRow(search::spaceOptions(), key);
    if (option || key == bypassKey) {
        return setSwitch(given, option, problem.space);
    }
    return hardware::findParameter(key) ? hardware::setFromText(problem.hardware, key, setting.value) : unknownKey(given);
}

std::string valueText(const Problem& problem, std::string_view key)
{
    if (key == batchKey) {
        return fmt::format("{}", problem.batch);
    }
    if (key == goalKey) {
        return std::string(nameOf(problem.goal));
    }
    if (key == solverKey) {
        return problem.solver;
    }
    if (key == search::mostVerticesKey) {
        return std::isfinite(problem.space.mostVertices) ? fmt::format("{:.0f}", problem.space.mostVertices) : "unlimited";
    }
    if (key == search::countsKey) {
        return std::string(nameOf(problem.space.counts));
    }
    if (const auto* sampling = findRow(search::samplingOptions(), key)) {
        return fmt::format("{}", problem.sampling.*sampling->value);
    }
    if (const hardware::Parameter* parameter = hardware::findParameter(key)) {
        return hardware::valueText(*parameter, parameter->get(problem.hardware));
    }
    const auto* option = findRow(search::spaceOptions(), key);
    const bool on = option ? problem.space.*option->value : problem.space.bufferBypass[Tensor::Weight];
    return on ? "on" : "off";
}

bool isWhole(std::string_view key)
{
    if (const hardware::Parameter* parameter = hardware::findParameter(key)) {
        return parameter->integer;
    }
    const auto* sampling = findRow(search::samplingOptions(), key);
    return key == batchKey || key == search::mostVerticesKey || (sampling && sampling->whole);
}

bool isNumeric(std::string_view key)
{
    const hardware::Parameter* parameter = hardware::findParameter(key);
    return (parameter && parameter->choices.empty()) || findRow(search::samplingOptions(), key) || key == batchKey
        || key == search::mostVerticesKey;
}

bool isLogarithmic(std::string_view key)
{
    const hardware::Parameter* parameter = hardware::findParameter(key);
    return parameter ? parameter->logarithmic : key == batchKey;
}

std::string_view labelOf(std::string_view key)
{
    if (const hardware::Parameter* parameter = hardware::findParameter(key)) {
        return parameter->label;
    }
    if (const auto* option = findRow(search::spaceOptions(), key)) {
        return option->label;
    }
    return key == batchKey ? "Batch" : key == goalKey ? "Goal" : key == solverKey ? "Solver" : key;
}

std::string_view unitOf(std::string_view key)
{
    const hardware::Parameter* parameter = hardware::findParameter(key);
    return parameter ? parameter->unit : std::string_view();
}

} // namespace tilescape::explore
