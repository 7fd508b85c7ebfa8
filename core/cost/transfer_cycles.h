#pragma once

#include "core/hardware/hardware.h"
#include "core/support/ceiling.h"

namespace tilescape::cost {

/// Cycles in which the bus of one tile carries `words` words, of which a fraction counts as one (cost-model.md 6).
inline double busCycles(double words, const hardware::Rates& rates)
{
    return support::ceiling(support::ceiling(words) / rates.busWordsPerCycle);
}

/// Cycles in which DRAM moves `words` words, of all tiles together (cost-model.md 6).
inline double dramCycles(double words, const hardware::Rates& rates)
{
    return support::ceiling(words / rates.dramWordsPerCycle);
}

} // namespace tilescape::cost
