#include "app/cli/sensitivity_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "core/explore/sensitivity.h"
#include "core/io/sensitivity_text.h"
#include "core/schedule/solver_cache.h"

#include <iostream>
#include <memory>

namespace tilescape::cli {

namespace {

explore::SensitivityMeasure measureOf(search::Goal goal)
{
    return goal == search::Goal::Energy  ? explore::SensitivityMeasure::Energy
           : goal == search::Goal::Delay ? explore::SensitivityMeasure::Delay
                                         : explore::SensitivityMeasure::EnergyDelay;
}

int run(const SolveOptions& options)
{
    std::vector<explore::Sensitivity> all;
    const auto problem = problemOf(options);
    const std::vector<Output> outputs{{"--csv", options.csvFile, [&all] { return io::writeSensitivityCsv(all); }},
                                      {"--json", options.jsonFile, [&] { return io::writeSensitivityJson(problem.value(), all); }}};
    support::Diagnostics faults = checkOutputs(outputs, {options.project, options.network, options.hardware});
    append(faults, problem ? support::Diagnostics{} : problem.faults());
    if (!faults.empty()) {
        return complain(faults);
    }
    schedule::SolverCache cache;
    schedule::SolveControl control;
    control.threads = options.threads;
    control.cache = &cache;
    const schedule::Schedule standing = schedule::solve(problem.value(), control);
    if (!standing.hasResult()) {
        complain(standing.diagnostics);
        return ExitCode::NoSchedule;
    }
    all = explore::sensitivities(problem.value(), standing, control);
    faults = writeOutputs(outputs);
    if (!faults.empty()) {
        return complain(faults);
    }
    std::cout << io::writeSensitivityText(all, measureOf(problem.value().goal));
    return ExitCode::Solved;
}

} // namespace

void addSensitivityCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command =
        app.add_subcommand("sensitivity", "Say what a step of each parameter of the chip makes of the schedule");
    auto options = std::make_shared<SolveOptions>();
    addProblem(*command, *options);
    addSolving(*command, *options);
    command->get_option("--goal")->description("energy, delay or energy_delay: what is solved for, and sorted by");
    command->add_option("--csv", options->csvFile, "Write one line a step to this file");
    command->add_option("--json", options->jsonFile, "Write the same as JSON to this file; tilescape --figure draws it");
    command->add_option("--threads", options->threads, "Threads; 0 for all cores. The answer does not depend on it")
        ->check(wholeNumber(0, mostThreads));
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace tilescape::cli
