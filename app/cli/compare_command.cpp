#include "app/cli/compare_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "core/explore/compare.h"
#include "core/io/difference_table.h"
#include "core/schedule/solve.h"
#include "core/schedule/solver_cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tilescape::cli {

namespace {

/// `second` is the problem with the options; its project is empty where the first one's is meant.
struct CompareOptions {
    std::string first;
    SolveOptions second;
    std::string tableFile;
    std::string tableFormat = "markdown";
};

support::Result<schedule::Problem> firstProblem(const CompareOptions& options)
{
    SolveOptions plain;
    plain.project = options.first;
    return problemOf(plain);
}

support::Result<schedule::Problem> secondProblem(const CompareOptions& options)
{
    SolveOptions changed = options.second;
    if (changed.project.empty()) {
        changed.project = options.first;
    }
    return problemOf(changed);
}

std::vector<Output> outputsOf(const CompareOptions& options, const io::ComparedSchedules* compared = nullptr)
{
    return {{"--json", options.second.jsonFile, [compared] { return io::writeDifferenceJson(*compared); }},
            {"--csv", options.second.csvFile, [compared] { return io::writeDifferenceCsv(*compared); }},
            {"--table", options.tableFile, [&options, compared] {
                 return io::writeTable(io::differenceTable(*compared), io::tableFormatNamed(options.tableFormat).value());
             }}};
}

/// What is compared with the first, for the reader of the result.
std::string nameOfSecond(const CompareOptions& options)
{
    const SolveOptions& second = options.second;
    std::vector<std::string> changes;
    if (second.batch != 0) {
        changes.push_back(fmt::format("batch {}", second.batch));
    }
    for (const auto& [key, value] :
         {std::pair("mode", &second.mode), std::pair("goal", &second.goal), std::pair("solver", &second.solver)}) {
        if (!value->empty()) {
            changes.push_back(fmt::format("{} {}", key, *value));
        }
    }
    changes.insert(changes.end(), second.settings.begin(), second.settings.end());
    const std::string& file = second.project.empty() ? options.first : second.project;
    return changes.empty() ? file : fmt::format("{} with {}", file, fmt::join(changes, ", "));
}

int report(const CompareOptions& options, const schedule::Schedule& before, const schedule::Schedule& after)
{
    for (const schedule::Schedule* schedule : {&before, &after}) {
        if (!schedule->hasResult()) {
            complain(schedule->diagnostics);
            return ExitCode::NoSchedule;
        }
    }
    const explore::ScheduleDifference difference = explore::compare(before, after);
    const io::ComparedSchedules compared{options.first, nameOfSecond(options), before, after, difference};
    const support::Diagnostics faults = writeOutputs(outputsOf(options, &compared));
    if (!faults.empty()) {
        return complain(faults);
    }
    std::cout << io::writeDifferenceText(compared);
    return ExitCode::Solved;
}

int compare(const CompareOptions& options)
{
    support::Diagnostics faults = checkOutputs(outputsOf(options), {options.first, options.second.project});
    const auto format = io::tableFormatNamed(options.tableFormat);
    append(faults, format ? support::Diagnostics{} : format.faults());
    const auto first = firstProblem(options);
    append(faults, first ? support::Diagnostics{} : first.faults());
    const bool sameFile = options.second.project.empty() && !first; // its faults are told once
    const auto second = sameFile ? first : secondProblem(options);
    append(faults, second || sameFile ? support::Diagnostics{} : second.faults());
    if (!faults.empty()) {
        return complain(faults);
    }
    schedule::SolverCache cache;
    schedule::SolveControl control;
    control.threads = options.second.threads;
    control.cache = &cache;
    const schedule::Schedule before = schedule::solve(first.value(), control);
    return report(options, before, schedule::solve(second.value(), control));
}

} // namespace

void addCompareCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command =
        app.add_subcommand("compare", "Solve two problems, and say what changed from the first to the second, and why");
    auto options = std::make_shared<CompareOptions>();
    command->add_option("first", options->first, "Project file (.tilescape)")->required();
    addProject(*command, options->second, "second")->description("Project file; the first again without it");
    addRepeated(*command, "--set", options->second.settings,
                "Change a parameter of the second: key=value, any number of times");
    command->add_option("--batch", options->second.batch, "Batch size of the second")
        ->check(wholeNumber(1, schedule::largestBatch));
    command->add_option("--mode", options->second.mode,
                        "Search space of the second: tangram, baseline or monolithic; before --set");
    command->add_option("--goal", options->second.goal, "Goal of the second: energy, delay or energy_delay");
    command->add_option("--solver", options->second.solver, "Solver of the second");
    command->add_option("--json", options->second.jsonFile, "Write the difference as JSON to this file");
    command->add_option("--csv", options->second.csvFile,
                        "Write one line a term of network, parts and layers to this file");
    CLI::Option* tableFile = command->add_option(
        "--table", options->tableFile, "Write a table for a paper to this file: terms, sums and their changes");
    command
        ->add_option("--format", options->tableFormat,
                     "Of the table: latex (booktabs, siunitx), markdown (the default) or csv")
        ->needs(tableFile);
    command
        ->add_option("--threads", options->second.threads, "Threads; 0 for all cores. The answer does not depend on it")
        ->check(wholeNumber(0, mostThreads));
    command->callback([options, &exitCode] { exitCode = compare(*options); });
}

} // namespace tilescape::cli
