#pragma once

#include "core/support/dimensions.h"

#include <span>
#include <string>
#include <string_view>

namespace tilescape::search {

/// Parameters of the randomized searches (KAPLA V, baseline solvers). Equal seeds give equal schedules.
struct Sampling {
    double probability = 0.1;    ///< that a candidate is considered, at each level
    double seed = 1;             ///< of the random numbers; a whole number
    double annealingRounds = 12; ///< rounds for one layer; KAPLA's evaluation uses 1024
    double annealingBatch = 64;  ///< schemes priced in a round; KAPLA's evaluation uses 128
    friend bool operator==(const Sampling&, const Sampling&) = default;
};

/// One of these parameters with its limits: one row for files, `--set` and lists.
struct SamplingOption {
    std::string_view key;
    std::string_view help;
    double smallest = 0;
    double largest = 0;
    bool whole = false; ///< only whole numbers are allowed
    double Sampling::*value = nullptr;
};
/// One row for each parameter.
std::span<const SamplingOption> samplingOptions();

/// "it is a whole number from 1 to 1024"
std::string describeRange(const SamplingOption& option);
/// Whether the value lies within the row's limits, and is whole where it must be.
bool allows(const SamplingOption& option, double value);

} // namespace tilescape::search
