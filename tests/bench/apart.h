#pragma once

#include "core/schedule/problem.h"

#include <cstddef>
#include <functional>
#include <type_traits>

namespace tilescape::bench {

/// One solve in a process of its own, so that its memory and time are its own too.
struct Measured {
    bool finished = false; ///< within the seconds that it was given
    double energyPj = 0;   ///< 0: no schedule
    double boundPj = 0;
    double cycles = 0;
    double boundCycles = 0;
    Count considered = 0;
    double userSeconds = 0; ///< of all threads
    double wallSeconds = 0;
    double firstSeconds = 0;  ///< until a first schedule was there, from the start of the solve; 0: none before the answer
    double firstEnergyPj = 0; ///< of that schedule
    double firstCycles = 0;
    double peakMegabytes = 0;
};

/// `seconds`: of wall clock, after which the solve is ended.
Measured measureApart(const schedule::Problem& problem, int threads, double seconds);

/// The fastest of three, which is the one least disturbed; of one, where it takes longer than some seconds.
Measured fastestApart(const schedule::Problem& problem, int threads, double seconds);

/// Runs `compute`, which fills in the `size` bytes at `result`, in a process of its own: the memory that it takes is in no later
/// measurement, whose process would begin with a copy. Ends the program where that fails.
void runApart(const std::function<void()>& compute, void* result, std::size_t size);

/// What `compute` gives, in a process of its own.
template <typename Compute>
auto apart(const Compute& compute)
{
    decltype(compute()) result{};
    static_assert(std::is_trivially_copyable_v<decltype(result)>);
    runApart([&] { result = compute(); }, &result, sizeof result);
    return result;
}

} // namespace tilescape::bench
