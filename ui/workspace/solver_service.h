#pragma once

#include "core/schedule/refine.h"
#include "core/schedule/solve.h"
#include "core/schedule/solver_cache.h"
#include "ui/workspace/generation.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace tilescape::ui::workspace {

/// Solves in the background, one problem at a time, after refining the schedule that stands for it. A newer request stops the older solve,
/// unless that has only just begun: a quick one, and refining, is let go on, so that a row of edits faster than it is answered now and
/// then. What solves find out is remembered from one to the next. The destructor stops and waits.
class SolverService : public QObject {
    Q_OBJECT

public:
    using Solve = std::function<schedule::Schedule(const schedule::Problem&, const schedule::SolveControl&)>;

    using Refine = std::function<std::optional<schedule::Schedule>(const schedule::Problem&, const schedule::Schedule& standing,
                                                                   const schedule::SolveControl&)>;

    /// Without `refine` nothing is refined.
    explicit SolverService(Solve solve = schedule::solve, Refine refine = {}, QObject* parent = nullptr);
    ~SolverService() override;

    /// Solves `problem`, or what is asked instead before the event under way is handled, and refines `standing` for it before, unless that
    /// is null. `alone`: an older answer is of no use.
    void request(schedule::Problem problem, std::shared_ptr<const schedule::Schedule> standing = nullptr, bool alone = false);
    /// Drops what is under way and what waits. A solver that has a best schedule so far hands it out, if it does so soon.
    void cancel();
    /// Drops what is under way and what waits, without a signal: the answer is known from elsewhere.
    void withdraw();
    [[nodiscard]] bool isBusy() const { return m_running || m_waiting.has_value(); }

Q_SIGNALS:
    void progressed(int done, int total);
    /// The schedule that stood, refined for the newest problem; its solve goes on.
    void refined(std::shared_ptr<const tilescape::schedule::Schedule> schedule);
    /// A schedule that the solve of the newest problem has found, better than those before; it goes on.
    void foundBetter(std::shared_ptr<const tilescape::schedule::Schedule> schedule);
    void solved(std::shared_ptr<const tilescape::schedule::Schedule> schedule);
    /// The answer to a problem that is not the newest any more, or the schedule refined for it, asked so long ago.
    void solvedOlder(std::shared_ptr<const tilescape::schedule::Schedule> schedule, std::chrono::milliseconds age);
    void cancelled();

private:
    void begin();
    void start();
    void stopOlder();
    void giveWay();
    void drop();
    void refine(std::uint64_t generation, const schedule::Problem& problem, const schedule::Schedule& standing,
                const schedule::SolveControl& control);
    void finishRefining(std::uint64_t generation, const std::shared_ptr<const schedule::Schedule>& refined);
    void finish(std::uint64_t generation, std::shared_ptr<const schedule::Schedule> schedule);

    Solve m_solve;
    Refine m_refine; ///< may be empty
    schedule::SolverCache m_cache;
    QThreadPool m_pool;
    QTimer m_pause;
    QTimer m_grace;    ///< runs while a solve is too young to be stopped, or what stands is being refined
    QTimer m_patience; ///< with a solver that was asked for its best so far
    std::chrono::steady_clock::time_point m_began; ///< the solve under way
    std::optional<schedule::Problem> m_waiting;
    std::shared_ptr<const schedule::Schedule> m_standing; ///< to be refined for `m_waiting`; may be null
    std::stop_source m_stop;
    std::stop_source m_enough;
    bool m_hasBestSoFar = false; ///< the solver under way
    Generation m_generation;
    bool m_running = false;
    bool m_refining = false; ///< the first part of what is running
};

} // namespace tilescape::ui::workspace
