#pragma once

#include "core/schedule/memory.h"
#include "core/schedule/solve.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace tilescape::ui::workspace {

/// Solves in the background, one problem at a time: a newer request stops the older solve, and only the answer to the
/// newest is handed out. What solves find out is remembered from one to the next. The destructor stops and waits.
class SolverService : public QObject {
    Q_OBJECT

public:
    using Solve = std::function<schedule::Schedule(const schedule::Problem&, const schedule::SolveControl&)>;

    explicit SolverService(Solve solve = schedule::solve, QObject* parent = nullptr);
    ~SolverService() override;

    /// Solves `problem` as soon as no newer one has come for a moment.
    void request(schedule::Problem problem);
    /// Drops what is under way and what waits. A solver that has a best schedule so far hands it out, if it does so soon.
    void cancel();
    [[nodiscard]] bool isBusy() const { return m_running || m_waiting.has_value(); }

Q_SIGNALS:
    void started();
    void progressed(int done, int total);
    void solved(std::shared_ptr<const tilescape::schedule::Schedule> schedule);
    void cancelled();

private:
    void start();
    void drop();
    void finish(quint64 generation, std::shared_ptr<const schedule::Schedule> schedule);

    Solve m_solve;
    schedule::Memory m_memory;
    QThreadPool m_pool;
    QTimer m_pause;
    QTimer m_patience; ///< with a solver that was asked for its best so far
    std::optional<schedule::Problem> m_waiting;
    std::stop_source m_stop;
    std::stop_source m_enough;
    bool m_hasBestSoFar = false; ///< the solver under way
    quint64 m_generation = 0;
    bool m_running = false;
};

} // namespace tilescape::ui::workspace
