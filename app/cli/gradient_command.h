#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `gradient`: the backward pass of a network or of one product, in each order of its tiles.
void addGradientCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
