#pragma once

#include <CLI/CLI.hpp>

namespace tilescape::cli {

/// `table`: layers, energy terms, chips or parameters as LaTeX, Markdown or CSV.
void addTableCommand(CLI::App& app, int& exitCode);
/// `cite`: BibTeX of the papers behind a result.
void addCiteCommand(CLI::App& app, int& exitCode);

} // namespace tilescape::cli
