#include "core/search/kapla/candidate_choice.h"

#include "core/search/kapla/blocking_branch_and_bound.h"

#include <algorithm>
#include <cmath>

namespace tilescape::search {

BestBlocking bestBlocking(const RankedCandidates& ranked, const pipeline::TopGroups& top, std::size_t partitions)
{
    BestBlocking best;
    for (std::size_t number = 0; number < std::min(partitions, ranked.partitions.size()); ++number) {
        const PlacedCandidate& split = *ranked.partitions[number];
        // Nests stand best first: whether a later one does better for some groups hardly ever matters.
        for (std::size_t rank = 0; rank < LayerCandidates::nestsKept; ++rank) {
            if (!split.nest(rank)) {
                break;
            }
            if (const BestBlocking* const found = split.cheapestBelow(best.cost, rank, top)) {
                best = *found;
            }
            if (std::isfinite(best.cost)) {
                break;
            }
        }
    }
    return best;
}

std::vector<CandidateChoice> chooseCandidates(const RankedCandidates& ranked, const pipeline::TopGroups& top,
                                              const SearchEffort& effort, SearchCounts& counts)
{
    std::vector<std::pair<double, CandidateChoice>> found; // by the cost of the best blocking
    for (const PlacedCandidate* split : ranked.partitions) {
        std::vector<std::pair<BlockingCandidate, std::size_t>> best;
        double upperBound = std::numeric_limits<double>::infinity();
        for (std::size_t nest = 0; nest < LayerCandidates::nestsKept && split->nest(nest); ++nest) {
            const BlockingQuery one{*split->nest(nest), split->fetchPj(), top, 0};
            for (const BlockingCandidate& candidate : bestBlockings(one, effort.blockings, upperBound, &counts)) {
                best.emplace_back(candidate, nest);
            }
            std::stable_sort(best.begin(), best.end(),
                             [](const auto& a, const auto& b) { return a.first.cost < b.first.cost; });
            best.resize(std::min(best.size(), effort.blockings));
            upperBound = best.size() == effort.blockings ? best.back().first.cost : upperBound;
        }
        if (best.empty()) {
            continue;
        }
        CandidateChoice choice{split, {}, {}};
        for (const auto& [candidate, nest] : best) {
            BlockingTask blocking = split->nest(nest)->task;
            blocking.top = top;
            choice.replications.push_back(blocking.nest.replication);
            choice.blockings.push_back(choiceOf(candidate, blocking));
        }
        found.emplace_back(best.front().first.cost, std::move(choice));
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<CandidateChoice> answer;
    for (auto& [cost, choice] : found) {
        answer.push_back(std::move(choice));
    }
    return answer;
}

} // namespace tilescape::search
