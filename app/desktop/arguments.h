#pragma once

#include "app/desktop/figure_job.h"

#include <optional>
#include <string>

namespace tilescape::desktop {

/// Exit codes of the program, as those of the command line.
enum ExitCode { Done = 0, NoSchedule = 1, BadInput = 2 };

/// What the program was started with.
struct Arguments {
    std::string file;             ///< to open; empty: the default example
    std::string screenshotFolder; ///< pictures of the window and its docks go there; empty: none
    std::string exportFolder;     ///< schedule and figures go there, without a window; empty: none
    FigureOrder figure;           ///< to draw without a window; without a name: none
    std::string figureList;       ///< the same of many; empty: none
    bool dark = false;
    bool measure = false;         ///< print how long the window takes, and exit
};

/// The arguments, or the code with which to exit at once (after --help, --version or a mistake).
struct ParsedArguments {
    Arguments arguments;
    std::optional<int> exitCode;
};
ParsedArguments parseArguments(int argc, const char* const* argv);

} // namespace tilescape::desktop
