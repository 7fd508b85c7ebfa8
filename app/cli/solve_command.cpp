#include "app/cli/solve_command.h"

#include "app/cli/interruption.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/proof_log.h"
#include "core/explore/explain.h"
#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/io/links_csv.h"
#include "core/io/schedule_json.h"
#include "core/io/search_text.h"
#include "core/schedule/advice.h"
#include "core/schedule/bound_prover.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/prove.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/solve.h"
#include "core/schedule/solver_cache.h"
#include "core/schedule/write_directives.h"

#include <fmt/format.h>

#include <functional>
#include <iostream>
#include <memory>
#include <optional>

namespace tilescape::cli {

namespace {

using TextOf = std::function<std::string()>;

/// What the files that are asked for hold. Before there is a schedule, its functions are empty.
struct Texts {
    TextOf json;
    TextOf project;
};

/// The files that are asked for.
std::vector<Output> outputsOf(const SolveOptions& options, const schedule::Schedule* schedule = nullptr,
                              const Texts& texts = {})
{
    return {{"--json", options.jsonFile, texts.json},
            {"--csv", options.csvFile, [schedule] { return io::writeScheduleCsv(*schedule); }},
            {"--links", options.linksFile, [schedule] { return io::writeLinksCsv(*schedule); }},
            {"--save", options.savedFile, texts.project}};
}

support::Diagnostics checkFiles(const SolveOptions& options)
{
    return checkOutputs(outputsOf(options), {options.project, options.caseFile, options.network, options.hardware});
}

/// Files first; what cannot be written is said last. `gap`: as of `writeSummary`.
int report(const schedule::Schedule& schedule, const SolveOptions& options, const Texts& texts,
           std::optional<double> gap = std::nullopt)
{
    const support::Diagnostics faults = writeOutputs(outputsOf(options, &schedule, texts));
    std::ostream& out = schedule.hasResult() ? std::cout : std::cerr;
    out << io::writeSummary(schedule, gap);
    if (options.why) {
        out << io::writeSearchTables(schedule);
    }
    if (!faults.empty()) {
        return complain(faults);
    }
    return schedule.hasResult() ? ExitCode::Solved : ExitCode::NoSchedule;
}

/// The options that make the problem that was solved for the advice.
std::string optionsFor(const schedule::Advice& advice, const schedule::Problem& problem)
{
    const schedule::Problem changed = schedule::problemWith(problem, *advice.option);
    std::string text;
    for (const search::SpaceOption& option : search::spaceOptions()) {
        if (changed.space.*option.value != problem.space.*option.value) {
            text += fmt::format("{}--set {}=on", text.empty() ? "" : " ", option.key);
        }
    }
    return changed.solver == problem.solver ? text : text + " --solver " + changed.solver;
}

/// A line for each switch, with what turns it on.
std::string adviceText(const std::vector<schedule::Advice>& all, const schedule::Problem& problem)
{
    if (all.empty()) {
        return fmt::format("\nNo switch of the search space that is off saves {:.0f} % or more.\n", 100 * schedule::leastGain);
    }
    std::string text = "\nWhat would help, each by itself:\n";
    for (const schedule::Advice& advice : all) {
        text += fmt::format("  {} ({})\n", schedule::describe(advice), optionsFor(advice, problem));
    }
    return text;
}

/// A line for each finding, what gains most first.
std::string findingsText(const std::vector<explore::Finding>& all)
{
    if (all.empty()) {
        return "\nNo rule finds anything that would help.\n";
    }
    std::string text = "\nWhat limits it, and what would help, each by itself:\n";
    for (const explore::Finding& finding : all) {
        text += "  " + explore::describe(finding) + "\n";
    }
    return text;
}

int solveCase(const SolveOptions& options, const schedule::SolveControl& control)
{
    support::Diagnostics faults = checkFiles(options);
    auto given = loadCase(options.caseFile);
    append(faults, given ? support::Diagnostics{} : given.faults());
    schedule::Problem problem;
    if (given) {
        problem = given.value().problem;
        problem.solver = defaultSolver;
        append(faults, applyOptions(options, problem));
        given.value().problem.solver = problem.solver; // which is no part of what a case says
    }
    if (!faults.empty()) {
        return complain(faults);
    }
    const io::Case& task = given.value();
    const schedule::Schedule schedule = schedule::solve(problem, control);
    // A case says of its problem what its file says: another problem's schedule is no case.
    const TextOf json = [&] {
        return problem == task.problem ? io::writeCase(task, schedule) : io::writeScheduleJson(schedule);
    };
    return report(schedule, options, {json, [&] { return io::writeProject(problem); }});
}

/// Ctrl+C ends the proof with what there is.
int proveSchedule(const SolveOptions& options, const io::Project& project)
{
    const schedule::Problem& problem = project.problem;
    const std::optional<double> gap = gapOf(*options.prove);
    if (!gap) {
        return complain({{support::Severity::Error, "", "--prove", "", fmt::format("'{}' is no gap", *options.prove),
                          "a gap is a part of the best possible, as 5% or 1.05"}});
    }
    if (!schedule::canProve(problem)) {
        return complain({{support::Severity::Error, "", "--prove", "", "the chip has too many tiles for a proof",
                          fmt::format("a chip of up to {} tiles can be proven", schedule::mostTilesOfProof)}});
    }
    const Interruption interruption;
    schedule::ProofControl control;
    control.gap = *gap;
    control.seconds = options.proveSeconds > 0 ? options.proveSeconds : control.seconds;
    control.stop = interruption.token();
    control.threads = options.threads;
    ProofLog log(problem.goal);
    control.onProgress = [&log](const schedule::ProofProgress& progress) { log.add(progress); };
    const schedule::Proof proof = schedule::prove(problem, control);
    log.end();
    const bool isProven = proof.schedule.hasResult() && proof.end != schedule::ProofEnd::OutsideSpace;
    const std::optional<double> proven = isProven ? std::optional(proof.gap()) : std::nullopt;
    const auto keptProject = [&] {
        io::Project kept = project;
        kept.problem = proof.schedule.hasResult() ? schedule::keeping(problem, proof.schedule) : problem;
        return io::writeProject(kept);
    };
    const Texts texts{[&] { return io::writeScheduleJson(proof); }, keptProject};
    const int exitCode = report(proof.schedule, options, texts, proven);
    if (exitCode == ExitCode::Solved) {
        std::cout << describe(proof);
    }
    return exitCode;
}

int solve(const SolveOptions& options)
{
    schedule::SolveControl control;
    control.threads = options.threads;
    if (!options.caseFile.empty()) {
        return solveCase(options, control);
    }
    support::Diagnostics faults = checkFiles(options);
    auto project = projectOf(options);
    append(faults, project ? support::Diagnostics{} : project.faults());
    if (!faults.empty()) {
        return complain(faults);
    }
    if (options.anew) {
        project.value().problem.kept.reset();
    }
    if (options.prove) {
        return proveSchedule(options, project.value());
    }
    const schedule::Problem& problem = project.value().problem;
    schedule::Schedule schedule = schedule::solve(problem, control);
    if (schedule.hasResult()) {
        schedule::proveAll(schedule, control.threads);
    }
    std::optional<std::vector<schedule::Advice>> advice;
    if (options.advise) {
        advice = schedule::adviceFor(problem, schedule, control);
    }
    std::optional<std::vector<explore::Finding>> findings;
    if (options.explain) {
        schedule::SolverCache cache;
        control.cache = &cache;
        findings = explore::explain(problem, schedule, control);
    }
    const Texts texts{[&] { return io::writeScheduleJson(schedule, advice, findings); },
                      [&] { return io::writeProject(project.value()); }};
    const int exitCode = report(schedule, options, texts);
    if (advice && exitCode == ExitCode::Solved) {
        std::cout << adviceText(*advice, problem);
    }
    if (findings && exitCode == ExitCode::Solved) {
        std::cout << findingsText(*findings);
    }
    return exitCode;
}

int evaluate(const SolveOptions& options)
{
    support::Diagnostics faults = checkFiles(options);
    const auto given = loadCase(options.caseFile);
    append(faults, given ? support::Diagnostics{} : given.faults());
    if (!faults.empty()) {
        return complain(faults);
    }
    const io::Case& task = given.value();
    const schedule::Schedule schedule = schedule::evaluate(std::make_shared<const schedule::Problem>(task.problem),
                                                           task.inputPartition, task.schemes);
    return report(schedule, options, {[&] { return io::writeCase(task, schedule); }, {}});
}

void addOutputs(CLI::App& command, SolveOptions& options)
{
    command.add_option("--json", options.jsonFile, "Write the result as JSON to this file");
    command.add_option("--csv", options.csvFile, "Write one line a layer to this file");
    command.add_option("--links", options.linksFile, "Write one line a segment and link of the NoC, with its load, to this file");
}

} // namespace

void addSolveCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("solve", "Find the best schedule of a network on a chip");
    auto options = std::make_shared<SolveOptions>();
    CLI::Option* project = addProblem(*command, *options);
    command->add_flag_callback("--training", [options] { options->settings.emplace_back("training=on"); },
                              "Schedule a step of training: --set training=on");
    addSolving(*command, *options);
    auto* caseFile = command->add_option("--case", options->caseFile, "Solve the problem of a reference case")
                         ->excludes(project)
                         ->excludes("--network")
                         ->excludes("--hardware");
    command->add_flag("--advise", options->advise, "Say which switches of the search space that are off save a tenth or more")
        ->excludes(caseFile);
    command->add_option("--prove", options->prove,
                        "Go on until the schedule is proven to be within this part of the best possible: 5% or 1.05")
        ->excludes(caseFile)
        ->excludes("--advise");
    command->add_option("--prove-seconds", options->proveSeconds, "The longest that the proof may take, in seconds")
        ->check(numberWithin(0.001, 1e9))
        ->needs("--prove");
    command->add_flag("--explain", options->explain, "Say what limits the schedule, and what changes of the problem would help: each is solved")
        ->excludes(caseFile)
        ->excludes("--prove");
    command->add_flag("--anew", options->anew, "Search even where the project keeps a schedule")->excludes(caseFile);
    command->add_option("--threads", options->threads, "Threads; 0 for all cores. The answer does not depend on it")
        ->check(wholeNumber(0, mostThreads));
    command->add_flag("--why", options->why, "Say what became of all segments, by segment of the schedule and by layer");
    addOutputs(*command, *options);
    command->add_option("--save", options->savedFile,
                        "Write the problem as a project to this file (.tilescape), which the window opens; a proven "
                        "schedule is kept in it");
    command->callback([options, &exitCode] { exitCode = solve(*options); });
}

void addEvaluateCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("evaluate", "Price the schedule that a reference case gives");
    auto options = std::make_shared<SolveOptions>();
    command->add_option("--case", options->caseFile, "The case")->required();
    addOutputs(*command, *options);
    command->callback([options, &exitCode] { exitCode = evaluate(*options); });
}

} // namespace tilescape::cli
