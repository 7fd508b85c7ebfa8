#include "core/search/kapla/candidate_choice.h"

#include "core/search/kapla/blocking_branch_and_bound.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace tilescape::search {

namespace {

/// The best blockings of one partition over its nests, priced by the branch and bound, best first.
class BlockingsOfPartition {
public:
    /// For another objective than that of the nests, if there is one.
    BlockingsOfPartition(const PlacedCandidate& partition, const BlockingLimits& limits, std::size_t most,
                         SearchCounts& counts, std::optional<Objective> objective = std::nullopt)
        : m_partition(partition), m_limits(limits), m_most(most), m_counts(counts), m_objective(objective)
    {}

    void consider(const PreparedNest& own)
    {
        const PreparedNest& nest = m_objective ? underObjective(own) : own;
        for (const BlockingCandidate& candidate :
             bestBlockings({nest, m_partition.fetchPj(), m_limits, 0, false, m_partition.oncePj()}, m_most,
                           m_upperBound, &m_counts)) {
            m_best.emplace_back(candidate, &nest);
        }
        std::stable_sort(m_best.begin(), m_best.end(),
                         [](const auto& a, const auto& b) { return a.first.cost < b.first.cost; });
        m_best.resize(std::min(m_best.size(), m_most));
        m_upperBound = m_best.size() == m_most ? m_best.back().first.cost : m_upperBound;
    }

    void considerKept()
    {
        for (std::size_t rank = 0; rank < LayerCandidates::nestsKept && m_partition.nest(rank); ++rank) {
            consider(*m_partition.nest(rank));
        }
    }

    /// The best nest of all others within these limits.
    void considerOther(const BlockingLimits& limits)
    {
        if (const PreparedNest* const other = m_partition.otherNest(limits)) {
            consider(*other);
        }
    }

    [[nodiscard]] bool isEmpty() const { return m_best.empty(); }
    [[nodiscard]] double leastCost() const { return m_best.front().first.cost; }

    /// Those that it does not have yet.
    void addTo(CandidateChoice& choice) const
    {
        for (const auto& [candidate, nest] : m_best) {
            BlockingTask blocking = nest->task;
            blocking.top = m_limits.top;
            blocking.outputPieces = m_limits.outputPieces;
            const BlockingChoice found = choiceOf(candidate, blocking);
            bool isKnown = false;
            for (std::size_t i = 0; i < choice.blockings.size(); ++i) {
                isKnown |= choice.replications[i] == blocking.nest.replication && choice.blockings[i].blocking == found.blocking;
            }
            if (!isKnown) {
                choice.replications.push_back(blocking.nest.replication);
                choice.blockings.push_back(found);
            }
        }
    }

private:
    const PreparedNest& underObjective(const PreparedNest& own)
    {
        PreparedNest& nest = m_nests.emplace_back(own);
        if (!m_setting) {
            BlockingSetting other = *own.task.setting;
            other.objective = *m_objective;
            m_setting = std::make_shared<const BlockingSetting>(std::move(other));
        }
        nest.task.setting = m_setting;
        return nest;
    }

    const PlacedCandidate& m_partition;
    BlockingLimits m_limits;
    std::size_t m_most = 0;
    SearchCounts& m_counts;
    double m_upperBound = std::numeric_limits<double>::infinity();
    std::optional<Objective> m_objective;
    std::shared_ptr<const BlockingSetting> m_setting; ///< of all nests, under `m_objective`; null until one is asked for
    std::deque<PreparedNest> m_nests; ///< under `m_objective`; a deque, so that addresses stay valid
    std::vector<std::pair<BlockingCandidate, const PreparedNest*>> m_best;
};

} // namespace

std::vector<CandidateChoice> chooseCandidates(const RankedCandidates& ranked, const pipeline::TopGroups& top,
                                              const SearchEffort& effort, SearchCounts& counts)
{
    std::vector<std::pair<double, CandidateChoice>> found; // by the cost of the best blocking
    for (const PlacedCandidate* split : ranked.partitions) {
        BlockingsOfPartition best(*split, {top}, effort.blockings, counts);
        best.considerKept();
        if (best.isEmpty() || top != pipeline::TopGroups{}) { // under groups another may do better than those that are best without
            best.considerOther({top});
        }
        if (best.isEmpty()) {
            continue;
        }
        CandidateChoice choice{split, {}, {}};
        best.addTo(choice);
        found.emplace_back(best.leastCost(), std::move(choice));
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<CandidateChoice> answer;
    for (auto& [cost, choice] : found) {
        answer.push_back(std::move(choice));
    }
    return answer;
}

void addBlockingsForRoom(std::vector<CandidateChoice>& choices, PlacedCandidates& placed, const BlockingLimits& limits,
                         SearchCounts& counts)
{
    const auto within = [&](const PlacedCandidate& partition) {
        BlockingsOfPartition best(partition, limits, placed.effort().blockings, counts);
        best.considerKept();
        best.considerOther({limits.top});
        if (best.isEmpty()) {
            best.considerOther(limits); // nests that do well with the buffer to themselves may fill it up
        }
        return best;
    };
    for (CandidateChoice& choice : choices) {
        within(*choice.partition).addTo(choice);
    }
    for (const PlacedCandidate* partition : placed.ranked(limits).partitions) {
        const bool isThere = std::any_of(choices.begin(), choices.end(),
                                         [&](const CandidateChoice& other) { return other.partition == partition; });
        CandidateChoice choice{partition, {}, {}};
        if (!isThere) {
            within(*partition).addTo(choice);
        }
        if (!choice.blockings.empty()) {
            choices.push_back(std::move(choice));
        }
    }
}

void addFrugalBlockings(std::vector<CandidateChoice>& choices, const pipeline::TopGroups& top, SearchCounts& counts)
{
    for (CandidateChoice& choice : choices) {
        BlockingsOfPartition best(*choice.partition, {top}, 1, counts, Objective{});
        best.considerKept();
        best.addTo(choice);
    }
}

} // namespace tilescape::search
