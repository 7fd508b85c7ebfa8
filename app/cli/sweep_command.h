#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `sweep`: the schedules of many problems, which a file describes.
void addSweepCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
