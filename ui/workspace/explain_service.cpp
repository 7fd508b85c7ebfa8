#include "ui/workspace/explain_service.h"

#include <chrono>
#include <exception>

namespace tilescape::ui::workspace {

namespace {

/// Nobody who is still editing is waiting for advice.
constexpr std::chrono::milliseconds pause{800};

} // namespace

AdviceService::AdviceService(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::IdlePriority);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &AdviceService::start);
}

AdviceService::~AdviceService()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void AdviceService::request(schedule::Problem problem, std::shared_ptr<const schedule::Schedule> standing)
{
    cancel();
    m_problem = std::move(problem);
    m_standing = std::move(standing);
    m_pause.start();
}

void AdviceService::cancel()
{
    m_pause.stop();
    m_stop.request_stop();
}

void AdviceService::start()
{
    m_stop = std::stop_source();
    schedule::SolveControl control;
    control.stop = m_stop.get_token();
    control.cache = &m_cache;
    control.threads = 1;
    m_pool.start([this, control, problem = m_problem, standing = m_standing] {
        for (const search::SpaceOption* option : schedule::advisedOptions()) {
            if (control.stop.stop_requested()) {
                return;
            }
            std::optional<schedule::Advice> advice;
            try {
                advice = schedule::adviceOn(*option, problem, *standing, control);
            } catch (const std::exception&) {
                continue; // without the memory for it there is no advice
            }
            if (advice) {
                QMetaObject::invokeMethod(this, [this, stop = control.stop, advice = *advice] {
                    if (!stop.stop_requested()) {
                        Q_EMIT found(advice);
                    }
                });
            }
        }
    });
}

} // namespace tilescape::ui::workspace
