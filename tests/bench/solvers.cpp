#include "solvers.h"

#include "apart.h"

#include "core/io/library.h"

#include <nlohmann/json.hpp>

#include <array>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tilescape;

constexpr std::array networks{"mlp_l", "lstm_gnmt", "alexnet", "mobilenet_v1", "vgg16", "googlenet", "resnet50"};
constexpr std::array sides{16, 8, 4};

/// Batch 64, every partition, segments of at most five vertices, tensors in the buffer always (KAPLA V and Table IV).
schedule::Problem kaplaProblem(const std::string& network, int side, bool training)
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
    problem.space.training = training;
    return problem;
}

class Race {
public:
    Race(const char* network, const RaceOptions& options) : m_network(network), m_options(options) {}

    void run()
    {
        runLargest("exhaustive");
        for (const char* solver : {"directives", "random", "annealing"}) {
            runLargest(solver);
        }
        // The fast one at every size that the others were compared at.
        for (const int side : sides) {
            if (side == m_options.largestSide || m_exhaustive.contains(side)) {
                print("kapla", side, measure("kapla", side));
            }
        }
    }

private:
    Measured measure(const char* solver, int side) const
    {
        schedule::Problem problem = kaplaProblem(m_network, side, m_options.training);
        problem.solver = solver;
        return measureApart(problem, m_options.threads, m_options.budgetSeconds);
    }

    /// On as many tiles as it manages in time; beside the exhaustive search of the same size.
    void runLargest(const std::string& solver)
    {
        for (const int side : sides) {
            if (side > m_options.largestSide) {
                continue;
            }
            if (solver == "exhaustive") {
                m_tried.insert(side);
            }
            const Measured measured = measure(solver.c_str(), side);
            if (measured.finished && solver == "exhaustive") {
                m_exhaustive.emplace(side, measured.energyPj);
            } else if (measured.finished && m_tried.insert(side).second) {
                if (const Measured best = measure("exhaustive", side); best.finished) {
                    m_exhaustive.emplace(side, best.energyPj);
                    print("exhaustive", side, best);
                }
            }
            print(solver.c_str(), side, measured);
            if (measured.finished) {
                return;
            }
        }
    }

    void print(const char* solver, int side, const Measured& measured) const
    {
        nlohmann::ordered_json line = {{"network", m_network},
                                       {"training", m_options.training},
                                       {"solver", solver},
                                       {"tiles", side * side},
                                       {"threads", m_options.threads}};
        line["user_seconds"] = measured.userSeconds;
        line["wall_seconds"] = measured.wallSeconds;
        line["peak_memory_mb"] = measured.peakMegabytes;
        if (!measured.finished) {
            line["stopped_after_seconds"] = m_options.budgetSeconds;
        } else if (measured.energyPj == 0) {
            line["status"] = "infeasible";
        } else {
            line["energy_mj"] = measured.energyPj * 1e-9;
            line["energy_over_bound"] = measured.energyPj / measured.boundPj;
            if (const auto best = m_exhaustive.find(side); best != m_exhaustive.end()) {
                line["energy_over_exhaustive"] = measured.energyPj / best->second;
            }
            line["blockings_considered"] = measured.considered;
        }
        std::cout << line.dump() << std::endl;
    }

    const char* m_network;
    const RaceOptions& m_options;
    std::map<int, double> m_exhaustive; ///< energy by side
    std::set<int> m_tried;              ///< sides that exhaustive search was given its time for
};

} // namespace

void benchSolvers(const RaceOptions& options)
{
    for (const char* network : networks) {
        Race(network, options).run();
    }
}
