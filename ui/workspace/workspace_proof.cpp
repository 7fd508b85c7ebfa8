#include "core/schedule/advice.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/write_directives.h"
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

void Workspace::keepSchedule(const schedule::Schedule& schedule, const QString& text)
{
    if (m_stale) {
        return;
    }
    const std::optional<double> bound = m_proofBound;
    schedule::Problem kept = schedule::keeping(m_problem, schedule);
    auto shown = std::make_shared<schedule::Schedule>(schedule);
    shown->isKept = true;
    m_answers.add(kept, std::move(shown)); // as pricing its directives would find it
    push(text, std::move(kept));
    m_proofBound = bound; // of all schedules of the problem, whichever it keeps
    Q_EMIT boundChanged();
}

} // namespace tilescape::ui::workspace
