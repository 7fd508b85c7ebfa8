#include "solve_line.h"

#include <nlohmann/json.hpp>

namespace tilescape::bench {

using search::Goal;

nlohmann::ordered_json lineOf(const reproduce::RaceCase& asked, const std::string& solver, const Options& options,
                              const Measured& measured, const Measured* exhaustive)
{
    const auto valueOf = [&](const Measured& of) { return reproduce::valueOf(asked.goal, of.energyPj, of.cycles); };
    nlohmann::ordered_json line = {{"network", asked.library},
                                   {"training", options.training},
                                   {"goal", nameOf(asked.goal)},
                                   {"solver", solver},
                                   {"tiles", asked.side * asked.side},
                                   {"threads", options.threads},
                                   {"user_seconds", measured.userSeconds},
                                   {"wall_seconds", measured.wallSeconds},
                                   {"peak_memory_mb", measured.peakMegabytes}};
    if (!measured.finished) {
        line["stopped_after_seconds"] = options.budgetSeconds;
    } else if (measured.energyPj == 0) {
        line["status"] = "infeasible";
    } else {
        line["energy_mj"] = measured.energyPj * 1e-9;
        line["cycles"] = measured.cycles;
        line["energy_over_bound"] = measured.energyPj / measured.boundPj;
        line["goal_over_bound"] = valueOf(measured) / reproduce::valueOf(asked.goal, measured.boundPj, measured.boundCycles);
        if (exhaustive != nullptr && exhaustive->energyPj > 0) {
            line["energy_over_exhaustive"] = measured.energyPj / exhaustive->energyPj;
            line["goal_over_exhaustive"] = valueOf(measured) / valueOf(*exhaustive);
        }
        if (measured.firstSeconds > 0) {
            line["first_seconds"] = measured.firstSeconds;
            line["first_goal_over_goal"] = reproduce::valueOf(asked.goal, measured.firstEnergyPj, measured.firstCycles) / valueOf(measured);
        }
        line["blockings_considered"] = measured.considered;
    }
    return line;
}

std::vector<Column> solveColumns()
{
    return {{"network", "network", Form::Text},
            {"goal", "goal", Form::Text},
            {"solver", "solver", Form::Text},
            {"tiles", "tiles", Form::Count},
            {"wall_seconds", "s"},
            {"user_seconds", "s of the processor"},
            {"wall_seconds_against", "s, other / this"},
            {"user_seconds_against", "s of the processor, other / this"},
            {"first_seconds", "first schedule, s"},
            {"first_goal_over_goal", "its goal / goal", Form::Digits5},
            {"peak_memory_mb", "MB"},
            {"energy_mj", "energy, mJ", Form::Digits5},
            {"cycles", "cycles", Form::Count},
            {"goal_over_exhaustive", "goal / exhaustive", Form::Digits5},
            {"goal_over_bound", "goal / bound", Form::Digits5},
            {"goal_over_proven", "goal / proven bound", Form::Digits5},
            {"bound_seconds", "s of that bound"},
            {"goal_over_closer", "goal / closer bound", Form::Digits5},
            {"closer_seconds", "s of the closer bound"},
            {"status", "status", Form::Text},
            {"stopped_after_seconds", "ended after, s"}};
}

schedule::Problem problemOf(const reproduce::RaceCase& asked, const std::string& solver)
{
    schedule::Problem problem = reproduce::problemOf(asked);
    problem.solver = solver;
    return problem;
}

} // namespace tilescape::bench
