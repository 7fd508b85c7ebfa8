#pragma once

#include "core/support/diagnostic.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tilescape::cli {

/// A file that a command writes where an option names one.
struct Output {
    std::string option; ///< with its dashes
    std::string path;   ///< empty: not asked for
    std::function<std::string()> text; ///< made only where it is written
};

/// What is wrong with the files to write, so that it is said before anything is computed: the name of a folder, no folder to
/// write into, one file named twice, or one of `inputs`, the files that are read.
support::Diagnostics checkOutputs(std::span<const Output> outputs, const std::vector<std::string>& inputs);

/// Writes the files that are asked for. Faults: those that cannot be written. If one is the standard output, all that is printed from then on goes to
/// standard error.
support::Diagnostics writeOutputs(std::span<const Output> outputs);

/// Prints the faults, one sentence a line, on standard error. Returns the exit code.
int complain(const support::Diagnostics& faults);

void append(support::Diagnostics& all, const support::Diagnostics& more);

} // namespace tilescape::cli
