// Times the solver on the reference cases, one JSON line a case. The reference's own time stands in the case file.
// Before them one large solve with its memory, after them the least speedup, the gradient order and the search for parallelism;
// alone with --tangram-chip, --gradient-order or --parallelism. With --solvers, the fast solver beside its rivals, each in a
// process of its own: --training, --budget SECONDS, --side TILES. With --edits, the fast solver after edits.

#include "edits.h"
#include "gradient_order.h"
#include "parallelism.h"
#include "solvers.h"
#include "tangram_chip.h"

#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/memory.h"
#include "core/schedule/solve.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>

namespace {

using namespace tilescape;

/// Largest memory that the process has taken so far, in MB; from the system's own account.
double peakMegabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) {
            const std::size_t digit = line.find_first_of("0123456789");
            double kilobytes = 0;
            std::from_chars(line.data() + digit, line.data() + line.size(), kilobytes);
            return kilobytes / 1024;
        }
    }
    return 0;
}

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

void printLeast(const char* what, const Least& least, int threads)
{
    if (least.cases > 0) {
        const nlohmann::ordered_json line = {{"least_speedup_of", what},   {"cases", least.cases},
                                             {"threads", threads},         {"speedup", least.speedup},
                                             {"target", targetSpeedup},    {"meets_target", least.speedup >= targetSpeedup},
                                             {"case", least.name}};
        std::cout << line.dump() << std::endl;
    }
}

void benchCase(const std::filesystem::path& path, int threads, LeastSpeedups& least)
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
        const nlohmann::ordered_json line = {{"case", path.stem().string()},
                                             {"status", nameOf(timing.schedule.status)},
                                             {"why", support::describe(timing.schedule.diagnostics)}};
        std::cout << line.dump() << std::endl;
        return;
    }
    const auto file = nlohmann::json::parse(task.text);
    const double referenceSeconds = file.at("reference_seconds").get<double>();
    const auto ratio = [](double ours, double theirs) { return theirs > 0 ? ours / theirs : 1; };
    const nlohmann::ordered_json line = {
        {"case", path.stem().string()},
        {"threads", threads},
        {"solve_seconds", timing.seconds},
        {"reference_seconds", referenceSeconds},
        {"reference_search", file.at("search").at("reference_search")},
        {"speedup", referenceSeconds / timing.seconds},
        {"energy_over_reference",
         ratio(timing.schedule.totals.energy.total(), reference.totals.energy.total())},
        {"cycles_over_reference", ratio(timing.schedule.totals.cycles, reference.totals.cycles)},
        {"status", nameOf(timing.schedule.status)},
        {"blockings_considered", timing.schedule.counts.considered},
        {"blockings_priced", timing.schedule.counts.priced},
        {"peak_memory_mb", peakMegabytes()}};
    std::cout << line.dump() << std::endl;
    if (file.at("search").at("reference_search") == "exhaustive blocking") {
        least.all.add(referenceSeconds / timing.seconds, path.stem().string());
        if (task.problem.space.spatialPipelining) {
            least.pipelined.add(referenceSeconds / timing.seconds, path.stem().string());
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    int threads = 1;
    bool onlyGradientOrder = false;
    bool onlySolvers = false;
    bool onlyEdits = false;
    RaceOptions race;
    std::filesystem::path folder = std::filesystem::path(TILESCAPE_SOURCE_DIR) / "tests" / "reference";
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
            std::from_chars(argv[i + 1], argv[i + 1] + std::strlen(argv[i + 1]), threads);
            ++i;
        } else if (std::strcmp(argv[i], "--gradient-order") == 0) {
            onlyGradientOrder = true;
        } else if (std::strcmp(argv[i], "--parallelism") == 0) {
            benchParallelism();
            return 0;
        } else if (std::strcmp(argv[i], "--tangram-chip") == 0) {
            benchTangramChip(threads);
            return 0;
        } else if (std::strcmp(argv[i], "--edits") == 0) {
            onlyEdits = true;
        } else if (std::strcmp(argv[i], "--solvers") == 0) {
            onlySolvers = true;
        } else if (std::strcmp(argv[i], "--training") == 0) {
            race.training = true;
        } else if (std::strcmp(argv[i], "--budget") == 0 && i + 1 < argc) {
            std::from_chars(argv[i + 1], argv[i + 1] + std::strlen(argv[i + 1]), race.budgetSeconds);
            ++i;
        } else if (std::strcmp(argv[i], "--side") == 0 && i + 1 < argc) {
            std::from_chars(argv[i + 1], argv[i + 1] + std::strlen(argv[i + 1]), race.largestSide);
            ++i;
        } else if (argv[i][0] != '-') {
            folder = argv[i];
        } else {
            std::cerr << "Usage: tilescape-bench [--threads N] [--tangram-chip | --gradient-order | --parallelism | --edits] [FOLDER OF CASES]\n"
                         "       tilescape-bench --solvers [--threads N] [--training] [--budget SECONDS] [--side 4|8|16]\n";
            return 2;
        }
    }
    if (onlyEdits) {
        printEdits(threads);
        return 0;
    }
    if (onlySolvers) {
        race.threads = threads;
        benchSolvers(race);
        return 0;
    }
    if (onlyGradientOrder) {
        benchGradientOrder(threads);
        return 0;
    }
    std::vector<std::filesystem::path> cases;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".json") {
            cases.push_back(entry.path());
        }
    }
    if (error) {
        std::cerr << folder.string() << " cannot be read: " << error.message() << ".\n";
        return 2;
    }
    std::sort(cases.begin(), cases.end());
    benchTangramChip(threads);
    LeastSpeedups least;
    for (const auto& path : cases) {
        benchCase(path, threads, least);
    }
    printLeast("exhaustive search in layers", least.all, threads);
    printLeast("exhaustive search in layers, pipelined", least.pipelined, threads);
    benchGradientOrder(threads);
    benchParallelism();
    return 0;
}
