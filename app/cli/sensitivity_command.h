#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `sensitivity`: what a step of each parameter of the chip makes of the schedule.
void addSensitivityCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
