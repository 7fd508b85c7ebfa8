#pragma once

#include "view_samples.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace samples {

using ui::workspace::Workspace;

/// A solver that waits until it is let go or stopped, and counts what is asked of it.
class SlowSolver {
public:
    schedule::Schedule operator()(const schedule::Problem& problem, const schedule::SolveControl& control)
    {
        ++started;
        if (control.onProgress) {
            control.onProgress({1, 2});
        }
        while (!released && !control.stop.stop_requested() && !control.enough.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        if (control.enough.stop_requested()) {
            schedule::Schedule soFar = samples::scheduleFor(problem);
            soFar.status = schedule::Status::Stopped;
            return soFar;
        }
        if (control.stop.stop_requested()) {
            ++stopped;
            schedule::Schedule schedule;
            schedule.problem = std::make_shared<const schedule::Problem>(problem);
            schedule.status = schedule::Status::Stopped;
            return schedule;
        }
        return samples::scheduleFor(problem);
    }

    std::atomic<int> started = 0;
    std::atomic<int> stopped = 0;
    std::atomic<bool> released = false;
};

inline schedule::Problem smallProblem() { return samples::problem(samples::smallNetwork(), {2, 2}); }

/// A workspace whose first problem is solved.
struct Fixture {
    SlowSolver solver;
    Workspace workspace{[this](const auto& problem, const auto& control) { return solver(problem, control); }};

    Fixture()
    {
        solver.released = true;
        workspace.open(smallProblem(), {});
        [&] { QTRY_VERIFY(!workspace.isStale()); }();
    }
    [[nodiscard]] double buffer() const { return workspace.problem().hardware.bufferBytesPerTile; }
};

inline const QString bufferKey = QStringLiteral("buffer_bytes_per_tile");

} // namespace samples
