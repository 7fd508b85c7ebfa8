#include "ui/workspace/solver_service.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace tilescape::ui::workspace {

namespace {

/// Edits of one event are one request; no edit waits for others that may come.
constexpr std::chrono::milliseconds solverPause{0};
/// A solve that is done within this time is worth waiting for, though a newer problem is there.
constexpr std::chrono::milliseconds grace{150};
/// The same of refining what stands: of ResNet-152 it takes 0.4 s.
constexpr std::chrono::milliseconds graceOfRefining{600};
/// Between two tellings of how far a solve is.
constexpr std::chrono::milliseconds progressPause{50};
/// A solver that was asked for its best so far is dropped after this.
constexpr std::chrono::milliseconds patience{1000};

/// Solvers throw nothing of their own, but memory may run out; an exception must not leave the thread.
schedule::Schedule solveSafely(const SolverService::Solve& solve, const schedule::Problem& problem,
                               const schedule::SolveControl& control)
{
    try {
        return solve(problem, control);
    } catch (const std::exception& error) {
        schedule::Schedule failed;
        failed.problem = std::make_shared<const schedule::Problem>(problem);
        failed.diagnostics.push_back({support::Severity::Error, "", "", "",
                                      std::string("the solver broke down (") + error.what() + ")",
                                      "a smaller network, chip or search space may succeed"});
        return failed;
    }
}

} // namespace

SolverService::SolverService(Solve solve, Refine refine, QObject* parent)
    : QObject(parent), m_solve(std::move(solve)), m_refine(std::move(refine))
{
    m_pool.setMaxThreadCount(1);
    m_pause.setSingleShot(true);
    m_pause.setInterval(solverPause);
    connect(&m_pause, &QTimer::timeout, this, &SolverService::begin);
    m_grace.setSingleShot(true);
    m_grace.setInterval(grace);
    connect(&m_grace, &QTimer::timeout, this, &SolverService::stopOlder);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, &SolverService::drop);
}

SolverService::~SolverService()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void SolverService::request(schedule::Problem problem, std::shared_ptr<const schedule::Schedule> standing, bool alone)
{
    m_waiting = std::move(problem);
    m_standing = std::move(standing);
    if (alone || !m_grace.isActive()) {
        m_grace.stop();
        m_stop.request_stop();
    }
    // Not begun anew: edits that never pause would never be answered.
    if (!m_pause.isActive()) {
        m_pause.start();
    }
}

/// What waits, unless a solve is under way that may go on: its end, or that of its grace, comes back to it.
void SolverService::begin()
{
    if (m_waiting && !(m_running && m_grace.isActive())) {
        start();
    }
}

void SolverService::stopOlder()
{
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_began);
    if (m_refining && age < graceOfRefining) {
        m_grace.start(graceOfRefining - age);
        return;
    }
    giveWay();
}

void SolverService::giveWay()
{
    if (m_waiting) {
        m_stop.request_stop();
        if (!m_pause.isActive()) {
            start();
        }
    }
}

void SolverService::cancel()
{
    if (!isBusy()) {
        return;
    }
    m_pause.stop();
    m_waiting.reset();
    if (m_running && m_hasBestSoFar) {
        m_enough.request_stop();
        m_patience.start();
        return;
    }
    drop();
}

void SolverService::withdraw()
{
    m_pause.stop();
    m_waiting.reset();
    m_patience.stop();
    m_grace.stop();
    m_stop.request_stop();
    m_generation.begin();
    m_running = false;
    m_refining = false;
}

void SolverService::drop()
{
    withdraw();
    Q_EMIT cancelled();
}

