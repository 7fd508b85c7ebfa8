#include "ui/workspace/sweep_service.h"

#include <utility>

namespace tilescape::ui::workspace {

using tilescape::explore::PointResult;
using tilescape::explore::PointResults;
using tilescape::explore::Sweep;

namespace {

/// Results of earlier runs: those of the journal, and the others, which are added to it.
PointResults knownPoints(io::PointJournal& journal, PointResults known, std::size_t count)
{
    const PointResults journalled = journal.knownPoints(count);
    for (const auto& [number, result] : known) {
        if (!journalled.contains(number)) {
            journal.add(std::to_string(number), result);
        }
    }
    known.insert(journalled.begin(), journalled.end());
    return known;
}

} // namespace

void SweepService::set(Sweep sweep, PointResults results)
{
    stop();
    m_shared.reset();
    m_sweep = std::move(sweep);
    m_results = std::move(results);
    m_pointCount = m_sweep.axes.empty() ? 0 : tilescape::explore::pointCount(m_sweep);
    m_known = m_results.size();
    Q_EMIT questionChanged();
}

void SweepService::start(Sweep sweep, PointResults known, JournalPlace journal)
{
    set(std::move(sweep), std::move(known));
    m_shared = std::make_shared<Shared>();
    begin(std::move(journal), [shared = m_shared, question = m_sweep, before = m_results, count = m_pointCount](const Worker& worker) {
        PointResults points = knownPoints(*worker.journal, before, count);
        {
            const std::lock_guard lock(shared->mutex);
            shared->fresh = points;
            shared->known = points.size();
        }
        tilescape::explore::RunControl control;
        control.stop = worker.stop;
        control.threads = worker.threads;
        control.beforePoint = worker.beforePoint;
        control.onPoint = [&](std::size_t number, const PointResult& result) {
            worker.journal->add(std::to_string(number), result);
            const std::lock_guard lock(shared->mutex);
            shared->fresh.emplace(number, result);
        };
        runSweep(question, std::move(points), control);
    });
    Q_EMIT resultsChanged();
}

void SweepService::restore(Sweep sweep, PointResults results)
{
    set(std::move(sweep), std::move(results));
    Q_EMIT resultsChanged();
}

void SweepService::clear() { restore({}, {}); }

bool SweepService::takeFresh()
{
    PointResults fresh;
    {
        const std::lock_guard lock(m_shared->mutex);
        fresh = std::exchange(m_shared->fresh, {});
        m_known = std::max(m_known, m_shared->known);
    }
    const bool found = !fresh.empty();
    m_results.merge(fresh);
    return found;
}

double SweepService::secondsLeft() const
{
    if (m_results.size() <= m_known) {
        return -1;
    }
    return secondsRun() / static_cast<double>(m_results.size() - m_known) * static_cast<double>(m_pointCount - m_results.size());
}

} // namespace tilescape::ui::workspace
