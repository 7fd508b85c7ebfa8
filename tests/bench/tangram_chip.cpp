#include "tangram_chip.h"

#include "apart.h"

#include "core/io/library.h"

#include <nlohmann/json.hpp>

#include <iostream>

using namespace tilescape;

namespace {

/// What a user at the window is ready to wait for, and has room for.
constexpr double targetSeconds = 60;
constexpr double targetMegabytes = 1024;

schedule::Problem everyOption(const char* solver)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("alexnet").value();
    problem.hardware = io::loadHardware("tangram_16x16").value();
    problem.batch = 64;
    problem.solver = solver;
    problem.space.batchPartition = problem.space.inputChannelPartition = true;
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    problem.space.alternateLoopOrder = problem.space.zigzagRegions = true;
    return problem;
}

} // namespace

void benchTangramChip(int threads)
{
    for (const char* solver : {"kapla", "exhaustive"}) {
        const Measured measured = measureApart(everyOption(solver), threads, 10 * targetSeconds);
        const nlohmann::ordered_json line = {
            {"case", "alexnet_batch64_tangram_16x16_all_options"},
            {"solver", solver},
            {"threads", threads},
            {"wall_seconds", measured.wallSeconds},
            {"user_seconds", measured.userSeconds},
            {"target_seconds", targetSeconds},
            {"peak_memory_mb", measured.peakMegabytes},
            {"target_memory_mb", targetMegabytes},
            {"meets_targets", measured.energyPj > 0 && measured.wallSeconds <= targetSeconds
                 && measured.peakMegabytes <= targetMegabytes},
            {"energy_mj", measured.energyPj * 1e-9},
            {"energy_over_bound", measured.finished ? measured.energyPj / measured.boundPj : 0},
            {"blockings_considered", measured.considered}};
        std::cout << line.dump() << std::endl;
    }
}
