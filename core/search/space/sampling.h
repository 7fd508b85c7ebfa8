#pragma once

#include "core/support/dimensions.h"

#include <span>
#include <string>
#include <string_view>

namespace tilescape::search {

/// How hard the searches that draw lots look (KAPLA V, baseline solvers). The same seed gives the same schedule.
struct Sampling {
    double probability = 0.1; ///< that a candidate is looked at, at each level
    double seed = 1;
    double annealingRounds = 12; ///< of one layer; KAPLA: 1024
    double annealingBatch = 64;  ///< configurations priced in a round; KAPLA: 128
    friend bool operator==(const Sampling&, const Sampling&) = default;
};

/// One of these settings: a row drives files, `--set` and lists.
struct SamplingOption {
    std::string_view key;
    std::string_view help;
    double smallest = 0;
    double largest = 0;
    bool whole = false;
    double Sampling::*value = nullptr;
};
std::span<const SamplingOption> samplingOptions();

/// "it is a whole number from 1 to 1024"
std::string describeRange(const SamplingOption& option);
/// Whether the row allows this value.
bool allows(const SamplingOption& option, double value);

} // namespace tilescape::search
