#include "ui/workspace/exploration_run.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace tilescape::ui::workspace {

namespace {

constexpr int takingEveryMs = 100;
constexpr int restOfShowing = 8; ///< showing results takes one part in so many of the window's time

/// One core is left for the window's own solves.
int workers() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

} // namespace

ExplorationRun::ExplorationRun(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    connect(&m_taking, &QTimer::timeout, this, &ExplorationRun::take);
}

ExplorationRun::~ExplorationRun() { finishWork(); }

void ExplorationRun::finishWork()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void ExplorationRun::begin(JournalPlace place, std::function<void(const Worker&)> work)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_gate = std::make_shared<Gate>();
    m_journalFaults.clear();
    m_running = true;
    m_paused = false;
    m_secondsBefore = 0;
    m_clock.start();
    m_taking.start(takingEveryMs);
    m_pool.start([this, gate = m_gate, stop = m_stop.get_token(), place = std::move(place), work = std::move(work)] {
        {
            io::PointJournal journal; // closed before the next run opens it
            support::Diagnostics faults = journal.open(place.path, true, place.identity);
            work({stop, workers(),
                  [&] {
                      std::unique_lock lock(gate->mutex);
                      gate->resumed.wait(lock, stop, [&] { return !gate->paused; });
                  },
                  &journal});
            const std::lock_guard lock(gate->mutex);
            gate->journalFaults = faults.empty() ? journal.faults() : std::move(faults);
        }
        QMetaObject::invokeMethod(this, [this, gate] { finish(gate); }, Qt::QueuedConnection);
    });
    Q_EMIT runningChanged();
}

void ExplorationRun::finish(const std::shared_ptr<Gate>& gate)
{
    if (gate != m_gate || !m_running) {
        return;
    }
    take();
    m_taking.stop();
    m_running = m_paused = false;
    m_journalFaults = gate->journalFaults; // no worker has the gate any more
    Q_EMIT runningChanged();
    Q_EMIT ended();
}

void ExplorationRun::take()
{
    if (takeFresh()) {
        QElapsedTimer showing;
        showing.start();
        Q_EMIT resultsChanged();
        m_taking.setInterval(std::max(takingEveryMs, restOfShowing * static_cast<int>(showing.elapsed())));
    }
}

void ExplorationRun::pause()
{
    if (m_running && !m_paused) {
        const std::lock_guard lock(m_gate->mutex);
        m_gate->paused = m_paused = true;
        m_secondsBefore += static_cast<double>(m_clock.elapsed()) * 1e-3;
    }
    Q_EMIT runningChanged();
}

void ExplorationRun::resume()
{
    if (m_running && m_paused) {
        const std::lock_guard lock(m_gate->mutex);
        m_gate->paused = m_paused = false;
        m_gate->resumed.notify_all();
        m_clock.start();
    }
    Q_EMIT runningChanged();
}

void ExplorationRun::stop()
{
    if (m_running) {
        take();
        m_taking.stop();
        m_stop.request_stop();
        m_running = m_paused = false;
        Q_EMIT runningChanged();
        Q_EMIT ended();
    }
}

double ExplorationRun::secondsRun() const
{
    return m_secondsBefore + (m_paused ? 0 : static_cast<double>(m_clock.elapsed()) * 1e-3);
}

} // namespace tilescape::ui::workspace
