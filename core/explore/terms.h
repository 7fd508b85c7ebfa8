#pragma once

#include "core/schedule/schedule.h"

#include <span>
#include <string_view>

namespace tilescape::explore {

/// Cycles of a segment by what they are spent on; the parts are whole numbers and add up to `total()`.
struct CycleTerms {
    double compute = 0;       ///< the PE arrays of the slowest region work
    double bus = 0;           ///< they wait for the array bus
    double dram = 0;          ///< they wait for DRAM, or the whole segment does
    double sharedBuffers = 0; ///< they wait for a buffer that all tiles share
    double pipeline = 0;      ///< fill, drain, and regions that wait for each other

    [[nodiscard]] double total() const { return compute + bus + dram + sharedBuffers + pipeline; }
    CycleTerms& operator+=(const CycleTerms& other);
};

/// The cycles that the schedule counts for segment `number`, which is below `schedule.segments.size()`.
CycleTerms cycleTermsOf(const schedule::Schedule& schedule, std::size_t number);

/// What some layers take: energy by its cause, in pJ, and cycles.
struct Amounts {
    cost::Energy energy;
    CycleTerms cycles;
    Amounts& operator+=(const Amounts& other);
};

/// What segment `number` takes: the energy of its layers, and static energy of its own cycles. All segments together add
/// up to the schedule's totals, for both ways of counting.
Amounts amountsOf(const schedule::Schedule& schedule, std::size_t number);

/// One term of the energy: a row for tables, files and sentences.
struct EnergyTerm {
    std::string_view key;   ///< as in files
    std::string_view label; ///< as in sentences
    double cost::Energy::*value;
};
std::span<const EnergyTerm> energyTerms();

/// One term of the cycles.
struct CycleTerm {
    std::string_view key;
    std::string_view label;
    double CycleTerms::*value;
};
std::span<const CycleTerm> cycleTerms();

} // namespace tilescape::explore
