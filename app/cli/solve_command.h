#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `solve`: the best schedule of a network on a chip, or of a reference case's problem.
void addSolveCommand(CLI::App& app, int& exitCode);
/// `evaluate`: the price of the schedule that a reference case gives.
void addEvaluateCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
