#pragma once

#include "core/schedule/schedule.h"
#include "ui/workspace/background_job.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace tilescape::ui::workspace {

/// Proves in the background how far a schedule is from the best possible (schedule::BoundProver), one at a time and step by step. It begins
/// when nothing was edited for a while. The destructor stops and waits.
class BoundService : public QObject {
    Q_OBJECT

public:
    static constexpr int steps = 2;

    explicit BoundService(QObject* parent = nullptr);

    /// Bounds `schedule`, which has a result; what is under way is dropped.
    void request(std::shared_ptr<const schedule::Schedule> schedule);
    void cancel();

Q_SIGNALS:
    /// The schedule that was asked for, but for its bounds: up to `steps` times, closer each time.
    void proven(const std::shared_ptr<const tilescape::schedule::Schedule>& schedule);

private:
    struct Raised;

    void start();
    void raiseFurther(const std::shared_ptr<Raised>& raised, int stepsLeft);

    QTimer m_pause;
    std::shared_ptr<const schedule::Schedule> m_schedule;
    BackgroundJob m_job;
};

} // namespace tilescape::ui::workspace
