#include "from_nothing.h"

#include "apart.h"
#include "solve_line.h"

#include "core/schedule/bound_prover.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/solve.h"

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

/// The bounds of a problem's goal, and the time that each takes once KAPLA's schedule is there.
struct Proven {
    double bound = 0;
    double seconds = 0;
    double closer = 0; ///< 0: none is closer
    double closerSeconds = 0;
};

Proven prove(const schedule::Problem& problem, int threads)
{
    return apart([&problem, threads] {
        schedule::SolveControl control;
        control.threads = threads;
        schedule::Schedule schedule = schedule::solve(problem, control);
        Proven proven;
        if (!schedule.hasResult()) {
            return proven;
        }
        const auto start = std::chrono::steady_clock::now();
        const auto spent = [start] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        };
        schedule::BoundProver prover(schedule, threads);
        prover.prove();
        proven.bound = schedule::boundOf(schedule.bound, problem.goal);
        proven.seconds = spent();
        prover.close();
        proven.closer = schedule.closerBound;
        proven.closerSeconds = spent() - proven.seconds;
        return proven;
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
            const Proven proven = prove(problemOf(asked, "kapla"), options.threads);
            for (const std::string& solver : solversOf(options)) {
                const Measured measured = fastestApart(problemOf(asked, solver), options.threads, options.budgetSeconds);
                if (solver == exhaustiveName && measured.finished && measured.energyPj > 0) {
                    exhaustive = measured;
                }
                auto line = lineOf(asked, solver, options, measured, exhaustive ? &*exhaustive : nullptr);
                if (measured.finished && measured.energyPj > 0 && proven.bound > 0) {
                    const double value = reproduce::valueOf(goal, measured.energyPj, measured.cycles);
                    line["goal_over_proven"] = value / proven.bound;
                    line["bound_seconds"] = proven.seconds;
                    line["goal_over_closer"] = value / std::max(proven.bound, proven.closer);
                    line["closer_seconds"] = proven.closerSeconds;
                }
                emit(line);
            }
        }
    }
}

} // namespace tilescape::bench
