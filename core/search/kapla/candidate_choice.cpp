#include "core/search/kapla/candidate_choice.h"

#include "core/search/kapla/blocking_branch_and_bound.h"

#include <algorithm>
#include <cmath>

namespace tilescape::search {

BestBlocking bestBlocking(const RankedCandidates& ranked, const pipeline::TopGroups& top, std::size_t partitions)
{
    BestBlocking best;
    const std::size_t most = std::min(partitions, ranked.partitions.size());
    const auto consider = [&](const PlacedCandidate& split, const PreparedNest& nest) {
        if (const BestBlocking* const found = split.cheapestBelow(best.cost, nest, top)) {
            best = *found;
        }
    };
    for (std::size_t number = 0; number < most; ++number) {
        const PlacedCandidate& split = *ranked.partitions[number];
        // Nests stand best first: whether a later one does better for some groups hardly ever matters.
        for (std::size_t rank = 0; rank < LayerCandidates::nestsKept; ++rank) {
            const PreparedNest* const nest = split.nest(rank);
            if (!nest) {
                break;
            }
            consider(split, *nest);
            if (std::isfinite(best.cost)) {
                break;
            }
        }
    }
    for (std::size_t number = 0; number < most && !std::isfinite(best.cost); ++number) {
        if (const PreparedNest* const nest = ranked.partitions[number]->otherNest(top)) {
            consider(*ranked.partitions[number], *nest);
        }
    }
    return best;
}

std::vector<CandidateChoice> chooseCandidates(const RankedCandidates& ranked, const pipeline::TopGroups& top,
                                              const SearchEffort& effort, SearchCounts& counts)
{
    std::vector<std::pair<double, CandidateChoice>> found; // by the cost of the best blocking
    for (const PlacedCandidate* split : ranked.partitions) {
        std::vector<std::pair<BlockingCandidate, const PreparedNest*>> best;
        double upperBound = std::numeric_limits<double>::infinity();
        const auto consider = [&](const PreparedNest& nest) {
            for (const BlockingCandidate& candidate :
                 bestBlockings({nest, split->fetchPj(), top, 0}, effort.blockings, upperBound, &counts)) {
                best.emplace_back(candidate, &nest);
            }
            std::stable_sort(best.begin(), best.end(),
                             [](const auto& a, const auto& b) { return a.first.cost < b.first.cost; });
            best.resize(std::min(best.size(), effort.blockings));
            upperBound = best.size() == effort.blockings ? best.back().first.cost : upperBound;
        };
        for (std::size_t rank = 0; rank < LayerCandidates::nestsKept && split->nest(rank); ++rank) {
            consider(*split->nest(rank));
        }
        const PreparedNest* const other = best.empty() ? split->otherNest(top) : nullptr;
        if (other) {
            consider(*other);
        }
        if (best.empty()) {
            continue;
        }
        CandidateChoice choice{split, {}, {}};
        for (const auto& [candidate, nest] : best) {
            BlockingTask blocking = nest->task;
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