void SolverService::start()
{
    m_stop = std::stop_source();
    m_enough = std::stop_source();
    m_patience.stop();
    const auto solvers = schedule::solvers();
    m_hasBestSoFar = std::any_of(solvers.begin(), solvers.end(), [this](const schedule::Solver& solver) {
        return solver.name == m_waiting->solver && solver.hasBestSoFar;
    });
    m_running = true;
    const bool refines = m_refine && m_standing;
    m_refining = refines;
    m_began = std::chrono::steady_clock::now();
    m_grace.start(grace);
    const std::uint64_t generation = m_generation.begin();
    schedule::SolveControl control;
    control.stop = m_stop.get_token();
    control.enough = m_enough.get_token();
    control.cache = &m_cache;
    control.onProgress = [this, generation,
                          told = std::chrono::steady_clock::time_point()](const schedule::Progress& progress) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - told < progressPause) {
            return; // the window has better things to do than to paint a bar for every layer
        }
        told = now;
        QMetaObject::invokeMethod(this, [this, generation, progress] {
            if (m_generation.isCurrent(generation)) {
                Q_EMIT progressed(static_cast<int>(progress.layersDone), static_cast<int>(progress.layersTotal));
            }
        });
    };
    control.onBetter = [this, generation](schedule::Schedule better) {
        QMetaObject::invokeMethod(this, [this, generation, found = std::make_shared<const schedule::Schedule>(std::move(better))] {
            if (m_generation.isCurrent(generation) && !m_waiting) {
                Q_EMIT foundBetter(found);
            }
        });
    };
    m_pool.start([this, generation, control, problem = std::move(*m_waiting), standing = refines ? std::move(m_standing) : nullptr] {
        if (standing) {
            refine(generation, problem, *standing, control);
        }
        auto schedule = std::make_shared<const schedule::Schedule>(solveSafely(m_solve, problem, control));
        QMetaObject::invokeMethod(this, [this, generation, schedule] { finish(generation, schedule); });
        if (schedule->status != schedule::Status::Stopped) {
            m_cache.tidy(); // while the answer is looked at: the next edit need not wait for it
        }
    });
    m_waiting.reset();
    m_standing.reset();
}

/// On the worker. A schedule that cannot be refined is only missed: the solve that follows tells what is wrong.
void SolverService::refine(std::uint64_t generation, const schedule::Problem& problem, const schedule::Schedule& standing,
                           const schedule::SolveControl& control)
{
    std::shared_ptr<const schedule::Schedule> refined;
    try {
        schedule::SolveControl own = control;
        own.onProgress = {};
        own.onBetter = {};
        if (auto found = m_refine(problem, standing, own)) {
            refined = std::make_shared<const schedule::Schedule>(std::move(*found));
        }
    } catch (const std::exception&) {
        refined.reset();
    }
    QMetaObject::invokeMethod(this, [this, generation, refined] { finishRefining(generation, refined); });
}

/// Where a newer problem waits, and this solve had its time, that one is refined next: of a slider that moves each step is answered that way.
void SolverService::finishRefining(std::uint64_t generation, const std::shared_ptr<const schedule::Schedule>& refined)
{
    if (!m_generation.isCurrent(generation)) {
        return;
    }
    m_refining = false;
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_began);
    if (refined && m_waiting) {
        Q_EMIT solvedOlder(refined, age);
    } else if (refined) {
        Q_EMIT this->refined(refined);
    }
    if (age >= grace) {
        m_grace.stop();
        giveWay();
    }
}

void SolverService::finish(std::uint64_t generation, std::shared_ptr<const schedule::Schedule> schedule)
{
    if (!m_generation.isCurrent(generation)) {
        return;
    }
    m_running = false;
    m_patience.stop();
    m_grace.stop();
    if (m_waiting) {
        if (schedule->status != schedule::Status::Stopped) {
            const auto age = std::chrono::steady_clock::now() - m_began;
            Q_EMIT solvedOlder(std::move(schedule), std::chrono::duration_cast<std::chrono::milliseconds>(age));
        }
        if (!m_pause.isActive()) {
            begin();
        }
        return;
    }
    if (schedule->status != schedule::Status::Stopped || schedule->hasResult()) {
        Q_EMIT solved(std::move(schedule));
    } else if (m_enough.stop_requested()) {
        Q_EMIT cancelled();
    }
}

} // namespace tilescape::ui::workspace
