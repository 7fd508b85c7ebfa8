#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `select`: for each layer of a network the dataflow that moves least between DRAM and buffer.
void addSelectCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
