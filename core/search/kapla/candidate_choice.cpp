#include "core/search/kapla/candidate_choice.h"

#include "core/search/kapla/blocking_branch_and_bound.h"

#include <algorithm>
#include <deque>

namespace tilescape::search {

namespace {

/// The best blockings of one partition over its nests, priced by the branch and bound, best first.
class BlockingsOfPartition {
public:
    BlockingsOfPartition(const PlacedCandidate& partition, const pipeline::TopGroups& top, Count roomWords,
                         std::size_t most, SearchCounts& counts)
        : m_partition(partition), m_top(top), m_roomWords(roomWords), m_most(most), m_counts(counts)
    {}

    void consider(const PreparedNest& nest)
    {
        for (const BlockingCandidate& candidate :
             bestBlockings({nest, m_partition.fetchPj(), m_top, 0, false, m_roomWords}, m_most, m_upperBound, &m_counts)) {
            m_best.emplace_back(candidate, &nest);
        }
        std::stable_sort(m_best.begin(), m_best.end(),
                         [](const auto& a, const auto& b) { return a.first.cost < b.first.cost; });
        m_best.resize(std::min(m_best.size(), m_most));
        m_upperBound = m_best.size() == m_most ? m_best.back().first.cost : m_upperBound;
    }

    /// As if energy alone counted.
    void considerFrugal(const PreparedNest& nest)
    {
        PreparedNest& frugal = m_frugal.emplace_back(nest);
        frugal.task.objective = {};
        consider(frugal);
    }

    void considerKept()
    {
        for (std::size_t rank = 0; rank < LayerCandidates::nestsKept && m_partition.nest(rank); ++rank) {
            consider(*m_partition.nest(rank));
        }
    }

    void considerOther()
    {
        if (const PreparedNest* const other = m_partition.otherNest(m_top)) {
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
            blocking.top = m_top;
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
    const PlacedCandidate& m_partition;
    const pipeline::TopGroups& m_top;
    Count m_roomWords = 0;
    std::size_t m_most = 0;
    SearchCounts& m_counts;
    double m_upperBound = std::numeric_limits<double>::infinity();
    std::deque<PreparedNest> m_frugal; ///< a deque, so that addresses stay valid
    std::vector<std::pair<BlockingCandidate, const PreparedNest*>> m_best;
};

} // namespace

std::vector<CandidateChoice> chooseCandidates(const RankedCandidates& ranked, const pipeline::TopGroups& top,
                                              const SearchEffort& effort, SearchCounts& counts)
{
    constexpr Count wholeBuffer = std::numeric_limits<Count>::max();
    std::vector<std::pair<double, CandidateChoice>> found; // by the cost of the best blocking
    for (const PlacedCandidate* split : ranked.partitions) {
        BlockingsOfPartition best(*split, top, wholeBuffer, effort.blockings, counts);
        best.considerKept();
        if (best.isEmpty() || top != pipeline::TopGroups{}) { // under groups another may do better than those that are best without
            best.considerOther();
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

void addBlockingsForRoom(std::vector<CandidateChoice>& choices, const pipeline::TopGroups& top, Count roomWords,
                         const SearchEffort& effort, SearchCounts& counts)
{
    for (CandidateChoice& choice : choices) {
        BlockingsOfPartition best(*choice.partition, top, roomWords, effort.blockings, counts);
        best.considerKept();
        best.considerOther();
        best.addTo(choice);
    }
}

void addFrugalBlockings(std::vector<CandidateChoice>& choices, const pipeline::TopGroups& top, SearchCounts& counts)
{
    constexpr Count wholeBuffer = std::numeric_limits<Count>::max();
    for (CandidateChoice& choice : choices) {
        BlockingsOfPartition best(*choice.partition, top, wholeBuffer, 1, counts);
        for (std::size_t rank = 0; rank < LayerCandidates::nestsKept && choice.partition->nest(rank); ++rank) {
            best.considerFrugal(*choice.partition->nest(rank));
        }
        best.addTo(choice);
    }
}

} // namespace tilescape::search
