#include "app/cli/compare_command.h"
#include "app/cli/directives_command.h"
#include "app/cli/gradient_command.h"
#include "app/cli/listings.h"
#include "app/cli/options.h"
#include "app/cli/parallelize_command.h"
#include "app/cli/program_command.h"
#include "app/cli/reproduce_command.h"
#include "app/cli/search_command.h"
#include "app/cli/select_command.h"
#include "app/cli/sensitivity_command.h"
#include "app/cli/solve_command.h"
#include "app/cli/sweep_command.h"
#include "app/cli/table_command.h"
#include "app/cli/train_command.h"
#include "core/support/nearest_name.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <new>

using namespace tilescape;
using cli::ExitCode;

namespace {

/// One sentence, as all faults are said.
std::string sentenceOf(const CLI::App*, const CLI::Error& error)
{
    return std::string(error.what()) + "; --help says what can be given.\n";
}

/// Whether the first argument is a command that does not exist; says so.
bool isUnknownCommand(const CLI::App& app, const std::string& word)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) {
        return false;
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    std::cerr << "there is no command '" << word << "'; " << tilescape::support::suggestName(word, known) << ".\n";
    return true;
}

/// Whether an option is given that the command does not have; says so. Its value would be taken for the project, and that be complained of.
bool isUnknownOption(const CLI::App& app, int argc, char** argv)
{
    const CLI::App* command = &app;
    int next = 1;
    for (bool isCommand = true; isCommand && next < argc;) {
        const auto named = command->get_subcommands([&](const CLI::App* own) { return own->get_name() == argv[next]; });
        isCommand = !named.empty();
        if (isCommand) {
            command = named.front();
            ++next;
        }
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : command->get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    for (; next < argc && std::string_view(argv[next]) != "--"; ++next) {
        const std::string word = argv[next];
        const std::string name = word.substr(0, word.find('='));
        if (name.starts_with("--") && std::find(names.begin(), names.end(), name) == names.end()) {
            const std::vector<std::string_view> known(names.begin(), names.end());
            std::cerr << "there is no option '" << name << "' here; " << tilescape::support::suggestName(name, known)
                      << ".\n";
            return true;
        }
    }
    return false;
}

/// A script whose variable is empty asks for a file all the same.
void refuseEmptyFileNames(CLI::App& app)
{
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        for (const char* name : {"--json", "--csv", "--links", "--out", "--journal"}) {
            if (CLI::Option* option = command->get_option_no_throw(name)) {
                option->check(
                    [](const std::string& file) { return file.empty() ? "the name of the file is empty" : ""; });
            }
        }
        refuseEmptyFileNames(*command);
    }
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Design-space explorer for tiled neural-network accelerators: schedules networks on chips.");
    app.set_version_flag("--version", TILESCAPE_VERSION);
    app.require_subcommand(1);
    app.failure_message(sentenceOf);

    int exitCode = ExitCode::Solved;
    cli::addSolveCommand(app, exitCode);
    cli::addEvaluateCommand(app, exitCode);
    CLI::App* networksCommand = app.add_subcommand("networks", "List the networks that come with the program");
    CLI::App* hardwareCommand = app.add_subcommand("hardware", "List the chips that come with the program");
    CLI::App* parametersCommand = app.add_subcommand("parameters", "List the parameters of a chip");

    cli::addCompareCommand(app, exitCode);
    cli::addCiteCommand(app, exitCode);
    cli::addDirectivesCommand(app, exitCode);
    cli::addGradientCommand(app, exitCode);
    cli::addParallelizeCommand(app, exitCode);
    cli::addProgramCommand(app, exitCode);
    cli::addReproduceCommand(app, exitCode);
    cli::addRunCommand(app, exitCode);
    cli::addSearchCommand(app, exitCode);
    cli::addSelectCommand(app, exitCode);
    cli::addSensitivityCommand(app, exitCode);
    cli::addSweepCommand(app, exitCode);
    cli::addTableCommand(app, exitCode);
    cli::addTrainCommand(app, exitCode);
    refuseEmptyFileNames(app);

    if (argc > 1 && isUnknownCommand(app, argv[1])) {
        return ExitCode::BadInput;
    }
    std::signal(SIGXFSZ, SIG_IGN); // a limit on the size of files is then a fault of the file that is written
    try {
        app.parse(argc, argv);
    } catch (const std::bad_alloc&) {
        std::cerr << "memory: there is not enough of it for this problem; a smaller network, a smaller most_vertices "
                     "or fewer threads take less.\n";
        return ExitCode::BadInput;
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0; // --help and --version are answers, not faults
        if (asked || !isUnknownOption(app, argc, argv)) {
            app.exit(error);
        }
        return asked ? ExitCode::Solved : ExitCode::BadInput;
    }

    if (networksCommand->parsed()) {
        std::cout << cli::networkListing();
    } else if (hardwareCommand->parsed()) {
        std::cout << cli::hardwareListing();
    } else if (parametersCommand->parsed()) {
        std::cout << cli::parameterListing();
    }
    if (!std::cout.flush()) { // a full disk; without this, it would look as if all were well
        std::cerr << "standard output: it cannot be written; room on the disk is needed.\n";
        return ExitCode::BadInput;
    }
    return exitCode;
}
