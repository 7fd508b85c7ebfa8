#pragma once

#include "core/schedule/schedule.h"
#include "core/support/process_memory.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <stop_token>
#include <string_view>

namespace tilescape::schedule {

/// How far a proof has come. The values are of the goal: pJ, cycles or their product.
struct ProofProgress {
    double seconds = 0;       ///< since the proof began
    double incumbent = 0;     ///< of the best schedule so far
    double bound = 0;         ///< no schedule of the proof's space is below
    std::size_t open = 0;     ///< segments of the best chain whose bounds can be raised
    std::size_t settled = 0;  ///< segments whose bounds are as high as they get
    std::size_t segments = 0; ///< all legal segments
    /// At least 1: sums may differ in their last digits.
    [[nodiscard]] double gap() const
    {
        return bound > 0 ? std::max(1.0, incumbent / bound) : std::numeric_limits<double>::infinity();
    }
};

/// When a proof ends, and how it is watched.
struct ProofControl {
    double gap = 1;                                            ///< it ends once the incumbent is at most so many times the bound
    double seconds = std::numeric_limits<double>::infinity(); ///< it ends after so long
    /// It ends once the process holds so many bytes: half of the machine's memory, as what a proof keeps grows with time.
    double bytes = support::machineBytes() / 2;
    std::stop_token stop;                                      ///< it ends with what there is
    int threads = 0;                                           ///< 0: one for each core
    std::function<void(const ProofProgress&)> onProgress;      ///< one call at a time, from any thread; may be empty
};

/// Why a proof ended.
enum class ProofEnd {
    GapReached,   ///< the gap that was asked for
    Exhausted,    ///< the bound is as high as it gets, and the wider searches are done
    MemoryFull,   ///< it held as much memory as it may
    Stopped,      ///< the time was up, or it was told to stop
    OutsideSpace, ///< the schedule that the problem keeps is below the bound: it is not among what the proof ranges over
};

/// A schedule and how far it can be from the best, proven.
struct Proof {
    Schedule schedule; ///< the best that was found; without a result there is nothing to prove
    double bound = 0;  ///< of the goal: pJ, cycles or their product
    ProofEnd end = ProofEnd::Exhausted;
    /// The goal of the schedule over the bound; at least 1, unless the end is `OutsideSpace`.
    [[nodiscard]] double gap() const;
};

/// What the proof ranges over, in a sentence for people.
extern const char* const proofRange;
std::string_view nameOf(ProofEnd end); ///< "gap_reached", "exhausted", "memory_full", "stopped", "outside_space"

/// Searches and bounds towards each other until the gap is small enough: KAPLA with wider and wider limits looks for
/// better schedules, and `search::RegionProof` raises the bound. The problem's own solver finds the first schedule. An
/// exhausted proof is the same on any number of threads.
Proof prove(const Problem& problem, const ProofControl& control);

} // namespace tilescape::schedule
