#include "core/search/exhaustive/candidate_front.h"

#include "core/search/space/buffer_sharing.h"

#include <algorithm>

namespace tilescape::search {

using Candidate = BlockingCandidate;

bool CandidateFront::dominates(const Candidate& a, const Candidate& b) const
{
    const auto fetchesNoMore = [&] {
        return !m_task.setting->hopsMatter
               || (a.fetches[0] <= b.fetches[0] && a.fetches[1] <= b.fetches[1] && a.fetches[2] <= b.fetches[2]);
    };
    if (m_task.setting->objective.delayFirst) {
        return a.cycles < b.cycles || (a.cycles == b.cycles && a.cost <= b.cost && fetchesNoMore());
    }
    return (a.cost < b.cost || (a.cost == b.cost && a.cycles <= b.cycles)) && fetchesNoMore();
}

void CandidateFront::keep(const Candidate& candidate)
{
    for (const Candidate& kept : m_front) {
        if (dominates(kept, candidate)) {
            return;
        }
    }
    std::erase_if(m_front, [&](const Candidate& kept) { return dominates(candidate, kept); });
    m_front.push_back(candidate);
    const Count leastOfWeights = m_task.setting->context.mayPinWeights ? 0 : 1;
    const bool leastFetches =
        !m_task.setting->hopsMatter
        || (candidate.fetches[0] <= leastOfWeights && candidate.fetches[1] <= 1 && candidate.fetches[2] <= 1);
    if (leastFetches) {
        m_bestWithLeastFetches = std::min(m_bestWithLeastFetches, candidate.cost);
    }
}

/// Rotation only adds to a candidate's cost: cheapest first, those that it already rules out are never looked at.
void CandidateFront::settle()
{
    const bool delayFirst = m_task.setting->objective.delayFirst;
    std::stable_sort(m_unshared.begin(), m_unshared.end(), [delayFirst](const Candidate& a, const Candidate& b) {
        return delayFirst ? std::pair(a.cycles, a.cost) < std::pair(b.cycles, b.cost) : a.cost < b.cost;
    });
    for (Candidate& candidate : m_unshared) {
        const bool hopeless = std::any_of(m_front.begin(), m_front.end(),
                                          [&](const Candidate& kept) { return dominates(kept, candidate); });
        if (hopeless) {
            continue;
        }
        const SharingAnswer answer = bestSharing(m_task.nest, blockingOf(candidate, m_task.top), *m_task.setting->sharing,
                                                 m_task.setting->machine, m_task.setting->context);
        candidate.cost += m_task.setting->machine.prices.hopPj * answer.wordHops;
        keep(candidate);
    }
    m_unshared.clear();
}

} // namespace tilescape::search
