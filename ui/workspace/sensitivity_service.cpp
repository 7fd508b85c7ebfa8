#include "ui/workspace/sensitivity_service.h"

#include "core/schedule/solver_cache.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace tilescape::ui::workspace {

namespace {

/// Explanations and bounds come first.
constexpr std::chrono::milliseconds sensitivityPause{1000};

/// Without the memory for it there is none.
std::optional<tilescape::explore::Sensitivity> sensitivitySafely(const tilescape::hardware::Parameter& parameter, const schedule::Problem& problem,
                                                      const schedule::Schedule& standing, const schedule::SolveControl& control)
{
    try {
        return tilescape::explore::sensitivityTo(parameter, problem, standing, control);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

} // namespace

SensitivityService::SensitivityService(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::IdlePriority);
    m_pause.setSingleShot(true);
    m_pause.setInterval(sensitivityPause);
    connect(&m_pause, &QTimer::timeout, this, &SensitivityService::start);
    connect(&m_workspace, &Workspace::problemChanged, this, &SensitivityService::follow);
    connect(&m_workspace, &Workspace::scheduleChanged, this, &SensitivityService::follow);
}

SensitivityService::~SensitivityService()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void SensitivityService::setWanted(const QObject* by, bool wanted)
{
    if (wanted) {
        m_wantedBy.insert(by);
    } else {
        m_wantedBy.remove(by);
    }
    follow();
}

const tilescape::explore::Sensitivity* SensitivityService::find(std::string_view key) const
{
    const auto found = std::find_if(m_found.begin(), m_found.end(),
                                    [key](const tilescape::explore::Sensitivity& each) { return each.parameter->key == key; });
    return found == m_found.end() ? nullptr : &*found;
}

bool SensitivityService::isComplete() const { return m_found.size() == tilescape::hardware::parameters().size(); }

void SensitivityService::halt()
{
    m_pause.stop();
    m_stop.request_stop();
    m_started = false;
}

void SensitivityService::forget()
{
    halt();
    m_standing.reset();
    if (!m_found.empty()) {
        m_found.clear();
        Q_EMIT foundChanged();
    }
}

void SensitivityService::follow()
{
    if (m_standing && !m_workspace.isStale() && schedule::haveSameSchedule(m_problem, m_workspace.problem())) {
        if (m_wantedBy.isEmpty()) {
            halt();
        } else if (!m_started && !isComplete() && !m_pause.isActive()) {
            m_pause.start();
        }
        return;
    }
    forget();
    const auto schedule = m_workspace.schedule();
    if (schedule && schedule->hasResult() && !m_workspace.isStale() && schedule->status != schedule::Status::Stopped) {
        m_standing = schedule;
        m_problem = m_workspace.problem();
        if (!m_wantedBy.isEmpty()) {
            m_pause.start();
        }
    }
}

void SensitivityService::start()
{
    m_stop = std::stop_source();
    m_started = true;
    schedule::SolveControl control;
    control.stop = m_stop.get_token();
    control.threads = 1;
    m_pool.start([this, control, problem = m_problem, standing = m_standing, done = m_found.size()]() mutable {
        schedule::SolverCache cache; // of this run alone: the next one mostly asks for something else
        control.cache = &cache;
        for (const tilescape::hardware::Parameter& parameter : tilescape::hardware::parameters().subspan(done)) {
            if (control.stop.stop_requested()) {
                return;
            }
            auto own = sensitivitySafely(parameter, problem, *standing, control);
            if (!own) {
                return;
            }
            QMetaObject::invokeMethod(this, [this, stop = control.stop, own = std::move(*own)] {
                if (!stop.stop_requested()) {
                    m_found.push_back(own);
                    Q_EMIT foundChanged();
                }
            });
        }
    });
}

} // namespace tilescape::ui::workspace
