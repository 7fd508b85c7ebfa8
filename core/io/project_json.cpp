#include "core/io/project_json.h"

#include "core/io/explorations_json.h"
#include "core/io/problem_parts.h"
#include "core/io/training_json.h"
#include "core/schedule/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace tilescape::io {
namespace {

using nlohmann::ordered_json;

constexpr std::array<search::Goal, 3> goals{search::Goal::Energy, search::Goal::Delay,
                                                search::Goal::EnergyDelay};

constexpr std::string_view bypassKey = "buffer_bypass";
constexpr std::string_view scheduleKey = "schedule";

void readFlag(const JsonPlace& place, std::string_view key, bool& flag)
{
    if (const auto found = place.find(key)) {
        flag = found->flag().value_or(flag);
    }
}

void readSpace(const JsonPlace& place, search::SearchSpace& space)
{
    std::vector<std::string_view> keys{bypassKey, search::mostVerticesKey, search::countsKey};
    for (const search::SpaceOption& option : search::spaceOptions()) {
        keys.push_back(option.key);
    }
    if (!place.isObject(keys)) {
        return;
    }
    for (const search::SpaceOption& option : search::spaceOptions()) {
        readFlag(place, option.key, space.*option.value);
    }
    if (const auto most = place.find(search::mostVerticesKey)) {
        const std::optional<double> value = most->numberOrUnlimited();
        if (value && (*value < 1 || (std::isfinite(*value) && *value != std::floor(*value)))) {
            most->fault(fmt::format("a segment of at most {} vertices", *value),
                        "a whole number from 1 on, or \"unlimited\", is needed");
        }
        space.mostVertices = value.value_or(space.mostVertices);
    }
    if (const auto counts = place.find(search::countsKey)) {
        const std::array<std::string_view, 2> names{nameOf(Counts::Executed), nameOf(Counts::Reference)};
        space.counts = allCounts[counts->choice(names).value_or(0)];
    }
    const std::array<std::string_view, 3> tensors{nameOf(Tensor::Weight), nameOf(Tensor::Input),
                                                  nameOf(Tensor::Output)};
    const auto bypass = place.find(bypassKey);
    if (bypass && bypass->isObject(tensors)) {
        for (const Tensor tensor : allTensors) {
            readFlag(*bypass, nameOf(tensor), space.bufferBypass[tensor]);
        }
    }
}

void readBatch(const JsonPlace& place, Count& batch)
{
    const std::optional<Count> value = place.count();
    if (value && (*value < 1 || *value > schedule::largestBatch)) {
        place.fault(fmt::format("the batch is {}", *value),
                    fmt::format("it lies between 1 and {}", schedule::largestBatch));
    }
    batch = value.value_or(batch);
}

void readSampling(const JsonPlace& place, search::Sampling& sampling)
{
    std::vector<std::string_view> keys;
    for (const search::SamplingOption& option : search::samplingOptions()) {
        keys.push_back(option.key);
    }
    if (!place.isObject(keys)) {
        return;
    }
    for (const search::SamplingOption& option : search::samplingOptions()) {
        const auto found = place.find(option.key);
        const std::optional<double> value = found ? found->number() : std::nullopt;
        if (value && !search::allows(option, *value)) {
            found->fault(fmt::format("{} is {}", option.key, *value), search::describeRange(option));
        }
        sampling.*option.value = value.value_or(sampling.*option.value);
    }
}

/// The members beside network and hardware; each has a default.
void readOwnMembers(const JsonPlace& root, schedule::Problem& problem)
{
    if (const auto batch = root.find("batch")) {
        readBatch(*batch, problem.batch);
    }
    if (const auto goal = root.find("goal")) {
        const std::array<std::string_view, 3> names{nameOf(goals[0]), nameOf(goals[1]), nameOf(goals[2])};
        problem.goal = goals[goal->choice(names).value_or(0)];
    }
    if (const auto space = root.find("search_space")) {
        readSpace(*space, problem.space);
    }
    if (const auto solver = root.find("solver")) {
        std::vector<std::string_view> names;
        for (const schedule::Solver& row : schedule::solvers()) {
            names.push_back(row.name);
        }
        const auto choice = solver->choice(names);
        problem.solver = choice ? std::string(names[*choice]) : problem.solver;
    }
    if (const auto sampling = root.find("sampling")) {
        readSampling(*sampling, problem.sampling);
    }
    if (const auto training = root.find("training")) {
        readTraining(*training, problem.training);
    }
}

ordered_json spaceJson(const search::SearchSpace& space)
{
    ordered_json json;
    for (const search::SpaceOption& option : search::spaceOptions()) {
        if (space.*option.value || !option.writtenWhereOn) {
            json[std::string(option.key)] = space.*option.value;
        }
    }
    json[std::string(search::mostVerticesKey)] =
        std::isfinite(space.mostVertices) ? ordered_json(static_cast<Count>(space.mostVertices)) : ordered_json("unlimited");
    if (space.counts != Counts::Executed) {
        json[std::string(search::countsKey)] = nameOf(space.counts);
    }
    ordered_json& bypass = json[std::string(bypassKey)];
    for (const Tensor tensor : allTensors) {
        bypass[std::string(nameOf(tensor))] = space.bufferBypass[tensor];
    }
    return json;
}

/// The members of a problem beside network and hardware.
void putQuestion(ordered_json& json, const schedule::Problem& problem)
{
    json["batch"] = problem.batch;
    json["goal"] = nameOf(problem.goal);
    json["solver"] = problem.solver;
    putSearch(json, problem);
}

/// The lines of a kept schedule, one a string. What was kept of another problem is not written.
void putKept(ordered_json& json, const schedule::Problem& problem)
{
    if (!schedule::keepsSchedule(problem)) {
        return;
    }
    ordered_json& lines = json[std::string(scheduleKey)] = ordered_json::array();
    std::istringstream text(problem.kept->directives);
    for (std::string line; std::getline(text, line);) {
        lines.push_back(line);
    }
}

/// Once the problem is read.
void readKept(const JsonPlace& place, schedule::Problem& problem)
{
    const auto lines = place.find(scheduleKey);
    if (!lines) {
        return;
    }
    std::string text;
    for (const JsonPlace& line : lines->elements().value_or(std::vector<JsonPlace>())) {
        text += line.text().value_or(std::string()) + '\n';
    }
    problem = schedule::keeping(std::move(problem), std::move(text));
}

ordered_json baselineJson(const Baseline& baseline, const schedule::Problem& project)
{
    ordered_json json{{"name", baseline.name}};
    putQuestion(json, baseline.problem);
    if (baseline.problem.hardware != project.hardware) {
        putHardware(json["hardware"], baseline.problem.hardware);
    }
    if (baseline.problem.network != project.network) {
        putNetwork(json["network"], baseline.problem.network);
    }
    putKept(json, baseline.problem);
    return json;
}

/// Faults: of each baseline's members; a name that is missing, empty or taken.
void readBaseline(const JsonPlace& place, Project& project)
{
    static constexpr std::array<std::string_view, 10> keys{
        "name", "network", "hardware", "batch", "goal", "solver", "search_space", "sampling", "training", scheduleKey};
    if (!place.isObject(keys)) {
        return;
    }
    Baseline& own = project.baselines.all.emplace_back();
    own.problem.network = project.problem.network;
    own.problem.hardware = project.problem.hardware;
    const auto name = place.require("name");
    own.name = name ? name->text().value_or(std::string()) : std::string();
    const auto& all = project.baselines.all;
    const bool isTaken = std::any_of(all.begin(), all.end() - 1, [&](const Baseline& other) { return other.name == own.name; });
    if (name && name->isText() && (own.name.empty() || isTaken)) {
        name->fault(own.name.empty() ? "the name is empty" : fmt::format("two baselines are named '{}'", own.name),
                    "each baseline needs a name of its own");
    }
    if (const auto network = place.find("network")) {
        own.problem.network = networkFrom(*network).value_or(own.problem.network);
    }
    if (const auto hardware = place.find("hardware")) {
        own.problem.hardware = hardwareFrom(*hardware).value_or(own.problem.hardware);
    }
    readOwnMembers(place, own.problem);
    readKept(place, own.problem);
}

void readBaselines(const JsonPlace& root, Project& project)
{
    if (const auto list = root.find("baselines")) {
        for (const JsonPlace& place : list->elements().value_or(std::vector<JsonPlace>())) {
            readBaseline(place, project);
        }
    }
    if (const auto chosen = root.find("compared_with")) {
        std::vector<std::string_view> names;
        for (const Baseline& baseline : project.baselines.all) {
            names.push_back(baseline.name);
        }
        project.baselines.chosen = chosen->choice(names);
    }
}

} // namespace

