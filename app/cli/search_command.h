#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `search`: the best chips for one or more networks, among ranges that a file gives.
void addSearchCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
