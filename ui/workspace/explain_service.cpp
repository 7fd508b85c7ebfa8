#include "ui/workspace/explain_service.h"

#include "core/schedule/solver_cache.h"

#include <chrono>
#include <exception>
#include <utility>

namespace tilescape::ui::workspace {

namespace {

/// Nobody who is still editing is waiting for explanations.
constexpr std::chrono::milliseconds explainPause{800};

/// Without the memory for it there are none.
std::vector<tilescape::explore::Proposal> proposalsSafely(const schedule::Problem& problem, const schedule::Schedule& standing)
{
    try {
        return tilescape::explore::proposalsFor(problem, standing);
    } catch (const std::exception&) {
        return {};
    }
}

std::optional<tilescape::explore::Finding> verifiedSafely(const tilescape::explore::Proposal& proposal, const schedule::Problem& problem,
                                               const schedule::Schedule& standing, const schedule::SolveControl& control)
{
    try {
        return tilescape::explore::verified(proposal, problem, standing, control);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

} // namespace

ExplainService::ExplainService(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::IdlePriority);
    m_pause.setSingleShot(true);
    m_pause.setInterval(explainPause);
    connect(&m_pause, &QTimer::timeout, this, &ExplainService::start);
}

ExplainService::~ExplainService()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void ExplainService::request(schedule::Problem problem, std::shared_ptr<const schedule::Schedule> standing)
{
    cancel();
    m_problem = std::move(problem);
    m_standing = std::move(standing);
    m_pause.start();
}

void ExplainService::cancel()
{
    m_pause.stop();
    m_stop.request_stop();
}

void ExplainService::start()
{
    m_stop = std::stop_source();
    schedule::SolveControl control;
    control.stop = m_stop.get_token();
    control.threads = 1;
    m_pool.start([this, control, problem = m_problem, standing = m_standing]() mutable {
        schedule::SolverCache cache; // of this run alone: the next one mostly asks for something else
        control.cache = &cache;
        for (const tilescape::explore::Proposal& proposal : proposalsSafely(problem, *standing)) {
            if (control.stop.stop_requested()) {
                return;
            }
            if (auto finding = verifiedSafely(proposal, problem, *standing, control)) {
                QMetaObject::invokeMethod(this, [this, stop = control.stop, finding = std::move(*finding)] {
                    if (!stop.stop_requested()) {
                        Q_EMIT found(finding);
                    }
                });
            }
        }
    });
}

} // namespace tilescape::ui::workspace
