#include "ui/workspace/bound_service.h"

#include "core/schedule/bound_prover.h"

#include <chrono>
#include <exception>

namespace tilescape::ui::workspace {

namespace {

/// Nobody who is still editing reads a bound.
constexpr std::chrono::milliseconds boundPause{300};

} // namespace

/// A schedule whose bounds are raised step by step, on one thread after the other.
struct BoundService::Raised {
    explicit Raised(const schedule::Schedule& schedule) : of(schedule) {}

    /// Whether there is more to be shown: not if stopped, or without the memory for it; what was known then remains.
    bool raise(const std::stop_token& stop)
    {
        try {
            if (prover) {
                return prover->close(stop);
            }
            prover = std::make_unique<schedule::BoundProver>(of, 0);
            return prover->prove(stop);
        } catch (const std::exception&) {
            return false;
        }
    }

    schedule::Schedule of;
    std::unique_ptr<schedule::BoundProver> prover; ///< null before the first step
};

BoundService::BoundService(QObject* parent) : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(boundPause);
    connect(&m_pause, &QTimer::timeout, this, &BoundService::start);
}

void BoundService::request(std::shared_ptr<const schedule::Schedule> schedule)
{
    cancel();
    if (schedule->closerBound > 0 && !schedule->segmentBounds.empty()) {
        return; // all is known of it
    }
    m_schedule = std::move(schedule);
    m_pause.start();
}

void BoundService::cancel()
{
    m_pause.stop();
    m_job.cancel();
    m_schedule.reset();
}

void BoundService::start() { raiseFurther(std::make_shared<Raised>(*m_schedule), steps); }

void BoundService::raiseFurther(const std::shared_ptr<Raised>& raised, int stepsLeft)
{
    m_job.start([this, raised, stepsLeft, asked = m_schedule](const std::stop_token& stop) -> BackgroundJob::Deliver {
        if (!raised->raise(stop)) {
            return [] {};
        }
        return [this, raised, stepsLeft, asked] {
            Q_EMIT proven(std::make_shared<const schedule::Schedule>(raised->of));
            if (stepsLeft > 1 && m_schedule == asked) { // nobody asked for another one because of this one
                raiseFurther(raised, stepsLeft - 1);
            }
        };
    });
}

} // namespace tilescape::ui::workspace
