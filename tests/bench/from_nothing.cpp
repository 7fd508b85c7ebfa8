#include "from_nothing.h"

#include "apart.h"
#include "solve_line.h"

#include "core/schedule/proven_bounds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
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

/// The proven bound of a problem, and the time that it takes.
struct Proven {
    search::LowerBound bound;
    double seconds = 0;
    [[nodiscard]] double leastOf(search::Goal goal) const
    {
        return goal == search::Goal::EnergyDelay ? bound.energyDelay
                                                 : reproduce::valueOf(goal, bound.energyPj, bound.cycles);
    }
};

Proven prove(const schedule::Problem& problem)
{
    return apart([&problem] {
        const auto start = std::chrono::steady_clock::now();
        const search::LowerBound bound = schedule::provenBound(problem).value();
        return Proven{bound, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
    });
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
            const Proven proven = prove(problemOf(asked, "kapla"));
            for (const std::string& solver : solversOf(options)) {
                const Measured measured = fastestApart(problemOf(asked, solver), options.threads, options.budgetSeconds);
                if (solver == exhaustiveName && measured.finished && measured.energyPj > 0) {
                    exhaustive = measured;
                }
                auto line = lineOf(asked, solver, options, measured, exhaustive ? &*exhaustive : nullptr);
                if (measured.finished && measured.energyPj > 0) {
                    line["goal_over_proven"] =
                        reproduce::valueOf(goal, measured.energyPj, measured.cycles) / proven.leastOf(goal);
                }
                line["bound_seconds"] = proven.seconds;
                emit(line);
            }
        }
    }
}

} // namespace tilescape::bench
