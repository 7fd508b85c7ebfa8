#include "app/cli/program_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "core/io/execution_json.h"
#include "core/io/files.h"
#include "core/io/program_text.h"
#include "core/program/check_program.h"
#include "core/program/compile.h"
#include "core/program/machine.h"
#include "core/schedule/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>

namespace tilescape::cli {

namespace {

using program::Program;
using support::Diagnostic;
using support::Result;

struct ProgramOptions {
    SolveOptions solve;
    std::string out;
    std::string tile;
    std::string data;
    std::uint64_t interleaving = 1;
    bool transfersOnly = false;
    bool sample = false;
    bool timed = false;
    bool check = false;
    std::string handOver = "units";
};

/// Options that say what is scheduled, and how: a case, or a program, says that itself.
constexpr std::array<const char*, 7> ofProblem{"--network", "--hardware", "--batch", "--set",
                                               "--mode",    "--goal",     "--solver"};

bool asksForProblem(const SolveOptions& options)
{
    return options.batch != 0 || !options.settings.empty() || !options.mode.empty() || !options.goal.empty()
           || !options.solver.empty();
}

/// The program that the options describe: read from a file, or compiled from the schedule of a problem or a case. What has too many words
/// to be executed on all of its data, if it is to be, is refused before it is solved. Where no schedule is found, `withoutIt`
/// becomes that exit code.
Result<Program> programOf(const SolveOptions& options, bool computesAll, int& withoutIt)
{
    const auto wordsFault = [computesAll](const network::Network& network, Count batch) {
        return computesAll ? program::checkWords(network, batch) : support::Diagnostics{};
    };
    if (!options.caseFile.empty()) {
        const auto schedule = scheduleOfCase(options.caseFile);
        if (!schedule) {
            return schedule.faults();
        }
        auto fault = wordsFault(schedule.value().problem->network, schedule.value().problem->batch);
        return fault.empty() ? program::compile(schedule.value()) : Result<Program>(std::move(fault));
    }
    if (!options.project.empty()) {
        const auto text = io::readFile(options.project);
        if (text && io::isProgram(text.value())) {
            if (asksForProblem(options)) {
                return support::Diagnostics{
                    optionFault(fmt::format("{} is a program, whose schedule is there", options.project),
                                "leave out --batch, --set, --mode, --goal and --solver, or name a project")};
            }
            return io::readProgram(text.value(), options.project);
        }
    }
    const auto problem = problemOf(options);
    if (!problem) {
        return problem.faults();
    }
    if (auto fault = wordsFault(problem.value().network, problem.value().batch); !fault.empty()) {
        return fault;
    }
    schedule::SolveControl control;
    control.threads = options.threads;
    const schedule::Schedule schedule = schedule::solve(problem.value(), control);
    withoutIt = schedule.hasResult() ? ExitCode::BadInput : ExitCode::NoSchedule;
    return program::compile(schedule);
}

std::optional<Tile> readTile(const std::string& text)
{
    Tile tile;
    const char* end = text.data() + text.size();
    const auto [comma, rowError] = std::from_chars(text.data(), end, tile.row);
    if (rowError != std::errc{} || comma == end || *comma != ',') {
        return std::nullopt;
    }
    const auto [rest, columnError] = std::from_chars(comma + 1, end, tile.column);
    return columnError == std::errc{} && rest == end ? std::optional(tile) : std::nullopt;
}

/// The streams of one tile alone.
support::Diagnostics keepTile(Program& program, const std::string& text)
{
    const std::optional<Tile> tile = readTile(text);
    if (!tile) {
        return {optionFault(fmt::format("--tile {} names no tile", text), "write row,column")};
    }
    bool works = false;
    for (program::LayerCode& code : program.layers) {
        std::erase_if(code.roles, [&](const program::Role& role) {
            return std::find(role.tiles.begin(), role.tiles.end(), *tile) == role.tiles.end();
        });
        for (program::Role& role : code.roles) {
            role.tiles = {*tile};
            works = true;
        }
    }
    return works ? support::Diagnostics{}
                 : support::Diagnostics{
                     optionFault(fmt::format("--tile {}: no layer works on that tile", text), "name another one")};
}

int write(const ProgramOptions& options)
{
    const auto outputs = [&](const Program* program) {
        const bool json = options.out.ends_with(".json");
        return std::vector<Output>{{"--out", options.out, [program, json] {
                                        return json ? io::writeProgramJson(*program) : io::writeProgramText(*program);
                                    }}};
    };
    support::Diagnostics faults = checkOutputs(outputs(nullptr), {options.solve.project, options.solve.caseFile,
                                                                  options.solve.network, options.solve.hardware});
    if (!faults.empty()) {
        return complain(faults);
    }
    int withoutProgram = ExitCode::BadInput;
    auto program = programOf(options.solve, false, withoutProgram);
    if (!program) {
        complain(program.faults());
        return withoutProgram;
    }
    if (!options.tile.empty()) {
        append(faults, keepTile(program.value(), options.tile));
    }
    append(faults, faults.empty() ? writeOutputs(outputs(&program.value())) : support::Diagnostics{});
    return faults.empty() ? ExitCode::Solved : complain(faults);
}

/// The number in `seed:N`; 1 without the option.
std::optional<std::uint64_t> seedOf(const std::string& text)
{
    if (text.empty()) {
        return 1;
    }
    constexpr std::string_view key = "seed:";
    std::uint64_t seed = 0;
    const char* end = text.data() + text.size();
    if (!text.starts_with(key)) {
        return std::nullopt;
    }
    const auto [rest, error] = std::from_chars(text.data() + key.size(), end, seed);
    return error == std::errc{} && rest == end ? std::optional(seed) : std::nullopt;
}

program::ExecutionOptions::Arithmetic arithmeticOf(const ProgramOptions& options)
{
    using Arithmetic = program::ExecutionOptions::Arithmetic;
    return options.sample ? Arithmetic::Sample : options.transfersOnly ? Arithmetic::None : Arithmetic::All;
}

int run(const ProgramOptions& options)
{
    const auto outputs = [&](std::function<std::string()> text) {
        return std::vector<Output>{{"--json", options.solve.jsonFile, std::move(text)}};
    };
    support::Diagnostics faults = checkOutputs(
        outputs({}), {options.solve.project, options.solve.caseFile, options.solve.network, options.solve.hardware});
    const auto seed = seedOf(options.data);
    if (!seed) {
        faults.push_back(optionFault(fmt::format("--data {} names no data", options.data), "write seed:N, N a whole number"));
    }
    const bool byGroups = options.handOver == "groups";
    if (!byGroups && options.handOver != "units") {
        faults.push_back(optionFault(fmt::format("--hand-over {} names nothing that layers hand on", options.handOver), "write units or groups"));
    }
    if (!faults.empty()) {
        return complain(faults);
    }
    int withoutProgram = ExitCode::BadInput;
    const auto program = programOf(options.solve, !options.sample && !options.transfersOnly, withoutProgram);
    if (!program) {
        complain(program.faults());
        return withoutProgram;
    }
    using HandOver = program::ExecutionOptions::HandOver;
    const program::Execution execution =
        program::execute(program.value(), {*seed, options.interleaving, options.timed, arithmeticOf(options), options.solve.threads, {},
                                           byGroups ? HandOver::Groups : HandOver::Units});
    faults = writeOutputs(outputs([&] { return io::writeExecutionJson(program.value(), execution); }));
    if (!faults.empty()) {
        return complain(faults);
    }
    (execution.holds() ? std::cout : std::cerr) << io::writeExecutionSummary(program.value(), execution);
    return execution.holds() ? ExitCode::Solved : ExitCode::NoSchedule;
}

void addSource(CLI::App& command, SolveOptions& solve, const std::string& projectHelp)
{
    CLI::Option* project = addProblem(command, solve);
    project->description(projectHelp);
    addSolving(command, solve);
    CLI::Option* caseFile =
        command.add_option("--case", solve.caseFile, "The schedule that a reference case gives")->excludes(project);
    for (const char* other : ofProblem) {
        caseFile->excludes(other);
    }
    command.add_option("--threads", solve.threads, "Threads of the solver; 0 for all cores")
        ->check(wholeNumber(0, mostThreads));
}

} // namespace

void addProgramCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("program", "Write a schedule as instruction streams for every tile");
    auto options = std::make_shared<ProgramOptions>();
    addSource(*command, options->solve, "Project file (.tilescape), or a program");
    command->add_option("--out", options->out, "The program; as JSON if it ends in .json, else as text")->required();
    command->add_option("--tile", options->tile, "Only the streams of this tile: row,column");
    command->callback([options, &exitCode] { exitCode = write(*options); });
}

void addRunCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("run", "Execute a program, or the program of a schedule, on data");
    auto options = std::make_shared<ProgramOptions>();
    addSource(*command, options->solve, "Program, or project file (.tilescape)");
    command->add_option("--data", options->data, "Inputs and weights: seed:N (1 by default)");
    command->add_option("--interleaving", options->interleaving, "Seed of the order in which the streams advance")
        ->check([](const std::string& text) {
            return text.starts_with('-') ? "write a whole number, 0 or more" : std::string();
        }); // it would wrap
    auto* transfers = command->add_flag("--transfers-only", options->transfersOnly,
                                        "Without multiply-accumulates: outputs are not compared");
    command->add_flag("--sample", options->sample, "Compute and compare a few units of the output of each layer")
        ->excludes(transfers);
    command->add_flag("--timed", options->timed, "Count cycles, with contention for memory channels and buses");
    command->add_option("--hand-over", options->handOver,
                        "What layers of a segment hand on at a time: units, as they are made, or whole groups, as the model has it")
        ->option_text("units|groups");
    command->add_flag("--check", options->check, "Everything is checked in any case");
    command->add_option("--json", options->solve.jsonFile, "Write what was counted as JSON to this file");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace tilescape::cli
