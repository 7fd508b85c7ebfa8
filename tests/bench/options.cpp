#include "options.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <map>

namespace tilescape::bench {

namespace {

template <typename Rows, typename Name>
std::vector<std::string> namesOf(const Rows& rows, const Name& name)
{
    std::vector<std::string> names;
    for (const auto& row : rows) {
        names.emplace_back(name(row));
    }
    return names;
}

std::map<std::string, search::Goal> goalNames()
{
    std::map<std::string, search::Goal> names;
    for (const search::Goal goal : Options{}.goals) {
        names.emplace(nameOf(goal), goal);
    }
    return names;
}

} // namespace

std::optional<int> parse(std::vector<std::string> arguments, Options& options)
{
    CLI::App app("Times the solvers: one JSON line a case, or a page of tables. Without a choice of benchmarks: those marked *.",
                 "tilescape-bench");
    std::vector<std::string> chosen;
    for (const Benchmark& benchmark : benchmarks()) {
        app.add_flag_callback("--" + std::string(benchmark.name), [&chosen, &benchmark] { chosen.emplace_back(benchmark.name); },
                              std::string(benchmark.help) + (benchmark.always ? " *" : ""))
            ->group("Benchmarks");
    }
    app.add_option("--threads", options.threads, "Threads; 0 for all cores")->check(CLI::Range(0, 1024))->capture_default_str();
    app.add_option("--network", options.networks, "Of --from-nothing, --solvers and --edits; any number of times")
        ->check(CLI::IsMember(namesOf(io::networkNames(), [](const auto& name) { return name; })))
        ->allow_extra_args(false)
        ->option_text("NAME ...");
    app.add_option("--solver", options.solvers, "Of --from-nothing; any number of times")
        ->check(CLI::IsMember(namesOf(schedule::solvers(), [](const auto& row) { return row.name; })))
        ->allow_extra_args(false)
        ->option_text("NAME ...");
    app.add_option("--goal", options.goals, "energy, delay or energy_delay; any number of times, otherwise all three")
        ->transform(CLI::CheckedTransformer(goalNames()))
        ->allow_extra_args(false)
        ->option_text("GOAL ...");
    app.add_option("--mode", options.mode, "Search space of --from-nothing by name; otherwise that of KAPLA's evaluation")
        ->check(CLI::IsMember(namesOf(search::spaceModes(), [](const auto& row) { return row.key; })));
    app.add_option("--side", options.side, "Tiles along each side of the chip, of --from-nothing and --solvers")
        ->check(CLI::Range(1, 128))
        ->capture_default_str();
    app.add_flag("--training", options.training, "A step of training, of --from-nothing and --solvers");
    app.add_option("--budget", options.budgetSeconds, "Seconds after which one solve is ended")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--markdown", options.markdown, "Write tables to this file, - for standard output; of the whole page where no "
                                                   "benchmark is chosen");
    app.add_option("--against", options.against, "Another tilescape-bench that measures each case of --from-nothing and --edits "
                                                 "as well: times of it over times of this one")
        ->check(CLI::ExistingFile);
    app.add_option("cases", options.cases, "Folder of reference cases");
    try {
        std::reverse(arguments.begin(), arguments.end()); // as CLI11 wants them
        app.parse(arguments);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    for (const Benchmark& benchmark : benchmarks()) {
        if (std::find(chosen.begin(), chosen.end(), benchmark.name) != chosen.end()) {
            options.benchmarks.emplace_back(benchmark.name);
        }
    }
    const bool comparable = std::all_of(options.benchmarks.begin(), options.benchmarks.end(), [](const std::string& name) {
        return name == "from-nothing" || name == "edits";
    });
    if (!options.against.empty() && (options.benchmarks.empty() || !comparable)) {
        std::cerr << "--against compares --from-nothing and --edits; choose one of them, or both.\n";
        return 2;
    }
    return std::nullopt;
}

} // namespace tilescape::bench
