#include "programs.h"

#include "core/io/library.h"
#include "core/io/program_text.h"
#include "core/program/compile.h"
#include "core/schedule/solve.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <limits>
#include <stdexcept>

namespace tilescape::bench {

void benchPrograms(const Options& options, const Emit& emit)
{
    const std::vector<std::string> networks =
        options.networks.empty() ? std::vector<std::string>{"alexnet", "vgg16"} : options.networks;
    for (const std::string& network : networks) {
        for (const auto& mode : search::spaceModes()) {
            for (const search::Goal goal : options.goals) {
                schedule::Problem problem;
                problem.network = io::loadNetwork(network).value();
                problem.hardware = io::loadHardware("kapla_16x16").value();
                problem.batch = 64;
                problem.solver = "kapla";
                problem.goal = goal;
                problem.space = mode.space;
                problem.space.batchPartition = problem.space.inputChannelPartition = true;
                schedule::SolveControl solving;
                solving.threads = options.threads;
                const auto schedule = schedule::solve(problem, solving);
                double fastest = std::numeric_limits<double>::infinity();
                std::size_t bytes = 0;
                for (int run = 0; run < 3; ++run) {
                    const auto start = std::chrono::steady_clock::now();
                    const auto program = program::compile(schedule);
                    if (!program) {
                        throw std::runtime_error(network + ": " + support::describe(program.faults()));
                    }
                    fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
                    bytes = io::writeProgramText(program.value()).size();
                }
                nlohmann::ordered_json line = {{"network", network},
                                               {"mode", mode.key},
                                               {"goal", search::nameOf(goal)},
                                               {"seconds", fastest},
                                               {"kilobytes", static_cast<double>(bytes) / 1e3}};
                if (network == "alexnet") {
                    line["target_seconds"] = 1;
                    line["target_kilobytes"] = 5000;
                }
                emit(line);
            }
        }
    }
}

} // namespace tilescape::bench
