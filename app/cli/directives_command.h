#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `directives`: prints a schedule as tensor-centric directives; `check` and `price` read a file of them.
void addDirectivesCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
