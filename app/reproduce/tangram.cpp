#include "app/reproduce/tangram.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <stdexcept>

namespace tilescape::reproduce {
namespace {

using io::Comparison;
using io::PaperChart;
using schedule::Schedule;

constexpr Count batch = 64;         // Section 5
constexpr double mostVertices = 5; // of a segment: keeps the search short; the paper names no limit

struct NetworkRow {
    const char* name; ///< in Table 2
    const char* library;
};
constexpr std::array<NetworkRow, 8> networks{{{"AlexNet", "alexnet"},
                                              {"VGGNet", "vgg16"},
                                              {"GoogLeNet", "googlenet"},
                                              {"ResNet", "resnet152"},
                                              {"MLP-M", "mlp_m"},
                                              {"MLP-L", "mlp_l"},
                                              {"LSTM-M", "lstm_showtell"},
                                              {"LSTM-L", "lstm_gnmt"}}};

struct SystemRow {
    const char* name;
    const char* hardware;
    search::SearchSpace space;
};

std::vector<SystemRow> systems()
{
    search::SearchSpace unshared = spaceOf("tangram");
    unshared.bufferSharing = false;
    search::SearchSpace unpipelined = spaceOf("baseline");
    unpipelined.bufferSharing = true;
    return {{"monolithic", "tangram_monolithic", spaceOf("monolithic")},
            {"baseline", "tangram_16x16", spaceOf("baseline")},
            {"Tangram", "tangram_16x16", spaceOf("tangram")},
            {"without shared buffers", "tangram_16x16", unshared},
            {"without pipeline optimizations", "tangram_16x16", unpipelined}};
}

enum System : std::size_t { Monolithic, Baseline, Tangram, Unshared, Unpipelined };

schedule::Totals solveOne(const NetworkRow& row, const SystemRow& system, Extent tiles, Count batchSize, const TangramSolver& solve)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork(row.library).value();
    problem.hardware = io::loadHardware(system.hardware).value();
    if (tiles.size() > 0) {
        problem.hardware.tiles = tiles;
    }
    problem.batch = batchSize;
    problem.space = system.space;
    problem.space.mostVertices = std::min(problem.space.mostVertices, mostVertices);
    return solve(problem, system.name);
}

schedule::Totals solved(const schedule::Problem& problem, const std::string& system, int threads)
{
    schedule::SolveControl control;
    control.threads = threads;
    const Schedule schedule = schedule::solve(problem, control);
    const Extent used = problem.hardware.tiles;
    const std::string& network = problem.network.name;
    std::cerr << fmt::format("{}, {}, {} x {} tiles, batch {}: {}, {:.1f} s\n", network, system, used.height, used.width, problem.batch,
                             nameOf(schedule.status), schedule.solveSeconds);
    if (!schedule.hasResult()) {
        throw std::runtime_error(fmt::format("{} on {}: {}", network, system, support::describe(schedule.diagnostics)));
    }
    return schedule.totals;
}

constexpr Extent asItIs{0, 0};

/// One network on all systems.
using Results = std::vector<schedule::Totals>;

Results solveAll(const NetworkRow& row, const TangramSolver& solve)
{
    Results results;
    for (const SystemRow& system : systems()) {
        results.push_back(solveOne(row, system, asItIs, batch, solve));
    }
    return results;
}

template <typename Value>
double meanOf(const std::vector<Results>& all, const Value& value)
{
    double logs = 0;
    for (const Results& own : all) {
        logs += std::log(value(own));
    }
    return std::exp(logs / static_cast<double>(all.size()));
}

double energyRatio(const Results& own, System above, System below)
{
    return own[above].energy.total() / own[below].energy.total();
}

Comparison averages(const std::vector<Results>& all)
{
    Comparison table{"Averages over the eight networks", "Geometric means of ours; the paper does not name its mean.", {}};
    const auto speedOver = [&](System other) {
        return meanOf(all, [other](const Results& own) { return own[other].seconds / own[Tangram].seconds; });
    };
    const auto saved = [&](System other) {
        return 100 * (1 - meanOf(all, [other](const Results& own) { return energyRatio(own, Tangram, other); }));
    };
    table.rows = {{"Tangram, faster than the baseline", "", 2.0, speedOver(Baseline), ""},
                  {"Tangram, faster than monolithic", "", 7.2, speedOver(Monolithic), ""},
                  {"Tangram, energy saved over the baseline", "%", 45, saved(Baseline), ""},
                  {"Tangram, energy saved over monolithic", "%", 41, saved(Monolithic), ""},
                  {"Tangram, speed", "GOPS", 6107.4, meanOf(all, [](const Results& own) { return own[Tangram].gops; }), ""},
                  {"Tangram, efficiency", "GOPS/W", 439.8,
                   meanOf(all, [](const Results& own) { return own[Tangram].gopsPerWatt; }), ""},
                  {"LSTM-M, energy without pipeline optimizations over Tangram's", "", 4.6,
                   energyRatio(all[6], Unpipelined, Tangram), "weights stay on chip"}};
    return table;
}

void addFigure(Reproduction& made, const std::vector<Results>& all, const char* file, const char* title, const char* yLabel,
               const std::vector<System>& shown, bool energy)
{
    Comparison table{title, "The paper prints no numbers of single networks.", {}};
    PaperChart chart;
    chart.title = title;
    chart.yLabel = yLabel;
    for (const NetworkRow& row : networks) {
        chart.categories.emplace_back(row.name);
    }
    for (const System system : shown) {
        PaperChart::Series series{systems()[system].name, {}};
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Results& own = all[i];
            const double value =
                energy ? energyRatio(own, system, Baseline) : own[Baseline].seconds / own[system].seconds;
            series.values.push_back(value);
            table.rows.push_back({fmt::format("{}, {}", networks[i].name, series.name), "", std::nullopt, value, ""});
        }
        chart.series.push_back(std::move(series));
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({file, std::move(chart)});
}

/// AlexNet with more and more tiles, and with larger and larger batches; the memory's bandwidth stays.
void addScaling(Reproduction& made, const TangramSolver& solve)
{
    const NetworkRow& network = networks.front();
    const std::vector<SystemRow> all = systems();
    PaperChart tiles{"Figure 13a: energy of AlexNet by number of tiles", "tiles", "energy / baseline's", {}, {{"Tangram", {}}}};
    Comparison table{"Figure 13: AlexNet by tiles and by batch, energy over the baseline's",
                     "The paper prints one number: up to 67 % of the energy saved (1024 tiles).", {}};
    for (const Count side : {4, 8, 16, 32}) {
        const Extent grid{side, side};
        const double ratio = solveOne(network, all[Tangram], grid, batch, solve).energy.total()
            / solveOne(network, all[Baseline], grid, batch, solve).energy.total();
        tiles.categories.push_back(fmt::format("{}", side * side));
        tiles.series.front().values.push_back(ratio);
        const bool largest = side == 32;
        table.rows.push_back({fmt::format("{} tiles", side * side), "", largest ? std::optional(1 - 0.67) : std::nullopt, ratio, ""});
    }
    PaperChart batches{"Figure 13b: energy of AlexNet by batch", "batch", "energy / baseline's", {},
                     {{"monolithic", {}}, {"baseline", {}}, {"Tangram", {}}}};
    for (const Count size : {1, 4, 16, 64, 256}) {
        const double baseline = solveOne(network, all[Baseline], asItIs, size, solve).energy.total();
        batches.categories.push_back(fmt::format("{}", size));
        for (const auto& [series, system] : {std::pair{0U, Monolithic}, std::pair{1U, Baseline}, std::pair{2U, Tangram}}) {
            const double ratio = system == Baseline
                ? 1
                : solveOne(network, all[system], asItIs, size, solve).energy.total() / baseline;
            batches.series[series].values.push_back(ratio);
            if (system != Baseline) {
                table.rows.push_back({fmt::format("batch {}, {}", size, all[system].name), "", std::nullopt, ratio, ""});
            }
        }
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({"tangram-fig13a", std::move(tiles)});
    made.figures.push_back({"tangram-fig13b", std::move(batches)});
}

} // namespace

search::SearchSpace spaceOf(std::string_view mode)
{
    const auto modes = search::spaceModes();
    return std::find_if(modes.begin(), modes.end(), [mode](const auto& row) { return row.key == mode; })->space;
}

Reproduction tangram(int threads)
{
    return tangramOf([threads](const schedule::Problem& problem, const std::string& system) { return solved(problem, system, threads); });
}

Reproduction tangramOf(const TangramSolver& solve)
{
    std::vector<Results> all;
    for (const NetworkRow& row : networks) {
        all.push_back(solveAll(row, solve));
    }
    Reproduction made;
    made.title = "Tangram";
    made.introduction = "Batch 64, goal energy, segments of at most 5 vertices, the same settings for every network "
                        "(`tilescape-cli solve --mode`).";
    made.tables.push_back(averages(all));
    addFigure(made, all, "tangram-fig11-energy", "Figure 11: energy over the baseline's", "energy / baseline's",
              {Monolithic, Baseline, Tangram}, true);
    addFigure(made, all, "tangram-fig11-speed", "Figure 11: speed over the baseline's", "speed / baseline's",
              {Monolithic, Baseline, Tangram}, false);
    addFigure(made, all, "tangram-fig12", "Figure 12: energy with one set of optimizations off", "energy / baseline's",
              {Tangram, Unshared, Unpipelined}, true);
    addScaling(made, solve);
    return made;
}

} // namespace tilescape::reproduce
