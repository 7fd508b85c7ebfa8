#include "app/cli/directives_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "core/io/case_json.h"
#include "core/io/directives_json.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/schedule/bound_prover.h"
#include "core/schedule/check_directives.h"
#include "core/schedule/solve.h"
#include "core/schedule/write_directives.h"

#include <iostream>
#include <memory>

#include <fmt/format.h>

namespace tilescape::cli {

namespace {

namespace directives = dataflow::directives;

struct DirectivesOptions {
    SolveOptions problem;
    std::string file; ///< of directives
    std::string out;
};

/// The problem as it is scheduled: of a case, or of the options, with the layers that training adds, in the space that the
/// chip has the means for.
support::Result<schedule::Problem> scheduledProblem(const SolveOptions& options)
{
    if (!options.caseFile.empty()) {
        const auto task = loadCase(options.caseFile);
        return task ? support::Result(task.value().problem) : support::Result<schedule::Problem>(task.faults());
    }
    auto problem = problemOf(options);
    if (!problem) {
        return problem;
    }
    auto network = schedule::scheduledNetwork(problem.value());
    if (!network) {
        return network.faults();
    }
    problem.value().space = schedule::usableSpace(problem.value());
    problem.value().network = std::move(network.value());
    problem.value().space.training = false;
    return problem;
}

std::vector<std::string> inputsOf(const DirectivesOptions& options)
{
    const SolveOptions& problem = options.problem;
    return {options.file, problem.project, problem.caseFile, problem.network, problem.hardware};
}

/// The schedule that a case gives, or that is found for the options' problem.
support::Result<schedule::Schedule> scheduleOf(const SolveOptions& options)
{
    if (!options.caseFile.empty()) {
        return scheduleOfCase(options.caseFile);
    }
    const auto problem = problemOf(options);
    if (!problem) {
        return problem.faults();
    }
    schedule::SolveControl control;
    control.threads = options.threads;
    return schedule::solve(problem.value(), control);
}

int print(const DirectivesOptions& options)
{
    schedule::Schedule schedule;
    const Output out{"--out", options.out, [&] { return io::writeDirectivesText(schedule); }};
    support::Diagnostics faults = checkOutputs({&out, 1}, inputsOf(options));
    if (faults.empty()) {
        auto found = scheduleOf(options.problem);
        if (found) {
            schedule = std::move(found.value());
        } else {
            faults = found.faults();
        }
    }
    if (!faults.empty()) {
        return complain(faults);
    }
    if (!schedule.hasResult()) {
        complain(schedule.diagnostics);
        return ExitCode::NoSchedule;
    }
    if (options.out.empty()) {
        std::cout << out.text();
        return ExitCode::Solved;
    }
    faults = writeOutputs({&out, 1});
    return faults.empty() ? static_cast<int>(ExitCode::Solved) : complain(faults);
}

/// The project of the options, which have been read once, with the schedule.
std::string projectKeeping(const SolveOptions& options, const schedule::Schedule& schedule)
{
    io::Project project = projectOf(options).value();
    project.problem = schedule::keeping(project.problem, schedule);
    return io::writeProject(project);
}

int read(const DirectivesOptions& options, bool price)
{
    const auto text = io::readFile(options.file);
    const auto problem = scheduledProblem(options.problem);
    support::Diagnostics faults = text ? support::Diagnostics{} : text.faults();
    append(faults, problem ? support::Diagnostics{} : problem.faults());
    schedule::CheckedDirectives checked;
    schedule::Schedule schedule;
    const Output json{"--json", options.problem.jsonFile, [&] {
                          return io::writeDirectivesJson(problem.value(), checked, price ? &schedule : nullptr);
                      }};
    const Output saved{"--save", options.problem.savedFile, [&] { return projectKeeping(options.problem, schedule); }};
    const std::vector<Output> outputs{json, saved};
    append(faults, checkOutputs(outputs, inputsOf(options)));
    if (!faults.empty()) {
        return complain(faults);
    }
    const auto shared = std::make_shared<const schedule::Problem>(problem.value());
    checked = schedule::checkDirectives(*shared, text.value());
    if (!checked.faults.empty()) {
        complain(directives::diagnosticsOf(checked.faults, options.file));
    }
    if (price) {
        schedule = schedule::priceDirectives(shared, checked);
        if (schedule.hasResult()) {
            schedule::proveAll(schedule, options.problem.threads);
        } else if (checked.sound()) {
            complain(schedule.diagnostics);
        }
    }
    const bool isPriced = price && schedule.hasResult();
    faults = writeOutputs(isPriced ? std::span(outputs)
                                   : std::span(outputs).first(1)); // a project keeps no schedule that is none
    if (!faults.empty()) {
        return complain(faults);
    }
    if (price && schedule.hasResult()) {
        std::cout << io::writeSummary(schedule);
    } else if (!price && checked.sound()) {
        std::cout << fmt::format("{}: {} layers, no errors\n", options.file, checked.layers.size());
    }
    return checked.sound() && (!price || schedule.hasResult()) ? ExitCode::Solved : ExitCode::NoSchedule;
}

void addProblemOrCase(CLI::App& command, SolveOptions& options)
{
    addProblem(command, options, "--project");
    CLI::Option* caseFile = command.add_option("--case", options.caseFile, "The problem (and schedule) of a reference case");
    for (const char* other : {"--project", "--network", "--hardware", "--batch", "--set"}) {
        caseFile->excludes(other);
    }
}

CLI::App* addReading(CLI::App& parent, const std::string& name, const std::string& help, bool price,
                     const std::shared_ptr<DirectivesOptions>& options, int& exitCode)
{
    CLI::App* command = parent.add_subcommand(name, help);
    command->add_option("file", options->file, "Directives (.kapla)")->required();
    addProblemOrCase(*command, options->problem);
    if (price) {
        command
            ->add_option("--goal", options->problem.goal, "The goal whose best possible value the price stands beside")
            ->excludes("--case");
        command
            ->add_option("--save", options->problem.savedFile,
                         "Write a project that keeps this schedule to this file (.tilescape), which the window opens")
            ->excludes("--case");
    }
    command->add_option("--json", options->problem.jsonFile, "Write faults, sizes, units and counts as JSON to this file");
    command->callback([options, price, &exitCode] { exitCode = read(*options, price); });
    return command;
}

} // namespace

void addDirectivesCommand(CLI::App& app, int& exitCode)
{
    const auto options = std::make_shared<DirectivesOptions>();
    CLI::App* command = app.add_subcommand("directives", "Schedules as tensor-centric directives: print, check, price");
    addProblemOrCase(*command, options->problem);
    CLI::Option* solver = command->add_option("--solver", options->problem.solver, "The solver to use");
    CLI::Option* goal = command->add_option("--goal", options->problem.goal, "energy, delay or energy_delay");
    for (CLI::Option* search : {solver, goal}) { // the case gives a schedule
        search->excludes("--case");
    }
    command
        ->add_option("--threads", options->problem.threads,
                     "Threads; 0 for all cores. The answer does not depend on it")
        ->check(wholeNumber(0, mostThreads));
    CLI::Option* out = command->add_option("--out", options->out, "Write them to this file (.kapla) instead of standard output");
    command->require_subcommand(0, 1);
    for (CLI::App* reading :
         {addReading(*command, "check", "Check a file of directives: every fault with line and column", false, options, exitCode),
          addReading(*command, "price", "Check a file of directives, and price it by the detailed model", true, options,
                     exitCode)}) {
        reading->excludes(solver); // these are for printing: nothing is searched for or written as directives here
        reading->excludes(out);
    }
    command->callback([options, command, &exitCode] {
        if (command->get_subcommands().empty()) {
            exitCode = print(*options);
        }
    });
}

} // namespace tilescape::cli