std::span<const std::string_view> projectViews()
{
    static constexpr std::array<std::string_view, 11> views{"network",    "chip",        "timeline", "energy",
                                                            "layers",     "parallelism", "gradient", "adaptflow",
                                                            "comparison", "explore",     "program"};
    return views;
}

support::Result<Project> readProjectFile(const std::string& text, const std::string& file)
{
    static constexpr std::array<std::string_view, 15> keys{
        "format", "version",  "view",     "network",   "hardware",      "batch",        "goal",     "search_space",
        "solver", "sampling", "training", "baselines", "compared_with", "explorations", scheduleKey};
    JsonFaults faults(file);
    const auto json = parseJson(text, faults);
    if (!json) {
        return faults.take();
    }
    const JsonPlace root(*json, "", faults);
    if (!isFormat(root, projectFormat) || !root.isObject(keys)) {
        return faults.take();
    }
    Project project;
    schedule::Problem& problem = project.problem;
    if (const auto view = root.find("view")) {
        const auto choice = view->choice(projectViews());
        project.view = choice ? std::string(projectViews()[*choice]) : std::string();
    }
    const auto networkPlace = root.require("network");
    auto network = networkPlace ? networkFrom(*networkPlace) : std::nullopt;
    const auto hardwarePlace = root.require("hardware");
    auto hardware = hardwarePlace ? hardwareFrom(*hardwarePlace) : std::nullopt;
    readOwnMembers(root, problem);
    if (!network || !hardware || faults.count() > 0) {
        return faults.take();
    }
    problem.network = *std::move(network);
    problem.hardware = *std::move(hardware);
    readKept(root, problem);
    readBaselines(root, project);
    if (const auto explorations = root.find("explorations")) {
        project.explorations = explorationsFrom(*explorations, problem);
    }
    if (faults.count() > 0) {
        return faults.take();
    }
    return project;
}

