#pragma once

#include "core/search/kapla/placed_candidates.h"

#include <limits>

namespace tilescape::search {

/// What a layer costs at its best under some groups, as far as a search of groups needs to know.
struct BestBlocking {
    double cost = std::numeric_limits<double>::infinity(); ///< infinite: these groups cannot be had
    double energyPj = 0;                                   ///< with static energy of the layer's own cycles
    double cycles = 0;
    double dramCycles = 0;
    dataflow::Blocking blocking;
};
/// Over the first `partitions` of the ranking.
BestBlocking bestBlocking(const RankedCandidates& ranked, const pipeline::TopGroups& top, std::size_t partitions);

/// A partition and its best blockings for some groups, priced by the model.
struct CandidateChoice {
    const PlacedCandidate* partition = nullptr;
    std::vector<dataflow::Replication> replications; ///< of each blocking
    std::vector<BlockingChoice> blockings;
};
/// Best first; only partitions that have a blocking.
std::vector<CandidateChoice> chooseCandidates(const RankedCandidates& ranked, const pipeline::TopGroups& top,
                                              const SearchEffort& effort, SearchCounts& counts);

} // namespace tilescape::search
