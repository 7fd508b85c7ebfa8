#pragma once

#include "core/io/point_journal.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace tilescape::ui::workspace {

/// Where the results of a run are kept as they are found, so that it can be gone on with; the path is empty for nowhere.
struct JournalPlace {
    std::string path;
    std::string identity; ///< of what the run depends on, as `io::identityOf` has it
};

/// Many solves off the window's thread, which can be paused and stopped. A new run stops the older one.
class ExplorationRun : public QObject {
    Q_OBJECT

public:
    explicit ExplorationRun(QObject* parent = nullptr);
    ~ExplorationRun() override;

    void pause();
    void resume();
    /// What was found stays.
    void stop();

    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] bool isPaused() const { return m_paused; }
    /// Nothing is left to be found.
    [[nodiscard]] virtual bool isComplete() const = 0;
    /// What is wrong with the journal of the run; the run goes on without it.
    [[nodiscard]] const support::Diagnostics& journalFaults() const { return m_journalFaults; }

Q_SIGNALS:
    void questionChanged(); ///< another sweep or search, begun or restored
    void resultsChanged();  ///< several at once
    void runningChanged();  ///< with it `isPaused`
    void ended();           ///< or was stopped

protected:
    /// What a worker is given.
    struct Worker {
        std::stop_token stop;
        int threads = 1;
        std::function<void()> beforePoint; ///< waits while the run is paused
        io::PointJournal* journal = nullptr; ///< open, or without a file
    };
    /// Runs `work` on a worker's thread, after an older one has ended. It touches nothing of the window.
    void begin(JournalPlace place, std::function<void(const Worker&)> work);
    /// Takes over what workers found since the last time; whether that is anything.
    virtual bool takeFresh() = 0;
    /// Ends all work: for destructors of classes whose members it uses.
    void finishWork();
    [[nodiscard]] double secondsRun() const; ///< without pauses

private:
    /// What the workers and the window share.
    struct Gate {
        std::mutex mutex;
        std::condition_variable_any resumed;
        bool paused = false;
        support::Diagnostics journalFaults;
    };
    void take();
    void finish(const std::shared_ptr<Gate>& gate);

    QThreadPool m_pool;
    std::stop_source m_stop;
    std::shared_ptr<Gate> m_gate;
    QTimer m_taking;
    QElapsedTimer m_clock;      ///< since the run began or was resumed
    double m_secondsBefore = 0; ///< that it ran before that
    support::Diagnostics m_journalFaults;
    bool m_running = false;
    bool m_paused = false;
};

} // namespace tilescape::ui::workspace
