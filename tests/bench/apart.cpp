#include "apart.h"

#include "core/schedule/solve.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stop_token>
#include <thread>

namespace tilescape::bench {

namespace {

/// What the solving process hands back, as it is.
struct Answer {
    double energyPj = 0;
    double boundPj = 0;
    double cycles = 0;
    double boundCycles = 0;
    Count considered = 0;
    double firstSeconds = 0;
    double firstEnergyPj = 0;
    double firstCycles = 0;
};

Answer answerOf(const schedule::Problem& problem, int threads)
{
    schedule::SolveControl control;
    control.threads = threads;
    Answer answer;
    control.onBetter = [&answer, start = std::chrono::steady_clock::now()](const schedule::Schedule& better) {
        if (answer.firstSeconds == 0) {
            answer.firstSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            answer.firstEnergyPj = better.totals.energy.total();
            answer.firstCycles = better.totals.cycles;
        }
    };
    const schedule::Schedule schedule = schedule::solve(problem, control);
    answer.energyPj = schedule.hasResult() ? schedule.totals.energy.total() : 0;
    answer.boundPj = schedule.bound.energyPj;
    answer.cycles = schedule.totals.cycles;
    answer.boundCycles = schedule.bound.cycles;
    answer.considered = schedule.counts.considered;
    return answer;
}

/// A process of its own, and the end of the pipe into which it writes its result.
struct Process {
    pid_t id = -1;
    int output = -1;
};

/// It runs `compute`, hands back the `size` bytes at `result`, and ends.
Process begin(const std::function<void()>& compute, const void* result, std::size_t size)
{
    int ends[2] = {-1, -1};
    if (pipe(ends) != 0) {
        std::perror("tilescape-bench: pipe");
        std::exit(1);
    }
    const pid_t child = fork();
    if (child < 0) {
        std::perror("tilescape-bench: fork");
        std::exit(1);
    }
    if (child == 0) {
        close(ends[0]);
        compute();
        _exit(write(ends[1], result, size) == static_cast<ssize_t>(size) ? 0 : 1);
    }
    close(ends[1]);
    return {child, ends[0]};
}

/// False if the process has handed back nothing, or less.
bool takeResult(const Process& process, void* result, std::size_t size)
{
    const bool isWhole = read(process.output, result, size) == static_cast<ssize_t>(size);
    close(process.output);
    return isWhole;
}

} // namespace

Measured measureApart(const schedule::Problem& problem, int threads, double seconds)
{
    Answer answer;
    const auto start = std::chrono::steady_clock::now();
    const auto spent = [start] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const Process process = begin([&] { answer = answerOf(problem, threads); }, &answer, sizeof answer);

    Measured measured;
    int status = 0;
    rusage usage{};
    {
        // The one that waits below is told by the child's end; this one ends it if it takes too long.
        const std::jthread watch([&](const std::stop_token& stop) {
            while (!stop.stop_requested() && spent() < seconds) {
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            if (!stop.stop_requested()) {
                kill(process.id, SIGKILL);
            }
        });
        siginfo_t ended{};
        waitid(P_PID, static_cast<id_t>(process.id), &ended, WEXITED | WNOWAIT); // reaped below, when nobody signals it any more
        measured.wallSeconds = spent();
    }
    wait4(process.id, &status, 0, &usage);
    const bool isWhole = takeResult(process, &answer, sizeof answer);
    measured.finished = WIFEXITED(status) && WEXITSTATUS(status) == 0 && isWhole;
    measured.energyPj = answer.energyPj;
    measured.boundPj = answer.boundPj;
    measured.cycles = answer.cycles;
    measured.boundCycles = answer.boundCycles;
    measured.considered = answer.considered;
    measured.firstSeconds = answer.firstSeconds;
    measured.firstEnergyPj = answer.firstEnergyPj;
    measured.firstCycles = answer.firstCycles;
    measured.userSeconds = static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
    measured.peakMegabytes = static_cast<double>(usage.ru_maxrss) / 1024;
    return measured;
}

void runApart(const std::function<void()>& compute, void* result, std::size_t size)
{
    const Process process = begin(compute, result, size);
    const bool isWhole = takeResult(process, result, size);
    waitpid(process.id, nullptr, 0);
    if (!isWhole) {
        std::fputs("tilescape-bench: a process of its own gave no result\n", stderr);
        std::exit(1);
    }
}

Measured fastestApart(const schedule::Problem& problem, int threads, double seconds)
{
    constexpr double longSolve = 3;
    Measured best = measureApart(problem, threads, seconds);
    for (int run = 1; run < 3 && best.finished && best.wallSeconds < longSolve; ++run) {
        const Measured next = measureApart(problem, threads, seconds);
        best = next.finished && next.wallSeconds < best.wallSeconds ? next : best;
    }
    return best;
}

} // namespace tilescape::bench
