#pragma once

#include "ui/workspace/solver_service.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <stop_token>
#include <vector>

namespace tilescape::ui::workspace {

/// Solves problems that are likely to be asked next, while nobody edits: one after another on one thread that runs when nothing
/// else wants to. What it finds out on the way is kept apart from the solver's cache: a thread that seldom runs must not hold
/// what the solver waits for. The destructor stops and waits.
class AheadService : public QObject {
    Q_OBJECT

public:
    explicit AheadService(SolverService::Solve solve, QObject* parent = nullptr);
    ~AheadService() override;

    /// Solves `problems`, the most likely first, once nothing else was asked for a moment; what is under way is dropped.
    void request(std::vector<schedule::Problem> problems);
    void cancel();

Q_SIGNALS:
    /// An answer that a solve from nothing gives as well.
    void solved(const tilescape::schedule::Problem& problem,
                std::shared_ptr<const tilescape::schedule::Schedule> schedule);

private:
    void start();

    SolverService::Solve m_solve;
    QThreadPool m_pool;
    QTimer m_pause;
    std::vector<schedule::Problem> m_problems;
    std::stop_source m_stop;
};

} // namespace tilescape::ui::workspace
