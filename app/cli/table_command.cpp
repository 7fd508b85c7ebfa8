#include "app/cli/table_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "core/io/bibtex.h"
#include "core/io/schedule_json.h"
#include "core/io/schedule_tables.h"
#include "core/schedule/solve.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

namespace tilescape::cli {

namespace {

struct TableOptions {
    SolveOptions problem;
    std::string what;
    std::string format = "markdown";
    std::string layer;
    std::string out;
};

support::Result<const schedule::ScheduledLayer*> layerNamed(const schedule::Schedule& schedule, const std::string& name)
{
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        if (schedule.problem->network.layers[layer.layer].name == name) {
            return &layer;
        }
    }
    return optionFault(fmt::format("the network {} has no layer '{}'", schedule.problem->network.name, name),
                       fmt::format("its first is {}", schedule.problem->network.layers.front().name));
}

/// Faults first, then the result: a file that is asked for, or standard output.
int write(const TableOptions& options, const io::Table& table)
{
    const std::string text = io::writeTable(table, io::tableFormatNamed(options.format).value());
    if (options.out.empty()) {
        std::cout << text;
        return ExitCode::Solved;
    }
    const std::vector<Output> outputs{{"--out", options.out, [&] { return text; }}};
    const support::Diagnostics faults = writeOutputs(outputs);
    return faults.empty() ? static_cast<int>(ExitCode::Solved) : complain(faults);
}

int writeOfSchedule(const TableOptions& options, const schedule::Problem& problem)
{
    schedule::SolveControl control;
    control.threads = options.problem.threads;
    const schedule::Schedule schedule = schedule::solve(problem, control);
    if (!schedule.hasResult()) {
        std::cerr << io::writeSummary(schedule);
        return ExitCode::NoSchedule;
    }
    if (options.what == "layers") {
        return write(options, io::layersTable(schedule));
    }
    const auto layer = options.layer.empty() ? support::Result<const schedule::ScheduledLayer*>(nullptr) : layerNamed(schedule, options.layer);
    return layer ? write(options, io::termsTable(schedule, layer.value())) : complain(layer.faults());
}

int table(const TableOptions& options)
{
    support::Diagnostics faults;
    const std::vector<Output> outputs{{"--out", options.out, {}}};
    append(faults, checkOutputs(outputs, {options.problem.project, options.problem.network, options.problem.hardware}));
    const auto format = io::tableFormatNamed(options.format);
    append(faults, format ? support::Diagnostics{} : format.faults());
    const auto problem = problemOf(options.problem);
    append(faults, problem ? support::Diagnostics{} : problem.faults());
    if (!options.layer.empty() && options.what != "terms") {
        faults.push_back(
            optionFault("--layer " + options.layer + ": the table of " + options.what + " has no layer of its own",
                        "leave it out, or ask for the terms"));
    }
    if (!faults.empty()) {
        return complain(faults);
    }
    if (options.what == "systems") {
        return write(options, io::systemsTable());
    }
    return options.what == "parameters" ? write(options, io::parametersTable(problem.value().hardware)) : writeOfSchedule(options, problem.value());
}

int cite(const SolveOptions& options)
{
    const auto problem = problemOf(options);
    if (!problem) {
        return complain(problem.faults());
    }
    std::cout << io::writeBibtex(io::citationsOf(problem.value()));
    return ExitCode::Solved;
}

} // namespace

void addTableCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("table", "Write a table for a paper: layers, terms, systems or parameters");
    auto options = std::make_shared<TableOptions>();
    command->add_option("what", options->what, "layers of the schedule; terms of its energy; systems, the chips of the library; parameters of the chip")
        ->required()
        ->check(CLI::IsMember({"layers", "terms", "systems", "parameters"}));
    addProblem(*command, options->problem);
    addSolving(*command, options->problem);
    command
        ->add_option("--threads", options->problem.threads,
                     "Threads; 0 for all cores. The answer does not depend on it")
        ->check(wholeNumber(0, mostThreads));
    command->add_option("--layer", options->layer, "Terms of this layer; without it, of the network");
    command->add_option("--format", options->format, "latex (booktabs, siunitx), markdown (the default) or csv");
    command->add_option("--out", options->out, "Write to this file; without it, to standard output");
    command->callback([options, &exitCode] { exitCode = table(*options); });
}

void addCiteCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("cite", "Print BibTeX of the papers behind a result");
    auto options = std::make_shared<SolveOptions>();
    addProblem(*command, *options);
    addSolving(*command, *options);
    command->callback([options, &exitCode] { exitCode = cite(*options); });
}

} // namespace tilescape::cli
