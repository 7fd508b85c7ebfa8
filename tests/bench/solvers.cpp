#include "solvers.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace {

using namespace tilescape;

schedule::Problem kaplaProblem(const std::string& network, Count side)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {side, side};
    problem.batch = 64;
    problem.space.batchPartition = problem.space.inputChannelPartition = true;
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    problem.space.mostVertices = 5;
    problem.space.bufferBypass = {{false, false, false}};
    return problem;
}

schedule::Schedule solveWith(schedule::Problem problem, const char* solver, int threads)
{
    problem.solver = solver;
    schedule::SolveControl control;
    control.threads = threads;
    return schedule::solve(problem, control);
}

} // namespace

void benchSolvers(int threads)
{
    for (const auto& [side, compared] : {std::pair{4, true}, std::pair{8, true}, std::pair{16, false}}) {
        for (const char* network : {"alexnet", "mlp_l", "lstm_phoneme", "mobilenet_v1", "vgg16", "googlenet", "resnet50", "resnet152"}) {
            const bool small = std::string_view(network) == "alexnet" || std::string_view(network) == "mlp_l"
                || std::string_view(network) == "lstm_phoneme";
            if (compared && !small) {
                continue; // exhaustive search takes minutes
            }
            const schedule::Problem problem = kaplaProblem(network, side);
            const schedule::Schedule fast = solveWith(problem, "kapla", threads);
            nlohmann::ordered_json line = {{"network", network},
                                           {"tiles", side * side},
                                           {"threads", threads},
                                           {"kapla_seconds", fast.solveSeconds},
                                           {"kapla_energy_mj", fast.totals.energy.total() * 1e-9},
                                           {"kapla_over_bound", fast.totals.energy.total() / fast.bound.energyPj}};
            if (compared) {
                const schedule::Schedule best = solveWith(problem, "exhaustive", threads);
                line["exhaustive_seconds"] = best.solveSeconds;
                line["energy_over_exhaustive"] = fast.totals.energy.total() / best.totals.energy.total();
                line["times_faster"] = best.solveSeconds / fast.solveSeconds;
            }
            std::cout << line.dump() << std::endl;
        }
    }
}
