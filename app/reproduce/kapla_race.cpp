#include "app/reproduce/kapla_race.h"

#include "app/reproduce/tangram.h"
#include "core/io/library.h"
#include "core/schedule/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <stdexcept>

namespace tilescape::reproduce {

namespace {

constexpr double mostRaceVertices = 5;        ///< of a segment; the paper names no limit
constexpr double edgeProbability = 0.85; ///< of random search (KAPLA VI-A)

const Racer& racerOf(char letter)
{
    return *std::find_if(racers.begin(), racers.end(), [letter](const Racer& row) { return row.letter == letter; });
}

const char* nameOf(Scene scene)
{
    return scene == Scene::Inference ? "inference" : scene == Scene::Training ? "training" : "edge";
}

search::SearchSpace kaplaSpace()
{
    search::SearchSpace space;
    space.batchPartition = space.inputChannelPartition = true;
    space.bufferSharing = space.keepOutputsOnChip = space.spatialPipelining = true;
    space.bufferBypass = {{false, false, false}};
    return space;
}

RaceResult solved(const schedule::Problem& problem, const std::string& name, std::size_t schedulesKept, int threads)
{
    schedule::SolveControl control;
    control.threads = threads;
    control.schedulesKept = schedulesKept;
    const std::clock_t start = std::clock();
    const schedule::Schedule schedule = schedule::solve(problem, control);
    const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::cerr << fmt::format("{}: {}, {:.2f} s ({:.2f} s of the processor)\n", name, nameOf(schedule.status),
                             schedule.solveSeconds, spent);
    if (!schedule.hasResult()) {
        throw std::runtime_error(fmt::format("{}: {}", name, support::describe(schedule.diagnostics)));
    }
    return {schedule.totals.energy,
            schedule.totals.cycles,
            schedule.bound.energyPj,
            schedule.bound.cycles,
            static_cast<double>(schedule.counts.considered),
            static_cast<double>(schedule.counts.priced),
            spent,
            schedule.solveSeconds};
}

} // namespace

schedule::Problem problemOf(const RaceCase& raceCase)
{
    const bool edge = raceCase.scene == Scene::Edge;
    schedule::Problem problem;
    problem.network = io::loadNetwork(raceCase.library).value();
    problem.hardware = io::loadHardware(edge ? "kapla_edge" : "kapla_16x16").value();
    if (edge) {
        problem.sampling.probability = edgeProbability;
    } else {
        problem.hardware.tiles = {raceCase.side, raceCase.side};
    }
    problem.batch = raceCase.batch > 0 ? raceCase.batch : edge ? 1 : 64;
    problem.goal = raceCase.goal;
    problem.space = raceCase.mode.empty() ? kaplaSpace() : spaceOf(raceCase.mode);
    problem.space.mostVertices = mostRaceVertices;
    problem.space.training = raceCase.scene == Scene::Training;
    problem.solver = racerOf(raceCase.racer).solver;
    return problem;
}

double valueOf(search::Goal goal, double energyPj, double cycles)
{
    using search::Goal;
    return goal == Goal::Energy ? energyPj : goal == Goal::Delay ? cycles : energyPj * cycles;
}

const RaceResult& Races::run(const RaceCase& raceCase)
{
    const int side = raceCase.scene == Scene::Edge ? 1 : raceCase.side;
    std::string name = fmt::format("{}, {}, {} x {} tiles, goal {}, {}", raceCase.library, nameOf(raceCase.scene), side, side,
                                   search::nameOf(raceCase.goal), racerOf(raceCase.racer).description);
    if (raceCase.batch > 0) {
        name += fmt::format(", batch {}", raceCase.batch);
    }
    if (raceCase.schedulesKept > 0) {
        name += fmt::format(", {} kept", raceCase.schedulesKept);
    }
    if (!raceCase.mode.empty()) {
        name += fmt::format(", {} space", raceCase.mode);
    }
    const auto known = m_results.find(name);
    if (known != m_results.end()) {
        return known->second;
    }
    return m_results.emplace(name, time(problemOf(raceCase), name, raceCase.schedulesKept)).first->second;
}

RaceSolver solverWith(int threads)
{
    return [threads](const schedule::Problem& problem, const std::string& name, std::size_t schedulesKept) {
        return solved(problem, name, schedulesKept, threads);
    };
}

} // namespace tilescape::reproduce
