#include "reference.h"

#include "app/reproduce/peak_memory.h"
#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/solve.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <limits>
#include <stdexcept>

namespace tilescape::bench {

namespace {

struct Timing {
    double seconds = 0; ///< fastest of the runs
    schedule::Schedule schedule;
};

/// Runs until half a second is spent, three times at least: the fastest run is the one least disturbed.
Timing timeSolve(const schedule::Problem& problem, int threads)
{
    Timing timing;
    double spent = 0;
    for (int run = 0; run < 3 || (spent < 0.5 && run < 100); ++run) {
        schedule::SolveControl control;
        control.threads = threads;
        schedule::Schedule schedule = schedule::solve(problem, control);
        spent += schedule.solveSeconds;
        if (run == 0 || schedule.solveSeconds < timing.seconds) {
            timing.seconds = schedule.solveSeconds;
            timing.schedule = std::move(schedule);
        }
    }
    return timing;
}

/// The least speedup of some cases.
struct Least {
    double speedup = std::numeric_limits<double>::infinity();
    std::string name;
    int cases = 0;

    void add(double own, const std::string& of)
    {
        ++cases;
        if (own < speedup) {
            speedup = own;
            name = of;
        }
    }
};

/// Of the cases where the reference searched exhaustively within layers: of all, and of those with layers side by side.
struct LeastSpeedups {
    Least all;
    Least pipelined;
};

constexpr double targetSpeedup = 200;

void emitLeast(const char* what, const Least& least, int threads, const Emit& emit)
{
    if (least.cases > 0) {
        emit({{"least_speedup_of", what},
              {"cases", least.cases},
              {"threads", threads},
              {"speedup", least.speedup},
              {"target", targetSpeedup},
              {"meets_target", least.speedup >= targetSpeedup},
              {"case", least.name}});
    }
}

void benchCase(const std::filesystem::path& path, int threads, LeastSpeedups& least, const Emit& emit)
{
    const auto text = io::readFile(path);
    const auto given = text ? io::readCase(text.value(), path.filename().string()) : text.faults();
    if (!given) {
        std::cerr << support::describe(given.faults()) << '\n';
        return;
    }
    const io::Case& task = given.value();
    const schedule::Schedule reference = schedule::evaluate(std::make_shared<const schedule::Problem>(task.problem),
                                                            task.inputPartition, task.schemes);
    const Timing timing = timeSolve(task.problem, threads);
    if (!timing.schedule.hasResult()) {
        emit({{"case", path.stem().string()},
              {"status", nameOf(timing.schedule.status)},
              {"why", support::describe(timing.schedule.diagnostics)}});
        return;
    }
    const auto file = nlohmann::json::parse(task.text);
    const double referenceSeconds = file.at("reference_seconds").get<double>();
    const auto ratio = [](double ours, double theirs) { return theirs > 0 ? ours / theirs : 1; };
    emit({{"case", path.stem().string()},
          {"threads", threads},
          {"solve_seconds", timing.seconds},
          {"reference_seconds", referenceSeconds},
          {"reference_search", file.at("search").at("reference_search")},
          {"speedup", referenceSeconds / timing.seconds},
          {"energy_over_reference", ratio(timing.schedule.totals.energy.total(), reference.totals.energy.total())},
          {"cycles_over_reference", ratio(timing.schedule.totals.cycles, reference.totals.cycles)},
          {"status", nameOf(timing.schedule.status)},
          {"blockings_considered", timing.schedule.counts.considered},
          {"blockings_priced", timing.schedule.counts.priced},
          {"peak_memory_mb", reproduce::peakMegabytes().value_or(0)}});
    if (file.at("search").at("reference_search") == "exhaustive blocking") {
        least.all.add(referenceSeconds / timing.seconds, path.stem().string());
        if (task.problem.space.spatialPipelining) {
            least.pipelined.add(referenceSeconds / timing.seconds, path.stem().string());
        }
    }
}

} // namespace

void benchReference(const Options& options, const Emit& emit)
{
    const std::filesystem::path usual = std::filesystem::path(TILESCAPE_SOURCE_DIR) / "tests" / "reference";
    const std::filesystem::path folder = options.cases.empty() ? usual : options.cases;
    std::vector<std::filesystem::path> cases;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".json") {
            cases.push_back(entry.path());
        }
    }
    if (error) {
        throw std::runtime_error(folder.string() + " cannot be read: " + error.message() + ".");
    }
    std::sort(cases.begin(), cases.end());
    LeastSpeedups least;
    for (const auto& path : cases) {
        benchCase(path, options.threads, least, emit);
    }
    emitLeast("exhaustive search in layers", least.all, options.threads, emit);
    emitLeast("exhaustive search in layers, pipelined", least.pipelined, options.threads, emit);
}

} // namespace tilescape::bench
