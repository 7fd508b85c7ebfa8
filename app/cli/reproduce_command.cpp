#include "app/cli/reproduce_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/reproduce/papers.h"
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
    const std::string text = reproduce::markdownOf(made);
    const io::PaperFigures figures{name, made.figures};
    const std::string charts = name + ".json";
    const std::filesystem::path list = folder / "figures.json";
    const std::vector<Output> outputs{{"--out", folder / (name + ".md"), [&] { return text; }},
                                      {"--out", folder / (name + ".csv"), [&] { return io::csvOf(made.tables); }},
                                      {"--out", folder / charts, [&] { return io::writePaperFigures(figures); }},
                                      {"--out", list, [&] { return io::writeFigureList(figures, charts); }}};
    const support::Diagnostics faults = writeOutputs(outputs);
    if (!faults.empty()) {
        return complain(faults);
    }
    std::cout << text << "\nWritten to " << folder.string() << ". Its figures are drawn by: tilescape --figures " << list.string() << "\n";
    return ExitCode::Solved;
}

int make(const Paper& paper, const ReproduceOptions& options)
{
    const std::filesystem::path usual = std::filesystem::path("reproduction") / options.name;
    const std::filesystem::path folder = options.folder.empty() ? usual : std::filesystem::path(options.folder);
    std::error_code error; // before anything is computed, which may take long
    std::filesystem::create_directories(folder, error);
    if (error) {
        std::cerr << "--out " << folder.string() << ": the folder cannot be made (" << error.message()
                  << "); a folder that may be written to is needed.\n";
        return ExitCode::BadInput;
    }
    try {
        return deliver((options.full && paper.makeInFull ? paper.makeInFull : paper.make)(options.threads), options.name, folder);
    } catch (const std::runtime_error& fault) {
        std::cerr << "reproduce " << options.name << ": " << fault.what() << '\n';
        return ExitCode::NoSchedule;
    }
}

int run(const ReproduceOptions& options)
{
    std::vector<std::string_view> names;
    for (const Paper& paper : reproduce::papers()) {
        if (paper.name == options.name) {
            return make(paper, options);
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
    CLI::App* command = app.add_subcommand("reproduce", "Make the numbers of a paper's tables and figures anew, its own beside ours; tilescape --figures draws them");
    auto options = std::make_shared<ReproduceOptions>();
    command->add_option("name", options->name, "Which paper")->required();
    command->add_option("--out", options->folder, "Folder for the tables and what the figures show; reproduction/NAME without it");
    command->add_option("--threads", options->threads, "Threads; 0 for all cores. The numbers do not depend on it")
        ->check(wholeNumber(0, mostThreads));
    command->add_flag("--full", options->full, "Leave nothing out that would take long");
    command->footer(listOfPapers());
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace tilescape::cli
