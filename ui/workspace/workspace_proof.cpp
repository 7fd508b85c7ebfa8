#include "core/schedule/advice.h"
#include "core/schedule/proven_bounds.h"
#include "ui/workspace/proof_service.h"
#include "ui/workspace/workspace.h"

#include <algorithm>

namespace tilescape::ui::workspace {

void Workspace::setProof(const schedule::Proof* proof)
{
    if (proof && proof->bound > 0) {
        m_proofBound = proof->bound;
        Q_EMIT boundChanged();
    }
}

double Workspace::gap() const
{
    const double known = schedule::gapOf(*m_schedule);
    return m_proofBound
               ? std::min(known, schedule::measureOf(m_schedule->totals, m_schedule->problem->goal) / *m_proofBound)
               : known;
}

void Workspace::useSchedule(std::shared_ptr<const schedule::Schedule> better)
{
    if (!m_stale) {
        forgetFindings();
        publish(std::move(better));
    }
}

} // namespace tilescape::ui::workspace
