#pragma once

#include "core/search/kapla/placed_candidates.h"

#include <limits>

namespace tilescape::search {

/// The cheapest blocking found for a layer under some groups, as far as a search over groups needs it.
struct BestBlocking {
    double cost = std::numeric_limits<double>::infinity(); ///< infinite: no blocking has these groups
    double energyPj = 0;                                   ///< with static energy of the layer's own cycles
    double cycles = 0;
    double dramCycles = 0;
    dataflow::Blocking blocking;
};
/// The cheapest blocking over the first `partitions` of the ranking, of each partition only in the first nest that has
/// any.
BestBlocking bestBlocking(const RankedCandidates& ranked, const pipeline::TopGroups& top, std::size_t partitions);

/// A partition of a layer and its best blockings for some groups, priced by the cost model.
struct CandidateChoice {
    const PlacedCandidate* partition = nullptr;      ///< not null
    std::vector<dataflow::Replication> replications; ///< of each of `blockings`
    std::vector<BlockingChoice> blockings;
};
/// The partitions of the ranking that have blockings with these groups, ordered by the estimated cost of the best one.
/// Adds to `counts`.
std::vector<CandidateChoice> chooseCandidates(const RankedCandidates& ranked, const pipeline::TopGroups& top,
                                              const SearchEffort& effort, SearchCounts& counts);

} // namespace tilescape::search
