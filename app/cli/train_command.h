#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `train`: a training step of three systems in a row, and what each is worth.
void addTrainCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
