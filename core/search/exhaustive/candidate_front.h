#pragma once

#include "core/search/space/blocking_candidate.h"

#include <limits>
#include <vector>

namespace tilescape::search {

/// The Pareto front, over the objective and the fetches of each tensor, of the candidates of one nest: those that may
/// be the best for some price of hops.
class CandidateFront {
public:
    /// `task` must outlive this.
    explicit CandidateFront(const BlockingTask& task) : m_task(task) {}

    /// Whether no candidate of at least this cost, in the units of `scalarOf`, can enter the front, because one with
    /// the fewest possible fetches costs less. Always false if delay comes first.
    [[nodiscard]] bool rulesOut(double cost) const
    {
        // Rounding must not turn a tie into a loss.
        return !m_task.setting->objective.delayFirst && cost * (1 - 1e-12) > m_bestWithLeastFetches;
    }
    /// Adds the candidate, unless another one dominates it, and removes those that it dominates.
    void keep(const BlockingCandidate& candidate);
    /// Notes a candidate that fits only if its tiles share buffers as widely as possible; how they share is decided by
    /// `settle`.
    void keepUnshared(const BlockingCandidate& candidate) { m_unshared.push_back(candidate); }
    /// Gives the noted candidates the hops of `bestSharing` and adds those to the front that are not dominated.
    void settle();
    /// The front; call `settle` before.
    [[nodiscard]] const std::vector<BlockingCandidate>& candidates() const { return m_front; }

private:
    [[nodiscard]] bool dominates(const BlockingCandidate& a, const BlockingCandidate& b) const;

    const BlockingTask& m_task;
    std::vector<BlockingCandidate> m_unshared;
    std::vector<BlockingCandidate> m_front;
    double m_bestWithLeastFetches = std::numeric_limits<double>::infinity();
};

} // namespace tilescape::search
