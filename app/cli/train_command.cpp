#include "app/cli/train_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "core/io/training_step_json.h"

#include <iostream>
#include <memory>
#include <vector>

namespace tilescape::cli {
namespace {

using training::parallelism::Strategy;

struct TrainOptions {
    SolveOptions solve;
    Count levels = -1;
};

int run(const TrainOptions& options)
{
    auto given = problemOf(options.solve);
    std::vector<schedule::TrainingStep> steps;
    const Output json{"--json", options.solve.jsonFile, [&] { return io::writeTrainingStepJson(given.value(), steps); }};
    support::Diagnostics faults = given ? support::Diagnostics{} : given.faults();
    append(faults, checkOutputs({&json, 1}, {options.solve.project, options.solve.network, options.solve.hardware}));
    if (!faults.empty()) {
        return complain(faults);
    }
    schedule::Problem& problem = given.value();
    problem.training.parallelism.levels = options.levels < 0 ? problem.training.parallelism.levels : options.levels;
    schedule::SolveControl control;
    control.threads = options.solve.threads;
    const auto add = [&steps](support::Result<schedule::TrainingStep> step) {
        if (!step) {
            complain(step.faults());
            return false;
        }
        steps.push_back(std::move(step.value()));
        return true;
    };
    for (const Strategy strategy : {Strategy::Data, Strategy::HyPar}) {
        if (!add(schedule::trainingStep(problem, strategy, control))) {
            return ExitCode::NoSchedule;
        }
    }
    // What the settings say, where that is neither.
    const auto& settings = problem.training.parallelism;
    const auto plan = training::parallelism::plan(problem.network, problem.batch, settings);
    const bool isOther = settings.strategy != Strategy::Data && settings.strategy != Strategy::HyPar;
    if (plan && (isOther || !plan.value().forced.empty()) && !add(schedule::trainingStep(problem, control))) {
        return ExitCode::NoSchedule;
    }
    if (plan && !plan.value().notes.empty()) {
        std::cerr << support::describe(plan.value().notes) << '\n';
    }
    faults = writeOutputs({&json, 1});
    if (!faults.empty()) {
        return complain(faults);
    }
    std::cout << io::writeTrainingStepSummary(problem, steps);
    return ExitCode::Solved;
}

} // namespace

void addTrainCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("train", "Chain parallelism, schedule and gradient order into one training step");
    auto options = std::make_shared<TrainOptions>();
    SolveOptions& solve = options->solve;
    CLI::Option* project = addProject(*command, solve, "project")->description("Project file (.tilescape); its training settings hold");
    addNetworkAndHardware(*command, solve, project, "Chip of the forward pass");
    command->add_option("--batch", solve.batch, "Batch of all accelerators together")
        ->check(wholeNumber(1, schedule::largestBatch));
    command->add_option("--levels", options->levels, "2^H accelerators")
        ->check(wholeNumber(0, training::parallelism::mostLevels));
    addRepeated(*command, "--set", solve.settings, "Change a parameter of the chip: key=value, any number of times");
    command->add_option("--goal", solve.goal, "energy, delay or energy_delay");
    command->add_option("--json", solve.jsonFile, "Write the result as JSON to this file");
    command->add_option("--threads", solve.threads, "Threads; 0 for all cores. The answer does not depend on it")
        ->check(wholeNumber(0, mostThreads));
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace tilescape::cli
