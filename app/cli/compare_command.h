#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `compare`: two problems, solved, and what changed from the first schedule to the second.
void addCompareCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
