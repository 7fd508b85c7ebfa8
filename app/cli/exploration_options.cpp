#include "app/cli/exploration_options.h"

#include <fmt/format.h>

namespace tilescape::cli {

void addExploration(CLI::App& command, ExplorationOptions& options, const std::string& fileHelp, const std::string& csvHelp)
{
    command.add_option("file", options.file, fileHelp)->required();
    command.add_option("--csv", options.csvFile, csvHelp);
    command.add_option("--json", options.jsonFile, "Write the results as JSON to this file; tilescape --figure draws it");
    command.add_option("--save", options.savedFile,
                       "Write question and results as a project to this file (.tilescape), which the window opens");
    CLI::Option* journal =
        command.add_option("--journal", options.journalFile, "Keep every result in this file as it is found");
    command.add_flag("--resume", options.resume, "Go on with the journal, if there is one")->needs(journal);
    command.add_option("--threads", options.threads, "Threads; 0 for all cores. The results do not depend on it")
        ->check(wholeNumber(0, mostThreads));
}

std::string continuation(const ExplorationOptions& options)
{
    return options.journalFile.empty()
        ? "with --journal FILE it could be gone on with"
        : fmt::format("the same command with --resume goes on from there ({})", options.journalFile);
}

} // namespace tilescape::cli
