#pragma once

#include "core/explore/compare.h"

#include <string>
#include <vector>

namespace tilescape::explore {

/// An energy difference in pJ with its sign and the prefix that reads best, three digits: "-14.2 mJ".
std::string signedEnergy(double pj);
/// A difference in cycles: "+1.2 M cycles", in full below 100,000.
std::string signedCycles(double cycles);

/// Which layers: "conv3", "conv3 to conv5" for a run of the list, else the first names and how many more.
std::string layersText(const std::vector<std::string>& layers, const std::vector<std::string>& order);

/// The aspects that changed, as a list: "region, partition and blocking"; empty if none did.
std::string changesText(const PerAspect<bool>& changed);

/// What changed in one part: "conv3 to conv5 now one segment: -14.2 mJ DRAM, +3.1 mJ NoC; -120,000 cycles compute". Of the
/// terms those that make up most of the difference are named, the largest first.
std::string describe(const ChangedPart& part, const ScheduleDifference& whole);

} // namespace tilescape::explore
