#include "ui/workspace/bound_service.h"

#include "core/schedule/proven_bounds.h"

#include <chrono>
#include <exception>

namespace tilescape::ui::workspace {

namespace {

/// Nobody who is still editing reads a bound.
constexpr std::chrono::milliseconds boundPause{300};

/// Null if stopped, or without the memory for it: the bound of the solve then remains.
std::shared_ptr<const schedule::Schedule> provenSafely(const schedule::Schedule& schedule, const std::stop_token& stop)
{
    try {
        auto proven = std::make_shared<schedule::Schedule>(schedule);
        return schedule::proveBounds(*proven, 0, stop) ? proven : nullptr;
    } catch (const std::exception&) {
        return nullptr;
    }
}

} // namespace

BoundService::BoundService(QObject* parent) : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(boundPause);
    connect(&m_pause, &QTimer::timeout, this, &BoundService::start);
}

void BoundService::request(std::shared_ptr<const schedule::Schedule> schedule)
{
    cancel();
    m_schedule = std::move(schedule);
    m_pause.start();
}

void BoundService::cancel()
{
    m_pause.stop();
    m_job.cancel();
    m_schedule.reset();
}

void BoundService::start()
{
    m_job.start([this, schedule = m_schedule](const std::stop_token& stop) -> BackgroundJob::Deliver {
        return [this, found = provenSafely(*schedule, stop)] {
            if (found) {
                Q_EMIT proven(found);
            }
        };
    });
}

} // namespace tilescape::ui::workspace
