#pragma once

#include "core/training/gradient/settings.h"

namespace tilescape::training::gradient {

/// The machine that all cores form, and its clock. Time is counted in ticks, of which a cycle and the transfer of a byte
/// take whole numbers: what is simulated is exact, and the same everywhere.
struct Machine {
    explicit Machine(const Settings& settings);

    Count residentBytes = 0; ///< half of the scratchpad: what tiles may take
    Count windowBytes = 0;   ///< the other half: what may be fetched ahead
    Count ticksPerCycle = 1;
    Count ticksPerByte = 1;
    double ticksPerSecond = 1; ///< the fastest machine that may be asked for has more than a Count holds

    [[nodiscard]] Count cycles(Count ticks) const { return ceilDivide(ticks, ticksPerCycle); }
    [[nodiscard]] double seconds(Count ticks) const { return static_cast<double>(ticks) / ticksPerSecond; }
};

} // namespace tilescape::training::gradient
