#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// The commands `program`, which writes a schedule as instruction streams, and `run`, which executes them.
void addProgramCommand(CLI::App& app, int& exitCode);
void addRunCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