void putSearch(ordered_json& into, const schedule::Problem& problem)
{
    into["search_space"] = spaceJson(problem.space);
    if (problem.sampling != search::Sampling{}) {
        for (const search::SamplingOption& option : search::samplingOptions()) {
            const double value = problem.sampling.*option.value;
            into["sampling"][std::string(option.key)] =
                option.whole ? ordered_json(static_cast<Count>(value)) : ordered_json(value);
        }
    }
    if (ordered_json training = trainingJson(problem.training); !training.is_null()) {
        into["training"] = std::move(training);
    }
}

support::Result<schedule::Problem> readProject(const std::string& text, const std::string& file)
{
    auto project = readProjectFile(text, file);
    if (!project) {
        return project.faults();
    }
    return std::move(project.value().problem);
}

std::string writeProject(const schedule::Problem& problem) { return writeProject(Project{problem, {}, {}}); }

std::string writeProject(const Project& project)
{
    const schedule::Problem& problem = project.problem;
    ordered_json json{{"format", projectFormat}, {"version", 1}};
    if (!project.view.empty()) {
        json["view"] = project.view;
    }
    putQuestion(json, problem);
    putHardware(json["hardware"], problem.hardware);
    putNetwork(json["network"], problem.network);
    putKept(json, problem);
    for (const Baseline& baseline : project.baselines.all) {
        json["baselines"].push_back(baselineJson(baseline, problem));
    }
    if (project.baselines.chosen) {
        json["compared_with"] = project.baselines.all[*project.baselines.chosen].name;
    }
    if (ordered_json explorations = explorationsJson(project.explorations, problem); !explorations.is_null()) {
        json["explorations"] = std::move(explorations);
    }
    return prettyText(json);
}

} // namespace tilescape::io
