#include "ui/workspace/ahead_service.h"

#include "core/schedule/solver_cache.h"

#include <chrono>
#include <exception>
#include <utility>

namespace tilescape::ui::workspace {

namespace {

/// A row of edits is over when none came for so long.
constexpr std::chrono::milliseconds aheadPause{200};

} // namespace

AheadService::AheadService(SolverService::Solve solve, QObject* parent) : QObject(parent), m_solve(std::move(solve))
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::IdlePriority);
    m_pause.setSingleShot(true);
    m_pause.setInterval(aheadPause);
    connect(&m_pause, &QTimer::timeout, this, &AheadService::start);
}

AheadService::~AheadService()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void AheadService::request(std::vector<schedule::Problem> problems)
{
    cancel();
    m_problems = std::move(problems);
    if (!m_problems.empty()) {
        m_pause.start();
    }
}

void AheadService::cancel()
{
    m_pause.stop();
    m_stop.request_stop();
    m_problems.clear();
}

void AheadService::start()
{
    m_stop = std::stop_source();
    schedule::SolveControl control;
    control.stop = m_stop.get_token();
    control.threads = 1;
    m_pool.start([this, control, problems = std::exchange(m_problems, {})]() mutable {
        schedule::SolverCache cache; // of this run alone: the next one mostly asks for something else
        control.cache = &cache;
        for (const schedule::Problem& problem : problems) {
            std::shared_ptr<const schedule::Schedule> schedule;
            try {
                schedule = std::make_shared<const schedule::Schedule>(m_solve(problem, control));
            } catch (const std::exception&) {
                return; // without the memory for it nothing is solved ahead
            }
            if (control.stop.stop_requested() || schedule->status == schedule::Status::Stopped) {
                return;
            }
            QMetaObject::invokeMethod(this, [this, stop = control.stop, problem, schedule] {
                if (!stop.stop_requested()) {
                    Q_EMIT solved(problem, schedule);
                }
            });
        }
    });
}

} // namespace tilescape::ui::workspace
