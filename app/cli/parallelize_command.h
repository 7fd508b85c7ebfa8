#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `parallelize`: data or model parallelism for each layer of a network on an array of accelerators (HyPar).
void addParallelizeCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
