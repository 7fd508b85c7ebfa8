#pragma once

#include "core/explore/sweep_run.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>

namespace tilescape::ui::workspace {

/// Runs one sweep off the window's thread. A new sweep stops the older one and forgets it.
class SweepService : public QObject {
    Q_OBJECT

public:
    explicit SweepService(QObject* parent = nullptr);
    ~SweepService() override;

    /// The sweep has no faults.
    void start(tilescape::explore::Sweep sweep);
    void pause();
    void resume();
    /// What was found stays.
    void stop();
    /// Stops, and forgets sweep and results.
    void clear();

    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] const tilescape::explore::Sweep& sweep() const { return m_sweep; }
    [[nodiscard]] const tilescape::explore::PointResults& results() const { return m_results; }
    [[nodiscard]] std::size_t pointCount() const { return m_pointCount; }
    /// By the points done so far; negative while nothing is known.
    [[nodiscard]] double secondsLeft() const;

Q_SIGNALS:
    void resultsChanged(); ///< several points at once
    void runningChanged(); ///< with it `isPaused`

private:
    /// What the workers and the window share.
    struct Shared {
        std::mutex mutex;
        std::condition_variable_any resumed;
        bool paused = false;
        tilescape::explore::PointResults fresh; ///< that the window has not taken yet
    };
    void takeResults();
    void finish(const std::shared_ptr<Shared>& shared);

    QThreadPool m_pool;
    std::stop_source m_stop;
    std::shared_ptr<Shared> m_shared;
    tilescape::explore::Sweep m_sweep;
    tilescape::explore::PointResults m_results;
    std::size_t m_pointCount = 0;
    QTimer m_taking;
    QElapsedTimer m_clock;      ///< since the run began or was resumed
    double m_secondsBefore = 0; ///< that it ran before that
    bool m_running = false;
    bool m_paused = false;
};

} // namespace tilescape::ui::workspace
