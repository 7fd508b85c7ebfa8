#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace tilescape::cli {

/// What `sweep` and `search` are told alike.
struct ExplorationOptions {
    std::string file;
    std::string csvFile;
    std::string jsonFile;
    std::string journalFile;
    std::string savedFile; ///< a project
    int threads = 0;
    bool resume = false;
};

/// The file that is asked, and those to write; `csvHelp` says what stands in the table.
void addExploration(CLI::App& command, ExplorationOptions& options, const std::string& fileHelp, const std::string& csvHelp);

/// What goes on with a run that was stopped.
std::string continuation(const ExplorationOptions& options);

} // namespace tilescape::cli
