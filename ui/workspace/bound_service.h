#pragma once

#include "core/schedule/schedule.h"
#include "ui/workspace/background_job.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace tilescape::ui::workspace {

/// Proves in the background how far a schedule is from the best possible (schedule::proveBounds), one at a time. It begins
/// when nothing was edited for a while. The destructor stops and waits.
class BoundService : public QObject {
    Q_OBJECT

public:
    explicit BoundService(QObject* parent = nullptr);

    /// Bounds `schedule`, which has a result; what is under way is dropped.
    void request(std::shared_ptr<const schedule::Schedule> schedule);
    void cancel();

Q_SIGNALS:
    /// The schedule that was asked for, but for its bounds.
    void proven(const std::shared_ptr<const tilescape::schedule::Schedule>& schedule);

private:
    void start();

    QTimer m_pause;
    std::shared_ptr<const schedule::Schedule> m_schedule;
    BackgroundJob m_job;
};

} // namespace tilescape::ui::workspace
