#pragma once

#include "core/schedule/schedule.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

namespace tilescape::schedule {

struct Progress {
    Count layersDone = 0;
    Count layersTotal = 0;
};

class SolverCache;

/// How a solve is watched and stopped. `onProgress` is called from the solving thread, never concurrently.
struct SolveControl {
    std::stop_token stop;
    std::stop_token enough; ///< asks a solver that has one for the best schedule so far
    std::function<void(const Progress&)> onProgress;
    int threads = 0;          ///< 0: all cores. Any number gives the same answer.
    /// Schedules kept for each place in the network (KAPLA's kS, its Fig. 11); 0: as many as the solver likes. The exhaustive
    /// search and those that share its search over segments heed it where layers are pipelined.
    std::size_t schedulesKept = 0;
    SolverCache* cache = nullptr; ///< answers of earlier solves, read and added to; may be null
};

/// A solver: one row, one function.
struct Solver {
    std::string_view name;  ///< as in files and `--solver`
    std::string_view label;
    std::string_view help;
    Schedule (*solve)(std::shared_ptr<const Problem>, const SolveControl&);
    bool hasBestSoFar = false; ///< heeds `SolveControl::enough`
};
std::span<const Solver> solvers();

/// Solves with the problem's own solver. Never throws; an unsound problem comes back infeasible, with the reasons.
Schedule solve(const Problem& problem, const SolveControl& control = {});

} // namespace tilescape::schedule
