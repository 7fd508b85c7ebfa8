#pragma once

namespace tilescape::search {

struct SearchTask;

/// What no schedule of a network can do without, whichever solver looks for it: every operation and its register accesses,
/// every word that has to come from memory or go there once, and the time that these take at full speed. Hops, buses and
/// buffers are taken as free, so that the gap to a schedule is that large at most. A proven lower bound.
struct LowerBound {
    double energyPj = 0;
    double dramWords = 0;
    double cycles = 0;
    friend bool operator==(const LowerBound&, const LowerBound&) = default;
};
LowerBound networkBound(const SearchTask& task);

} // namespace tilescape::search
