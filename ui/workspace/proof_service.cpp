#include "ui/workspace/proof_service.h"

#include <chrono>
#include <exception>
#include <mutex>
#include <optional>

namespace tilescape::ui::workspace {

namespace {

/// Between two signals. A proof takes thousands of steps a second where its segments are small.
constexpr std::chrono::milliseconds tick{100};

} // namespace

/// What the proof told last and nobody has heard yet.
struct ProofService::Progress {
    std::mutex mutex;
    std::optional<schedule::ProofProgress> newest;
};

ProofService::ProofService(Prove prove, QObject* parent) : QObject(parent), m_prove(std::move(prove))
{
    m_tick.setInterval(tick);
    connect(&m_tick, &QTimer::timeout, this, &ProofService::tellProgress);
    connect(&m_job, &BackgroundJob::runningChanged, this, [this](bool running) {
        if (!running) {
            m_tick.stop();
        }
        Q_EMIT runningChanged(running);
    });
}

void ProofService::start(schedule::Problem problem, double gap)
{
    cancel();
    m_progress = std::make_shared<Progress>();
    m_enough = std::stop_source();
    m_tick.start();
    m_job.start([this, prove = m_prove, problem = std::move(problem), gap, progress = m_progress,
                 enough = m_enough](const std::stop_token& dropped) mutable -> BackgroundJob::Deliver {
        const std::stop_callback stopsIfDropped(dropped, [&enough] { enough.request_stop(); });
        schedule::ProofControl control;
        control.gap = gap;
        control.stop = enough.get_token();
        control.onProgress = [&progress](const schedule::ProofProgress& newest) {
            const std::lock_guard lock(progress->mutex);
            progress->newest = newest;
        };
        std::shared_ptr<const schedule::Proof> proof;
        try {
            proof = std::make_shared<const schedule::Proof>(prove(problem, control));
        } catch (const std::exception&) {
            proof = nullptr; // without the memory for it there is no proof
        }
        return [this, proof] {
            tellProgress();
            Q_EMIT ended(proof);
        };
    });
}

void ProofService::stop() { m_enough.request_stop(); }

void ProofService::cancel()
{
    m_enough.request_stop();
    m_job.cancel();
}

void ProofService::tellProgress()
{
    std::optional<schedule::ProofProgress> newest;
    {
        const std::lock_guard lock(m_progress->mutex);
        newest.swap(m_progress->newest);
    }
    if (newest) {
        Q_EMIT progressed(*newest);
    }
}

} // namespace tilescape::ui::workspace
