#include "app/cli/sweep_command.h"

#include "app/cli/exploration_options.h"
#include "app/cli/interruption.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/ranks.h"
#include "app/cli/run_progress.h"
#include "core/io/files.h"
#include "core/io/point_journal.h"
#include "core/io/result_project.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"

#include <algorithm>
#include <iostream>
#include <memory>

#include <fmt/format.h>

namespace tilescape::cli {

namespace {

support::Result<explore::Sweep> loadSweep(const std::string& file)
{
    const auto text = io::readFile(file);
    if (!text) {
        return text.faults();
    }
    return io::readSweep(text.value(), file);
}

/// The points that are not known yet, solved and journalled; fewer if it is stopped.
explore::PointResults solve(const explore::Sweep& sweep, int threads, io::PointJournal& journal, Ranks& ranks,
                            const std::stop_token& stop)
{
    const std::size_t count = pointCount(sweep);
    explore::PointResults known = journal.knownPoints(count);
    RunProgress progress(known.size(), count);
    explore::RunControl control;
    control.stop = stop;
    control.threads = threads;
    control.onPoint = [&](std::size_t number, const explore::PointResult& result) {
        journal.add(fmt::format("{}", number), result);
        progress.addPoint();
    };
    return runSweep(sweep, std::move(known), control, ranks.solver());
}

int run(const ExplorationOptions& options)
{
    const Interruption interruption; // before the threads of MPI
    Ranks ranks;
    auto sweep = loadSweep(options.file);
    if (!ranks.leads()) {
        support::Diagnostics none;
        if (ranks.agree(sweep ? io::identityOf(sweep.value()) : "", none)) {
            ranks.serve(sweep.value().base, sweep.value().options, options.threads);
        }
        return ExitCode::Solved;
    }
    explore::PointResults results;
    const std::vector<Output> outputs{
        {"--csv", options.csvFile, [&] { return io::writeSweepCsv(sweep.value(), results); }},
        {"--json", options.jsonFile, [&] { return io::writeSweepJson(sweep.value(), results); }},
        {"--save", options.savedFile, [&] {
             return io::writeProject(io::projectOf(io::SweepRun{sweep.value(), results}));
         }}};
    std::vector<Output> places = outputs;
    places.push_back({"--journal", options.journalFile, {}});
    support::Diagnostics faults = sweep ? support::Diagnostics{} : sweep.faults();
    append(faults, checkOutputs(places, {options.file}));
    io::PointJournal journal;
    faults = faults.empty() ? journal.open(options.journalFile, options.resume, io::identityOf(sweep.value())) : faults;
    if (!ranks.agree(faults.empty() ? io::identityOf(sweep.value()) : "", faults)) {
        return complain(faults);
    }
    results = solve(sweep.value(), options.threads, journal, ranks, interruption.token());
    std::cerr << ranks.account();
    const std::size_t count = pointCount(sweep.value());
    if (!journal.faults().empty()) {
        complain(journal.faults());
    }
    if (results.size() < count) {
        std::cerr << fmt::format("stopped with {} of {} points; {}.\n", results.size(), count, continuation(options));
        return ExitCode::Interrupted;
    }
    faults = writeOutputs(outputs);
    // Also where a file cannot be written: it may have taken a night.
    std::cout << io::writeSweepSummary(sweep.value(), results);
    if (!faults.empty()) {
        return complain(faults);
    }
    if (!journal.faults().empty()) {
        return ExitCode::BadInput;
    }
    const bool isAnySolved =
        std::any_of(results.begin(), results.end(), [](const auto& own) { return own.second.hasSchedule(); });
    return isAnySolved ? ExitCode::Solved : ExitCode::NoSchedule;
}

} // namespace

void addSweepCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("sweep", "Solve many problems: a base, and what is varied in it");
    auto options = std::make_shared<ExplorationOptions>();
    addExploration(*command, *options, "Sweep file (JSON)", "Write one line a point to this file");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace tilescape::cli
