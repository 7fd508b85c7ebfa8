#include "ui/workspace/solver_service.h"

#include <chrono>
#include <exception>

namespace tilescape::ui::workspace {

namespace {

/// Edits that come closer than this are one request.
constexpr std::chrono::milliseconds pause{10};

/// Solvers throw nothing of their own, but memory may run out; an exception must not leave the thread.
schedule::Schedule solveSafely(const SolverService::Solve& solve, const schedule::Problem& problem,
                               const schedule::SolveControl& control)
{
    try {
        return solve(problem, control);
    } catch (const std::exception& error) {
        schedule::Schedule failed;
        failed.problem = std::make_shared<const schedule::Problem>(problem);
        failed.diagnostics.push_back({support::Severity::Error, "", "", "",
                                      std::string("the solver broke down (") + error.what() + ")",
                                      "a smaller network, chip or search space may succeed"});
        return failed;
    }
}

} // namespace

SolverService::SolverService(Solve solve, QObject* parent) : QObject(parent), m_solve(std::move(solve))
{
    m_pool.setMaxThreadCount(1);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &SolverService::start);
}

SolverService::~SolverService()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void SolverService::request(schedule::Problem problem)
{
    m_stop.request_stop();
    m_waiting = std::move(problem);
    m_pause.start();
}

void SolverService::cancel()
{
    if (!isBusy()) {
        return;
    }
    m_pause.stop();
    m_waiting.reset();
    m_stop.request_stop();
    ++m_generation;
    m_running = false;
    Q_EMIT cancelled();
}

void SolverService::start()
{
    m_stop = std::stop_source();
    m_running = true;
    const quint64 generation = ++m_generation;
    schedule::SolveControl control;
    control.stop = m_stop.get_token();
    control.memory = &m_memory;
    control.onProgress = [this, generation](const schedule::Progress& progress) {
        QMetaObject::invokeMethod(this, [this, generation, progress] {
            if (generation == m_generation) {
                Q_EMIT progressed(static_cast<int>(progress.layersDone), static_cast<int>(progress.layersTotal));
            }
        });
    };
    Q_EMIT started();
    m_pool.start([this, generation, control, problem = std::move(*m_waiting)] {
        auto schedule = std::make_shared<const schedule::Schedule>(solveSafely(m_solve, problem, control));
        QMetaObject::invokeMethod(this, [this, generation, schedule] { finish(generation, schedule); });
    });
    m_waiting.reset();
}

void SolverService::finish(quint64 generation, std::shared_ptr<const schedule::Schedule> schedule)
{
    if (generation != m_generation) {
        return;
    }
    m_running = false;
    // A newer problem waits already: its answer is the one to show.
    if (schedule->status != schedule::Status::Stopped && !m_waiting) {
        Q_EMIT solved(std::move(schedule));
    }
}

} // namespace tilescape::ui::workspace
