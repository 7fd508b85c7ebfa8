#include "app/cli/search_command.h"

#include "app/cli/exploration_options.h"
#include "app/cli/interruption.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/ranks.h"
#include "app/cli/run_progress.h"
#include "core/io/chip_search_json.h"
#include "core/io/chip_search_result.h"
#include "core/io/files.h"
#include "core/io/point_journal.h"
#include "core/io/result_project.h"

#include <iostream>
#include <memory>

#include <fmt/format.h>

namespace tilescape::cli {

namespace {

support::Result<explore::ChipSearch> loadSearch(const std::string& file)
{
    const auto text = io::readFile(file);
    if (!text) {
        return text.faults();
    }
    return io::readChipSearch(text.value(), file);
}

/// The evaluations that are not known yet, solved and journalled, and added to those that are.
explore::SearchResult searchWith(const explore::ChipSearch& search, int threads, io::PointJournal& journal,
                                 explore::Evaluations& all, Ranks& ranks, const std::stop_token& stop)
{
    GenerationProgress progress(search.evolution.generations);
    explore::SearchControl control;
    control.stop = stop;
    control.threads = threads;
    all = journal.known();
    control.onEvaluation = [&](const std::string& key, const explore::PointResult& result) {
        journal.add(key, result);
        all.emplace(key, result);
    };
    control.onGeneration = [&](std::size_t generation, const explore::SearchResult& result) {
        progress.addGeneration(generation, result.designs.size(), result.front.size());
    };
    return searchChips(search, journal.known(), control, ranks.solver());
}

int run(const ExplorationOptions& options)
{
    if (!explore::canEvolve()) {
        return complain({optionFault("this build has no search", "build it where libpagmo-dev is installed")});
    }
    const Interruption interruption; // before the threads of MPI
    Ranks ranks;
    auto search = loadSearch(options.file);
    if (!ranks.leads()) {
        support::Diagnostics none;
        if (ranks.agree(search ? io::identityOf(search.value()) : "", none)) {
            ranks.serve(search.value().base, search.value().options, options.threads);
        }
        return ExitCode::Solved;
    }
    explore::SearchResult result;
    explore::Evaluations evaluations;
    const std::vector<Output> outputs{
        {"--csv", options.csvFile, [&] { return io::writeSearchCsv(search.value(), result); }},
        {"--json", options.jsonFile, [&] { return io::writeSearchJson(search.value(), result); }},
        {"--save", options.savedFile, [&] {
             return io::writeProject(io::projectOf(io::SearchRun{search.value(), evaluations}));
         }}};
    std::vector<Output> places = outputs;
    places.push_back({"--journal", options.journalFile, {}});
    support::Diagnostics faults = search ? support::Diagnostics{} : search.faults();
    append(faults, checkOutputs(places, {options.file}));
    io::PointJournal journal;
    faults = faults.empty() ? journal.open(options.journalFile, options.resume, io::identityOf(search.value())) : faults;
    if (!ranks.agree(faults.empty() ? io::identityOf(search.value()) : "", faults)) {
        return complain(faults);
    }
    result = searchWith(search.value(), options.threads, journal, evaluations, ranks, interruption.token());
    std::cerr << ranks.account();
    if (!journal.faults().empty()) {
        complain(journal.faults());
    }
    if (!result.finished) {
        std::cerr << fmt::format("stopped after {} designs; {}.\n", result.designs.size(), continuation(options));
        return ExitCode::Interrupted;
    }
    faults = writeOutputs(outputs);
    if (!faults.empty()) {
        return complain(faults);
    }
    std::cout << io::writeSearchSummary(search.value(), result);
    return !journal.faults().empty() ? ExitCode::BadInput : result.front.empty() ? ExitCode::NoSchedule : ExitCode::Solved;
}

} // namespace

void addSearchCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("search", "Search for the best chips for one or more networks");
    auto options = std::make_shared<ExplorationOptions>();
    addExploration(*command, *options, "Search file (JSON)", "Write one line a design to this file");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace tilescape::cli
