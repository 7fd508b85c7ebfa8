#pragma once

#include "core/schedule/problem.h"

namespace tilescape::schedule {

/// What no schedule of a problem can do without, whichever solver looks for it: every operation and its register accesses,
/// every word that has to come from memory or go there once, and the time that these take at full speed. Hops, buses and
/// buffers are taken as free, so that the gap to a schedule is that large at most.
struct LowerBound {
    double energyPj = 0;
    double dramWords = 0;
    double cycles = 0;
    friend bool operator==(const LowerBound&, const LowerBound&) = default;
};
/// `problem` is one that a schedule carries: of an extended network if training is asked for.
LowerBound lowerBoundOf(const Problem& problem);

} // namespace tilescape::schedule
