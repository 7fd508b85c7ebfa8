#include "ui/workspace/background_job.h"

namespace tilescape::ui::workspace {

BackgroundJob::BackgroundJob(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

BackgroundJob::~BackgroundJob()
{
    m_stop.request_stop();
    m_pool.clear();
    m_pool.waitForDone();
}

void BackgroundJob::start(Work work)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    const std::uint64_t generation = m_generation.begin();
    setRunning(true);
    m_pool.start([this, work = std::move(work), generation, stop = m_stop.get_token()] {
        Deliver deliver = work(stop);
        QMetaObject::invokeMethod(
            this,
            [this, generation, deliver = std::move(deliver)] {
                if (m_generation.isCurrent(generation)) {
                    setRunning(false);
                    deliver();
                }
            },
            Qt::QueuedConnection);
    });
}

void BackgroundJob::cancel()
{
    m_stop.request_stop();
    m_generation.begin();
    setRunning(false);
}

void BackgroundJob::setRunning(bool running)
{
    if (running != m_running) {
        m_running = running;
        Q_EMIT runningChanged(running);
    }
}

} // namespace tilescape::ui::workspace
