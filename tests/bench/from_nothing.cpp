#include "from_nothing.h"

#include "solve_line.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace tilescape::bench {

namespace {

constexpr const char* exhaustiveName = "exhaustive";

/// The exhaustive search first, as the others are compared with it.
std::vector<std::string> solversOf(const Options& options)
{
    std::vector<std::string> solvers = options.solvers;
    if (solvers.empty()) {
        solvers.emplace_back("kapla");
    }
    std::stable_partition(solvers.begin(), solvers.end(), [](const std::string& name) { return name == exhaustiveName; });
    return solvers;
}

std::vector<std::string> networksOf(const Options& options)
{
    if (!options.networks.empty()) {
        return options.networks;
    }
    std::vector<std::string> networks;
    for (const reproduce::RacedNetwork& network : reproduce::racedNetworks) {
        networks.emplace_back(network.library);
    }
    networks.emplace_back("resnet152");
    return networks;
}

} // namespace

void benchFromNothing(const Options& options, const Emit& emit)
{
    for (const std::string& network : networksOf(options)) {
        for (const search::Goal goal : options.goals) {
            reproduce::RaceCase asked;
            asked.scene = options.training ? reproduce::Scene::Training : reproduce::Scene::Inference;
            asked.library = network;
            asked.side = options.side;
            asked.goal = goal;
            asked.mode = options.mode;
            std::optional<Measured> exhaustive;
            for (const std::string& solver : solversOf(options)) {
                const Measured measured = fastestApart(problemOf(asked, solver), options.threads, options.budgetSeconds);
                if (solver == exhaustiveName && measured.finished && measured.energyPj > 0) {
                    exhaustive = measured;
                }
                emit(lineOf(asked, solver, options, measured, exhaustive ? &*exhaustive : nullptr));
            }
        }
    }
}

} // namespace tilescape::bench
