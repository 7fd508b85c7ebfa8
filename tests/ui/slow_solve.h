#pragma once

#include "remembered_solve.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace samples {

using namespace tilescape;

/// A solve that lasts until it is stopped, but for the first.
struct SlowSolve {
    std::shared_ptr<std::atomic<int>> calls = std::make_shared<std::atomic<int>>(0);
    schedule::Schedule operator()(const schedule::Problem& problem, const schedule::SolveControl& control) const
    {
        if ((*calls)++ == 0) {
            return solveOnce(problem, control);
        }
        while (!control.stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        schedule::Schedule stopped;
        stopped.problem = std::make_shared<const schedule::Problem>(problem);
        stopped.status = schedule::Status::Stopped;
        return stopped;
    }
};

/// The solver of the program; while `holds`, it waits until it is stopped.
struct HeldSolve {
    bool tells = true; ///< of what it finds on the way to its answer
    std::shared_ptr<std::atomic<bool>> holds = std::make_shared<std::atomic<bool>>(false);
    std::shared_ptr<std::atomic<int>> calls = std::make_shared<std::atomic<int>>(0);
    std::shared_ptr<std::atomic<int>> finished = std::make_shared<std::atomic<int>>(0);
    schedule::Schedule operator()(const schedule::Problem& problem, schedule::SolveControl control) const
    {
        ++*calls;
        control.onBetter = tells ? control.onBetter : nullptr;
        while (*holds && !control.stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        schedule::Schedule answer = schedule::solve(problem, control);
        ++*finished;
        return answer;
    }
};

} // namespace samples
