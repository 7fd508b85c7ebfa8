#pragma once

#include "core/hardware/parameters.h"
#include "core/schedule/solve.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

/// What an architect takes for granted of answers: another goal's answer, or one with less freedom, is no better.
namespace samples {

using namespace tilescape;

using schedule::Problem;
using search::Goal;

constexpr std::array goals{Goal::Energy, Goal::Delay, Goal::EnergyDelay};
/// Two answers that differ by less are equally good.
constexpr double tolerance = 1.001;

/// Switches that only add schedules to choose from.
inline std::vector<bool search::SearchSpace::*> freedoms()
{
    using Space = search::SearchSpace;
    return {&Space::batchPartition,    &Space::inputChannelPartition, &Space::bufferSharing,     &Space::keepOutputsOnChip,
            &Space::spatialPipelining, &Space::accessForwarding,      &Space::alternateLoopOrder, &Space::zigzagRegions};
}

struct Reached {
    bool solved = false;
    double energy = 0;
    double cycles = 0;
    [[nodiscard]] double of(Goal goal) const
    {
        return goal == Goal::Energy ? energy : goal == Goal::Delay ? cycles : energy * cycles;
    }
};

inline Reached solved(const Problem& problem)
{
    schedule::SolveControl control;
    control.threads = 1; // thousands of small solves: threads would wait for each other
    const schedule::Schedule schedule = schedule::solve(problem, control);
    return {schedule.hasResult(), schedule.totals.energy.total(), schedule.totals.cycles};
}

inline std::string textOf(const Problem& problem)
{
    std::string text = problem.network.name + " on " + problem.hardware.name + ", " + std::string(nameOf(problem.goal)) + " batch " + std::to_string(problem.batch) + " tiles "
        + std::to_string(problem.hardware.tiles.height) + "x" + std::to_string(problem.hardware.tiles.width);
    for (const search::SpaceOption& option : search::spaceOptions()) {
        text += problem.space.*option.value ? " " + std::string(option.key) : "";
    }
    return text;
}

/// A search that ranks and leaves out may break a law now and then: how often it does, and how far, is held to what was found.
struct Law {
    const char* name = "";
    double within = tolerance; ///< answers that differ by less are equally good
    double mostBroken = 0;     ///< part of all that were compared
    double worst = 1;          ///< ratio
    int compared = 0;
    int broken = 0;
    double found = 0; ///< the worst

    /// `than` says what the worse one is.
    void compare(int number, const Problem& problem, const Reached& better, const Reached& worse, const std::string& than = "")
    {
        if (!worse.solved) {
            return;
        }
        ++compared;
        const double ratio =
            better.solved ? better.of(problem.goal) / worse.of(problem.goal) : std::numeric_limits<double>::infinity();
        found = std::max(found, ratio);
        if (ratio > within) {
            ++broken;
            qInfo("%s, problem %d: %g times, %s%s", name, number, ratio, textOf(problem).c_str(), than.c_str());
        }
    }

    void check() const
    {
        const std::string told = std::string(name) + ": " + std::to_string(broken) + " of " + std::to_string(compared)
            + " broken, the worst " + std::to_string(found);
        qInfo("%s", told.c_str());
        QVERIFY2(broken <= mostBroken * compared && found <= worst, told.c_str());
    }
};

inline void compareWithOtherGoals(Law& law, int number, const Problem& problem, const Reached& reached)
{
    for (const Goal goal : goals) {
        if (goal != problem.goal) {
            Problem other = problem;
            other.goal = goal;
            law.compare(number, problem, reached, solved(other), " | goal " + std::string(nameOf(goal)));
        }
    }
}

inline void compareWithLessFreedom(Law& law, int number, const Problem& problem, const Reached& reached)
{
    std::vector<bool search::SearchSpace::*> switches = freedoms();
    switches.push_back(&search::SearchSpace::roundedFactors);
    for (bool search::SearchSpace::*freedom : switches) {
        if (problem.space.*freedom) {
            Problem narrower = problem;
            narrower.space.*freedom = false;
            const auto options = search::spaceOptions();
            const auto option = std::find_if(options.begin(), options.end(), [&](const auto& own) { return own.value == freedom; });
            law.compare(number, problem, reached, solved(narrower), " | without " + std::string(option->key));
        }
    }
    const PerTensor<bool>& mayPass = problem.space.bufferBypass;
    const auto compareWith = [&](const PerTensor<bool>& fewer, const std::string& what) {
        Problem narrower = problem;
        narrower.space.bufferBypass = fewer;
        law.compare(number, problem, reached, solved(narrower), " | without buffer_bypass" + what);
    };
    const auto passing = std::count(mayPass.begin(), mayPass.end(), true);
    if (passing > 0) {
        compareWith({{false, false, false}}, "");
    }
    for (const Tensor tensor : allTensors) {
        if (passing > 1 && mayPass[tensor]) {
            PerTensor<bool> fewer = mayPass;
            fewer[tensor] = false;
            compareWith(fewer, " of " + std::string(nameOf(tensor)));
        }
    }
}

} // namespace samples
