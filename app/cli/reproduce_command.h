#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `reproduce NAME`: writes the tables and figures of one of `reproduce::papers()`, its numbers beside ours.
void addReproduceCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
