#include "app/desktop/arguments.h"

#include <CLI/CLI.hpp>

namespace tilescape::desktop {

ParsedArguments parseArguments(int argc, const char* const* argv)
{
    ParsedArguments parsed;
    Arguments& arguments = parsed.arguments;
    CLI::App app("Tilescape: a window in which networks are scheduled on tiled accelerators.", "tilescape");
    app.set_version_flag("--version", TILESCAPE_VERSION);
    app.failure_message([](const CLI::App*, const CLI::Error& error) {
        return std::string(error.what()) + "; --help says what can be given.\n";
    });
    app.add_option("file", arguments.file, "Project, network or chip to open; without it, AlexNet pipelined over 256 tiles");
    auto* screenshot = app.add_option("--screenshot", arguments.screenshotFolder,
                                      "Write pictures of the window and of each panel into this folder, and exit")
                           ->type_name("FOLDER");
    app.add_flag("--dark", arguments.dark, "Dark colours, whatever the settings say");
    auto* exported = app.add_option("--export", arguments.exportFolder,
                                    "Without a window: write schedule and figures into this folder, and exit")
                         ->type_name("FOLDER");
    auto* measure = app.add_flag("--measure", arguments.measure,
                                 "Print how long the first schedule and an edit take, and exit");
    exported->excludes(screenshot)->excludes(measure);
    measure->excludes(screenshot);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // --help and --version are answers, not mistakes.
        const bool asked = error.get_exit_code() == 0;
        app.exit(error);
        parsed.exitCode = asked ? ExitCode::Done : ExitCode::BadInput;
    }
    return parsed;
}

} // namespace tilescape::desktop
