#pragma once

#include "core/search/kapla/placed_candidates.h"

namespace tilescape::search {

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

/// Adds to each choice its best blockings within the limits, and to the choices the partitions that rank first within these, with theirs: where
/// little room is left, another partition may do better than those that are best with the whole buffer. Adds to `counts`.
void addBlockingsForRoom(std::vector<CandidateChoice>& choices, PlacedCandidates& placed, const BlockingLimits& limits,
                         SearchCounts& counts);

/// Adds to each choice the blocking for the groups `top` that takes least energy, whatever the objective: it asks for little of the memory.
/// Adds to `counts`.
void addFrugalBlockings(std::vector<CandidateChoice>& choices, const pipeline::TopGroups& top, SearchCounts& counts);

} // namespace tilescape::search
