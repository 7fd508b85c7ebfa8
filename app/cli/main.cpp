#include "app/cli/directives_command.h"
#include "app/cli/gradient_command.h"
#include "app/cli/listings.h"
#include "app/cli/options.h"
#include "app/cli/parallelize_command.h"
#include "app/cli/reproduce_command.h"
#include "app/cli/select_command.h"
#include "app/cli/solve_command.h"
#include "app/cli/train_command.h"

#include <CLI/CLI.hpp>

#include <iostream>

using namespace tilescape;
using cli::ExitCode;

int main(int argc, char** argv)
{
    CLI::App app("Design-space explorer for tiled neural-network accelerators: schedules networks on chips.");
    app.set_version_flag("--version", TILESCAPE_VERSION);
    app.require_subcommand(1);

    int exitCode = ExitCode::Solved;
    cli::addSolveCommand(app, exitCode);
    cli::addEvaluateCommand(app, exitCode);
    CLI::App* networksCommand = app.add_subcommand("networks", "List the networks that come with the program");
    CLI::App* hardwareCommand = app.add_subcommand("hardware", "List the chips that come with the program");
    CLI::App* parametersCommand = app.add_subcommand("parameters", "List the parameters of a chip");

    cli::addDirectivesCommand(app, exitCode);
    cli::addGradientCommand(app, exitCode);
    cli::addParallelizeCommand(app, exitCode);
    cli::addReproduceCommand(app, exitCode);
    cli::addSelectCommand(app, exitCode);
    cli::addTrainCommand(app, exitCode);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0; // --help and --version are answers, not faults
        app.exit(error);
        return asked ? ExitCode::Solved : ExitCode::BadInput;
    }

    if (networksCommand->parsed()) {
        std::cout << cli::networkListing();
    } else if (hardwareCommand->parsed()) {
        std::cout << cli::hardwareListing();
    } else if (parametersCommand->parsed()) {
        std::cout << cli::parameterListing();
    }
    return exitCode;
}
