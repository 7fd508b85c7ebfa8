#include "tangram_chip.h"

#include "apart.h"

#include "app/reproduce/tangram.h"
#include "core/io/library.h"

#include <nlohmann/json.hpp>

namespace tilescape::bench {

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
    problem.space = reproduce::spaceOf("tangram");
    problem.space.batchPartition = problem.space.inputChannelPartition = true;
    return problem;
}

} // namespace

void benchTangramChip(const Options& options, const Emit& emit)
{
    for (const char* solver : {"kapla", "exhaustive"}) {
        const Measured measured = measureApart(everyOption(solver), options.threads, 10 * targetSeconds);
        emit({{"case", "alexnet_batch64_tangram_16x16_all_options"},
              {"solver", solver},
              {"threads", options.threads},
              {"wall_seconds", measured.wallSeconds},
              {"user_seconds", measured.userSeconds},
              {"target_seconds", targetSeconds},
              {"peak_memory_mb", measured.peakMegabytes},
              {"target_memory_mb", targetMegabytes},
              {"meets_targets", measured.energyPj > 0 && measured.wallSeconds <= targetSeconds
                   && measured.peakMegabytes <= targetMegabytes},
              {"energy_mj", measured.energyPj * 1e-9},
              {"energy_over_bound", measured.finished ? measured.energyPj / measured.boundPj : 0},
              {"blockings_considered", measured.considered}});
    }
}

} // namespace tilescape::bench
