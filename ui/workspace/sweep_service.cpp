#include "ui/workspace/sweep_service.h"

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

SweepService::SweepService(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_taking.setInterval(takingEveryMs);
    connect(&m_taking, &QTimer::timeout, this, &SweepService::takeResults);
}

SweepService::~SweepService()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void SweepService::start(tilescape::explore::Sweep sweep)
{
    clear();
    m_sweep = std::move(sweep);
    m_pointCount = tilescape::explore::pointCount(m_sweep);
    m_stop = std::stop_source();
    m_shared = std::make_shared<Shared>();
    m_running = true;
    m_secondsBefore = 0;
    m_clock.start();
    m_taking.start(takingEveryMs);
    m_pool.start([this, shared = m_shared, sweep = m_sweep, stop = m_stop.get_token()] {
        tilescape::explore::RunControl control;
        control.stop = stop;
        control.threads = workers();
        control.beforePoint = [&] {
            std::unique_lock lock(shared->mutex);
            shared->resumed.wait(lock, stop, [&] { return !shared->paused; });
        };
        control.onPoint = [&](std::size_t number, const tilescape::explore::PointResult& result) {
            const std::lock_guard lock(shared->mutex);
            shared->fresh.emplace(number, result);
        };
        runSweep(sweep, {}, control);
        QMetaObject::invokeMethod(this, [this, shared] { finish(shared); }, Qt::QueuedConnection);
    });
    Q_EMIT runningChanged();
    Q_EMIT resultsChanged();
}

void SweepService::finish(const std::shared_ptr<Shared>& shared)
{
    if (shared == m_shared && m_running) {
        takeResults();
        m_taking.stop();
        m_running = m_paused = false;
        Q_EMIT runningChanged();
    }
}

void SweepService::takeResults()
{
    tilescape::explore::PointResults fresh;
    {
        const std::lock_guard lock(m_shared->mutex);
        fresh = std::exchange(m_shared->fresh, {});
    }
    if (!fresh.empty()) {
        m_results.merge(fresh);
        QElapsedTimer showing;
        showing.start();
        Q_EMIT resultsChanged();
        m_taking.setInterval(std::max(takingEveryMs, restOfShowing * static_cast<int>(showing.elapsed())));
    }
}

void SweepService::pause()
{
    if (m_running && !m_paused) {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->paused = m_paused = true;
        m_secondsBefore += static_cast<double>(m_clock.elapsed()) * 1e-3;
    }
    Q_EMIT runningChanged();
}

void SweepService::resume()
{
    if (m_running && m_paused) {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->paused = m_paused = false;
        m_shared->resumed.notify_all();
        m_clock.start();
    }
    Q_EMIT runningChanged();
}

void SweepService::stop()
{
    if (m_running) {
        takeResults();
        m_taking.stop();
        m_stop.request_stop();
        m_running = m_paused = false;
        Q_EMIT runningChanged();
    }
}

void SweepService::clear()
{
    stop();
    m_shared.reset();
    m_sweep = {};
    m_pointCount = 0;
    m_results.clear();
    Q_EMIT resultsChanged();
}

double SweepService::secondsLeft() const
{
    if (m_results.empty()) {
        return -1;
    }
    const double ran = m_secondsBefore + (m_paused ? 0 : static_cast<double>(m_clock.elapsed()) * 1e-3);
    return ran / static_cast<double>(m_results.size()) * static_cast<double>(m_pointCount - m_results.size());
}

} // namespace tilescape::ui::workspace
