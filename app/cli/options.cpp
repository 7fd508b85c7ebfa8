#include "app/cli/options.h"

#include "core/explore/setting.h"
#include "core/io/files.h"
#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/solve.h"
#include "core/support/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>

namespace tilescape::cli {

using schedule::Problem;
using support::Diagnostic;
using support::Diagnostics;
using support::Result;
using support::Severity;

namespace {

Diagnostics applyMode(const std::string& mode, Problem& problem)
{
    std::vector<std::string_view> names;
    for (const search::SpaceMode& row : search::spaceModes()) {
        if (row.key == mode) {
            const Counts counts = problem.space.counts;
            problem.space = row.space;
            problem.space.counts = counts;
            return {};
        }
        names.push_back(row.key);
    }
    return {optionFault("mode '" + mode + "' is unknown", support::suggestName(mode, names))};
}

} // namespace

Diagnostic hasNoWeights(const network::Network& network)
{
    return optionFault(fmt::format("network '{}' has no layers with weights", network.name),
                       "give a network with a convolution or a fully connected layer");
}

Diagnostic optionFault(std::string problem, std::string remedy)
{
    return {Severity::Error, "", "", "", std::move(problem), std::move(remedy)};
}

Diagnostics applyOptions(const SolveOptions& options, Problem& problem)
{
    Diagnostics faults;
    if (!options.goal.empty()) {
        constexpr std::array goals{search::Goal::Energy, search::Goal::Delay, search::Goal::EnergyDelay};
        const auto goal =
            std::find_if(goals.begin(), goals.end(), [&](auto known) { return nameOf(known) == options.goal; });
        if (goal == goals.end()) {
            faults.push_back(optionFault("goal '" + options.goal + "' is unknown", "use energy, delay or energy_delay"));
        } else {
            problem.goal = *goal;
        }
    }
    if (!options.solver.empty()) {
        std::string known;
        for (const schedule::Solver& solver : schedule::solvers()) {
            known += (known.empty() ? "" : ", ") + std::string(solver.name);
        }
        problem.solver = options.solver;
        const auto rows = schedule::solvers();
        if (std::none_of(rows.begin(), rows.end(), [&](const auto& row) { return row.name == options.solver; })) {
            faults.push_back(optionFault("solver '" + options.solver + "' is unknown", "use " + known));
        }
    }
    if (options.batch != 0) {
        problem.batch = options.batch;
    }
    if (!options.mode.empty()) {
        append(faults, applyMode(options.mode, problem));
    }
    append(faults, applySettings(options.settings, [&problem](std::string key, std::string value) {
        return explore::apply({std::move(key), std::move(value)}, problem, "--set ");
    }));
    return faults;
}

Result<io::Project> projectOf(const SolveOptions& options)
{
    io::Project project;
    Problem& problem = project.problem;
    Diagnostics faults;
    if (!options.project.empty()) {
        const Result<std::string> text = io::readFile(options.project);
        if (!text) {
            return text.faults();
        }
        Result<io::Project> read = io::readProjectFile(text.value(), options.project);
        if (!read) {
            return read.faults();
        }
        project = std::move(read.value());
    } else {
        problem.solver = defaultSolver;
        Result<network::Network> network = io::loadNetwork(options.network);
        Result<hardware::Hardware> hardware = io::loadHardware(options.hardware);
        if (network) {
            problem.network = network.value();
        } else {
            faults = network.faults();
        }
        if (hardware) {
            problem.hardware = hardware.value();
        } else {
            faults.insert(faults.end(), hardware.faults().begin(), hardware.faults().end());
        }
    }
    const Diagnostics wrong = applyOptions(options, problem);
    faults.insert(faults.end(), wrong.begin(), wrong.end());
    if (!faults.empty()) {
        return faults;
    }
    return project;
}

Result<Problem> problemOf(const SolveOptions& options)
{
    auto project = projectOf(options);
    return project ? Result<Problem>(std::move(project.value().problem)) : Result<Problem>(project.faults());
}

Diagnostics readProjectOrNetwork(const std::string& project, const std::string& network, Problem& problem)
{
    if (!project.empty()) {
        const auto text = io::readFile(project);
        auto read = text ? io::readProject(text.value(), project) : text.faults();
        if (!read) {
            return read.faults();
        }
        problem = std::move(read.value());
    }
    if (!network.empty() || project.empty()) {
        auto loaded = io::loadNetwork(network.empty() ? "alexnet" : network);
        if (!loaded) {
            return loaded.faults();
        }
        problem.network = std::move(loaded.value());
    }
    return {};
}

Result<io::Case> loadCase(const std::string& file)
{
    const auto text = io::readFile(file);
    return text ? io::readCase(text.value(), file) : Result<io::Case>(text.faults());
}

Result<schedule::Schedule> scheduleOfCase(const std::string& file)
{
    const auto given = loadCase(file);
    if (!given) {
        return given.faults();
    }
    const io::Case& task = given.value();
    return schedule::evaluate(std::make_shared<const Problem>(task.problem), task.inputPartition, task.schemes);
}

void addRepeated(CLI::App& command, const std::string& name, std::vector<std::string>& values, const std::string& help)
{
    command.add_option(name, values, help)->allow_extra_args(false);
}

CLI::Option* addProject(CLI::App& command, SolveOptions& options, const std::string& name)
{
    return command.add_option(name, options.project, "Project file (.tilescape)")->check([](const std::string& file) {
        return file.empty() ? "the name of the project is empty" : "";
    });
}

void addNetworkAndHardware(CLI::App& command, SolveOptions& options, CLI::Option* project, const std::string& hardwareHelp)
{
    command.add_option("--network", options.network, "Network: a name of 'networks', or a file")
        ->capture_default_str()
        ->excludes(project);
    command.add_option("--hardware", options.hardware, hardwareHelp)->capture_default_str()->excludes(project);
}

namespace {

/// `kind` is what it calls a number of this type.
template <typename Number>
CLI::Validator between(Number least, Number most, const char* kind, const std::string& type)
{
    return CLI::Validator(
        [least, most, kind](const std::string& word) {
            Number value{};
            const char* const end = word.data() + word.size();
            const auto [after, error] = std::from_chars(word.data(), end, value);
            return error == std::errc{} && after == end && value >= least && value <= most // not of what is no number
                       ? std::string()
                       : fmt::format("{} is no {} between {} and {}", word, kind, least, most);
        },
        fmt::format("{} in [{} - {}]", type, least, most));
}

} // namespace

CLI::Validator wholeNumber(Count least, Count most) { return between(least, most, "whole number", "INT"); }

CLI::Validator numberWithin(double least, double most) { return between(least, most, "number", "FLOAT"); }

CLI::Option* addProblem(CLI::App& command, SolveOptions& options, const std::string& projectName)
{
    CLI::Option* project = addProject(command, options, projectName);
    addNetworkAndHardware(command, options, project);
    command.add_option("--batch", options.batch, "Batch size")->check(wholeNumber(1, schedule::largestBatch));
    addRepeated(command, "--set", options.settings, "Change a parameter: key=value, any number of times");
    return project;
}

void addSolving(CLI::App& command, SolveOptions& options)
{
    command.add_option("--mode", options.mode, "Search space by name: tangram, baseline or monolithic; before --set");
    command.add_option("--goal", options.goal, "energy, delay or energy_delay");
    command.add_option("--solver", options.solver,
                       "kapla (the default where there is no project), exhaustive, directives, random or annealing");
}

} // namespace tilescape::cli
