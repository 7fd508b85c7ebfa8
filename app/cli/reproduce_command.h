#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `reproduce NAME`: the tables and figures of a paper, its numbers beside ours. A reproduction is a function in a file of
/// its own, `reproduce_<name>.h`, and a row of the table in `reproduce_command.cpp`.
void addReproduceCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
