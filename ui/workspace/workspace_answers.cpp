#include "core/hardware/parameters.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/proven_bounds.h"
#include "ui/workspace/proof_service.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <utility>

namespace tilescape::ui::workspace {

namespace {

/// An answer within this time is no wait to a person.
constexpr std::chrono::milliseconds answerPatience{120};

using SharedSchedule = std::shared_ptr<const schedule::Schedule>;

/// The schedule with the bounds of `standing`, if those are its own as well: another solver proves no less.
SharedSchedule withBoundsOf(const SharedSchedule& standing, SharedSchedule found)
{
    if (!standing || !found->hasResult() || schedule::closestBoundOf(*standing) <= schedule::closestBoundOf(*found)
        || !schedule::haveSameBounds(*standing->problem, *found->problem)) {
        return found;
    }
    schedule::Schedule raised = *found;
    return schedule::takeBounds(raised, *standing) ? std::make_shared<const schedule::Schedule>(std::move(raised))
                                                   : found;
}

} // namespace

/// At once where that takes a small part of a frame, else on a worker.
void Workspace::priceStanding()
{
    if (!m_schedule || !m_schedule->hasResult()) {
        return;
    }
    if (!schedule::keepsShape(m_problem, *m_schedule)) {
        m_pricing.start(
            [this, problem = m_problem, standing = m_schedule](const std::stop_token& stop) -> BackgroundJob::Deliver {
                auto priced = stop.stop_requested() ? std::nullopt : schedule::priceAnew(problem, *standing);
                if (!priced) {
                    return [] {};
                }
                return [this, schedule = std::make_shared<const schedule::Schedule>(std::move(*priced))] {
                    showPriced(schedule);
                };
            });
    } else if (auto priced = schedule::priceAnew(m_problem, *m_schedule)) {
        schedule::takeBounds(*priced, *m_schedule);
        m_schedule = std::make_shared<const schedule::Schedule>(std::move(*priced));
        m_provisional = Provisional::PricedAnew;
    }
}

void Workspace::showPriced(const std::shared_ptr<const schedule::Schedule>& schedule)
{
    m_schedule = withBoundsOf(m_schedule, schedule);
    m_provisional = Provisional::PricedAnew;
    Q_EMIT scheduleChanged();
    if (!m_solver.isBusy()) { // cancelled before it was priced
        m_prover.request(m_schedule);
    }
}

/// Where it is no better than what is shown already, that stays: nothing flickers.
void Workspace::showIfBetter(const std::shared_ptr<const schedule::Schedule>& schedule, Provisional how)
{
    const bool isBetter = !isProvisional()
                          || schedule::measureOf(schedule->totals, m_problem.goal) < schedule::measureOf(m_schedule->totals, m_problem.goal);
    if (isBetter) {
        m_pricing.cancel();
        m_schedule = withBoundsOf(m_schedule, schedule);
        m_provisional = how;
        Q_EMIT scheduleChanged();
    }
}

/// Where the solve may be done before a person waits, it is kept back until then.
void Workspace::showBestSoFar(std::shared_ptr<const schedule::Schedule> found)
{
    if (m_patience.isActive()) {
        m_bestSoFar = std::move(found);
    } else {
        showIfBetter(found, Provisional::BestSoFar);
    }
}

void Workspace::endPatience()
{
    if (const auto found = std::exchange(m_bestSoFar, nullptr)) {
        showIfBetter(found, Provisional::BestSoFar);
    }
    Q_EMIT solvingChanged();
}

void Workspace::setBounds(const std::shared_ptr<const schedule::Schedule>& proven)
{
    std::rotate(m_withLowerBounds.begin(), m_withLowerBounds.begin() + 1, m_withLowerBounds.end());
    m_withLowerBounds.back() = std::move(m_schedule);
    m_schedule = proven;
    Q_EMIT boundChanged();
}

void Workspace::becomeStale()
{
    forgetFindings();
    m_proofs->cancel();
    m_proofBound.reset();
    m_prover.cancel();
    m_ahead.cancel();
    m_pricing.cancel();
    m_provisional = Provisional::No;
    m_bestSoFar.reset();
    // What was stale before this edit goes on being so: a row of quick edits does not hide a slow solve.
    if (!m_stale) {
        m_stale = true;
        m_patience.start(answerPatience);
    }
}

void Workspace::solveAgain()
{
    if (schedule::keepsSchedule(m_problem)) {
        schedule::Problem searched = m_problem;
        searched.kept.reset();
        push(tr("Search anew"), std::move(searched));
        return;
    }
    const bool isAnswered = !m_stale && m_schedule && m_schedule->hasResult();
    const Provisional provisional = isAnswered ? Provisional::BestSoFar : m_provisional; // a worse schedule on the way does not replace an answer
    becomeStale();
    m_provisional = provisional;
    m_answers.forget(m_problem);
    m_solver.request(m_problem);
    Q_EMIT solvingChanged();
}

/// The answer to an older problem, younger than what is shown: only edits since that solve began are not heeded. Priced anew it
/// may be the best schedule so far of the newest problem.
void Workspace::publishOlder(std::shared_ptr<const schedule::Schedule> schedule, std::chrono::milliseconds age)
{
    if (schedule->problem->network.layers != network().layers) {
        return;
    }
    if (schedule->hasResult() && schedule::keepsShape(m_problem, *schedule)) {
        if (auto priced = schedule::priceAnew(m_problem, *schedule)) {
            const bool better = !isProvisional()
                                || schedule::measureOf(priced->totals, m_problem.goal)
                                       < schedule::measureOf(m_schedule->totals, m_problem.goal);
            if (better) {
                showPriced(std::make_shared<const schedule::Schedule>(std::move(*priced)));
            }
            return;
        }
    }
    if (isProvisional()) {
        return;
    }
    m_schedule = std::move(schedule);
    if (age < answerPatience) {
        m_patience.start(answerPatience - age);
    } else {
        m_patience.stop();
    }
    Q_EMIT scheduleChanged();
}

void Workspace::publish(std::shared_ptr<const schedule::Schedule> schedule)
{
    m_pricing.cancel();
    const bool stoppedTooSoon = isProvisional() && schedule->status == schedule::Status::Stopped
                                && schedule::measureOf(m_schedule->totals, m_problem.goal)
                                       <= schedule::measureOf(schedule->totals, m_problem.goal);
    if (stoppedTooSoon) {
        endWithoutAnswer();
        return;
    }
    m_schedule = withBoundsOf(m_schedule, std::move(schedule));
    m_stale = false;
    m_provisional = Provisional::No;
    m_bestSoFar.reset();
    m_patience.stop();
    Q_EMIT scheduleChanged();
    if (!m_stale && m_schedule->hasResult()) {
        m_prover.request(m_schedule);
        if (m_schedule->status != schedule::Status::Stopped) {
            m_answers.add(m_problem, m_schedule);
            m_explainer.request(m_problem, m_schedule);
            solveAhead();
        }
    }
}

/// The search was stopped before it found anything better than what is shown, which is compared with a bound all the same.
void Workspace::endWithoutAnswer()
{
    m_patience.stop();
    if (isProvisional()) {
        m_prover.request(m_schedule);
    }
    Q_EMIT solvingChanged();
}

void Workspace::solveAhead()
{
    const hardware::Parameter* parameter = hardware::findParameter(m_expectedKey.toStdString());
    std::vector<schedule::Problem> problems;
    for (const double value : m_expectedValues) {
        if (parameter && hardware::checkValue(*parameter, value).empty()
            && value != parameter->get(m_problem.hardware)) {
            problems.push_back(m_problem);
            parameter->set(problems.back().hardware, value);
            if (m_answers.find(problems.back())) {
                problems.pop_back();
            }
        }
    }
    m_ahead.request(std::move(problems));
}

} // namespace tilescape::ui::workspace
