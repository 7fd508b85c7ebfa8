#pragma once

namespace tilescape::search {

struct SearchTask;

/// A proven lower bound of every schedule of a network, whichever solver finds it (solvers.md, Lower bound): every
/// operation (with its register accesses on a row-stationary array), every word that has to come from DRAM or go there
/// once, and the time of both at full rate. Hops, buses and buffers count nothing;
/// `chainBound` counts them. Each member is a bound by itself.
struct LowerBound {
    double energyPj = 0;  ///< pJ
    double dramWords = 0; ///< words over DRAM
    double cycles = 0;    ///< clock cycles
    double energyDelay = 0; ///< pJ x clock cycles
    friend bool operator==(const LowerBound&, const LowerBound&) = default;
};
/// The bound for all schedules in the task's search space.
LowerBound networkBound(const SearchTask& task);

} // namespace tilescape::search
