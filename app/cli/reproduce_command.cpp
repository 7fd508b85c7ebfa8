#include "app/cli/reproduce_command.h"

#include "app/cli/options.h"
#include "app/reproduce/papers.h"
#include "core/io/files.h"
#include "core/support/nearest_name.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace tilescape::cli {
namespace {

using reproduce::Paper;
using reproduce::Reproduction;

struct ReproduceOptions {
    std::string name;
    std::string folder;
    int threads = 0;
    bool full = false;
};

int deliver(const Reproduction& made, const std::string& name, const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        std::cerr << "--out " << folder.string() << ": the folder cannot be made (" << error.message()
                  << "); a folder that may be written to is needed.\n";
        return ExitCode::BadInput;
    }
    const std::string text = reproduce::markdownOf(made);
    support::Diagnostics faults = io::writeFile(folder / (name + ".md"), text);
    const auto write = [&](const std::string& file, const std::string& content) {
        const support::Diagnostics own = io::writeFile(folder / file, content);
        faults.insert(faults.end(), own.begin(), own.end());
    };
    write(name + ".csv", io::csvOf(made.tables));
    for (const Reproduction::Figure& figure : made.figures) {
        write(figure.file + ".svg", io::svgOf(figure.chart));
    }
    if (!faults.empty()) {
        std::cerr << support::describe(faults) << '\n';
        return ExitCode::BadInput;
    }
    std::cout << text << "\nWritten to " << folder.string() << ".\n";
    return ExitCode::Solved;
}

int run(const ReproduceOptions& options)
{
    std::vector<std::string_view> names;
    for (const Paper& paper : reproduce::papers()) {
        if (paper.name == options.name) {
            const std::filesystem::path usual = std::filesystem::path("reproduction") / options.name;
            try {
                const auto make = options.full && paper.makeInFull ? paper.makeInFull : paper.make;
                return deliver(make(options.threads), options.name,
                               options.folder.empty() ? usual : std::filesystem::path(options.folder));
            } catch (const std::runtime_error& error) {
                std::cerr << "reproduce " << options.name << ": " << error.what() << '\n';
                return ExitCode::NoSchedule;
            }
        }
        names.push_back(paper.name);
    }
    std::cerr << "reproduce: '" << options.name << "' is unknown; " << support::suggestName(options.name, names) << ".\n";
    return ExitCode::BadInput;
}

std::string listOfPapers()
{
    std::string text = "Names:\n";
    for (const Paper& paper : reproduce::papers()) {
        text += "  " + std::string(paper.name) + ": " + std::string(paper.help) + "\n";
    }
    return text;
}

} // namespace

void addReproduceCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("reproduce", "Make a paper's tables and figures anew, its numbers beside ours");
    auto options = std::make_shared<ReproduceOptions>();
    command->add_option("name", options->name, "Which paper")->required();
    command->add_option("--out", options->folder, "Folder for tables and figures; reproduction/NAME without it");
    command->add_option("--threads", options->threads, "Threads; 0 for all cores. The numbers do not depend on it")
        ->check(CLI::Range(0, 1024));
    command->add_flag("--full", options->full, "Leave nothing out that would take long");
    command->footer(listOfPapers());
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace tilescape::cli
