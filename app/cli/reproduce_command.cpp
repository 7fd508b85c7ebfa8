#include "app/cli/reproduce_command.h"

#include "app/cli/options.h"
#include "app/cli/reproduce_adapt_flow.h"
#include "app/cli/reproduce_gradient_order.h"
#include "app/cli/reproduce_hypar.h"
#include "app/cli/reproduce_kapla.h"
#include "app/cli/reproduce_tangram.h"
#include "app/cli/reproduction.h"
#include "core/io/files.h"
#include "core/support/nearest_name.h"

#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace tilescape::cli {
namespace {

/// One paper.
struct Row {
    std::string_view name;
    std::string_view help;
    Reproduction (*make)(int threads);
    Reproduction (*makeInFull)(int threads) = nullptr; ///< null: nothing is left out anyway
};

constexpr std::array rows{
    Row{"hypar", "HyPar (HPCA'19): Figures 5 to 13", reproduceHypar},
    Row{"gradient-order", "Interleaved gradient order (MICRO'23): Figures 5, 6 and 12 to 16", reproduceGradientOrder},
    Row{"tangram", "Tangram (ASPLOS'19): Figures 11 to 13", reproduceTangram},
    Row{"kapla", "KAPLA: Figures 7 to 11, Tables IV to VI, in more than a quarter of an hour; with --full in hours", reproduceKapla,
        reproduceKaplaInFull},
    Row{"adapt-flow", "Adapt-Flow (GLSVLSI'22): Figures 5 and 6, areas", reproduceAdaptFlow},
};

struct ReproduceOptions {
    std::string name;
    std::string folder;
    int threads = 0;
    bool full = false;
};

std::string markdownOf(const Reproduction& made)
{
    std::string text = "# " + made.title + "\n\n" + made.introduction + "\n";
    for (const io::Comparison& table : made.tables) {
        text += "\n" + io::markdownOf(table);
    }
    for (const Reproduction::Figure& figure : made.figures) {
        text += "\n![" + figure.chart.title + "](" + figure.file + ".svg)\n";
    }
    return text;
}

int deliver(const Reproduction& made, const std::string& name, const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        std::cerr << "--out " << folder.string() << ": the folder cannot be made (" << error.message()
                  << "); a folder that may be written to is needed.\n";
        return ExitCode::BadInput;
    }
    const std::string text = markdownOf(made);
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

int reproduce(const ReproduceOptions& options)
{
    std::vector<std::string_view> names;
    for (const Row& row : rows) {
        if (row.name == options.name) {
            const std::filesystem::path usual = std::filesystem::path("reproduction") / options.name;
            try {
                const auto make = options.full && row.makeInFull ? row.makeInFull : row.make;
                return deliver(make(options.threads), options.name,
                               options.folder.empty() ? usual : std::filesystem::path(options.folder));
            } catch (const std::runtime_error& error) {
                std::cerr << "reproduce " << options.name << ": " << error.what() << '\n';
                return ExitCode::NoSchedule;
            }
        }
        names.push_back(row.name);
    }
    std::cerr << "reproduce: '" << options.name << "' is unknown; " << support::suggestName(options.name, names) << ".\n";
    return ExitCode::BadInput;
}

std::string listOfRows()
{
    std::string text = "Names:\n";
    for (const Row& row : rows) {
        text += "  " + std::string(row.name) + ": " + std::string(row.help) + "\n";
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
    command->footer(listOfRows());
    command->callback([options, &exitCode] { exitCode = reproduce(*options); });
}

} // namespace tilescape::cli
