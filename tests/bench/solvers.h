#pragma once

struct RaceOptions {
    int threads = 1;
    double budgetSeconds = 1800; ///< of wall clock for one solve: what takes longer is compared on fewer tiles
    bool training = false;
    int largestSide = 16; ///< of the chip
};

/// The race of KAPLA's section VI: five solvers, seven networks, the same space, the same prices. One JSON line a solve.
void benchSolvers(const RaceOptions& options);
