#pragma once

#include "core/schedule/schedule.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

namespace tilescape::schedule {

/// How far a solve has come; the total may be more than the network's layers where it is solved twice.
struct Progress {
    Count layersDone = 0;
    Count layersTotal = 0;
};

/// Defined in solver_cache.h.
class SolverCache;

/// How a solve is observed and stopped.
struct SolveControl {
    std::stop_token stop;   ///< ends the solve, which then has no result
    std::stop_token enough; ///< ends the solve with its best schedule so far, if the solver supports that
    /// Called from the thread that solves, never concurrently; may be empty.
    std::function<void(const Progress&)> onProgress;
    /// Called from the thread that solves with each schedule on the way to the answer that is better than those before; may be empty. KAPLA
    /// calls it, other solvers do not. The answer does not depend on it.
    std::function<void(Schedule better)> onBetter;
    /// Number of threads; 0: one for each core. The answer is the same for any number.
    int threads = 0;
    /// The beam width: schedules kept at each position of the layer order (KAPLA's kS, its Fig. 11); 0: the solver's
    /// own. KAPLA always uses it; the exhaustive solver and the baselines use it if layers may share segments.
    std::size_t schedulesKept = 0;
    /// KAPLA looks at so many times as many partitions, blockings, groups and chains, and takes longer; at least 1. Other
    /// solvers leave it out of account.
    std::size_t effort = 1;
    SolverCache* cache = nullptr; ///< answers of earlier solves, read and added to; null: none
};

/// A solver: one row of `solvers()`.
struct Solver {
    std::string_view name; ///< as in files and `--solver`
    std::string_view label;
    std::string_view help;
    /// Solves a problem that `solve` has checked.
    Schedule (*solve)(std::shared_ptr<const Problem>, const SolveControl&);
    bool hasBestSoFar = false; ///< supports `SolveControl::enough`
};
/// All solvers, KAPLA first.
std::span<const Solver> solvers();

/// What keeps `solve` from solving the problem: faults of its network, chip, batch, sampling and switches.
support::Diagnostics faultsOf(const Problem& problem);

/// The schedule of a problem: the one that it keeps, or else by the solver that it names. Faults of the problem do not throw: the schedule is then
/// infeasible, with the faults as its diagnostics.
Schedule solve(const Problem& problem, const SolveControl& control = {});

} // namespace tilescape::schedule
