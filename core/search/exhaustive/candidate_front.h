#pragma once

#include "core/search/space/blocking_candidate.h"

#include <limits>
#include <vector>

namespace tilescape::search {

/// Candidates of one nest of which those stay that may be the best for some price of hops: none worse than another in
/// objective and every fetch.
class CandidateFront {
public:
    explicit CandidateFront(const BlockingTask& task) : m_task(task) {}

    /// Whether nothing that costs as much can win any more: a candidate with the fewest fetches costs less.
    [[nodiscard]] bool rulesOut(double cost) const
    {
        // Rounding must not turn a tie into a loss.
        return !m_task.objective.delayFirst && cost * (1 - 1e-12) > m_bestWithLeastFetches;
    }
    void keep(const BlockingCandidate& candidate);
    /// A candidate that fits if its tiles share as much as they can: how they share is open until `settle`.
    void keepUnshared(const BlockingCandidate& candidate) { m_unshared.push_back(candidate); }
    /// Adds to those the hops of the cheapest way to share.
    void settle();
    [[nodiscard]] const std::vector<BlockingCandidate>& candidates() const { return m_front; }

private:
    [[nodiscard]] bool dominates(const BlockingCandidate& a, const BlockingCandidate& b) const;

    const BlockingTask& m_task;
    std::vector<BlockingCandidate> m_unshared;
    std::vector<BlockingCandidate> m_front;
    double m_bestWithLeastFetches = std::numeric_limits<double>::infinity();
};

} // namespace tilescape::search
