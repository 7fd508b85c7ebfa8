#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/core/schedule/random_schedules.h"

#include <QTest>

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace tilescape;
using intralayer::Goal;
using samples::Dice;
using schedule::Problem;
using schedule::Schedule;

/// What an architect takes for granted, over random networks and chips (`tests/laws` runs more of them): the goal that is asked
/// for is the goal reached; more freedom, more bandwidth, more room and more tiles do no harm.
namespace {

constexpr std::array goals{Goal::Energy, Goal::Delay, Goal::EnergyDelay};
/// Two answers that differ by less are equally good.
constexpr double tolerance = 1.001;
/// More tiles: memory is further away, and cycles are whole.
constexpr double tileTolerance = 1.01;

int countFrom(const char* variable, int otherwise)
{
    const int value = qEnvironmentVariableIntValue(variable);
    return value > 0 ? value : otherwise;
}

/// Switches that only add schedules to choose from.
std::vector<bool intralayer::SearchSpace::*> freedoms()
{
    using Space = intralayer::SearchSpace;
    return {&Space::batchPartition,    &Space::inputChannelPartition, &Space::bufferSharing,     &Space::keepOutputsOnChip,
            &Space::spatialPipelining, &Space::accessForwarding,      &Space::alternateLoopOrder};
}

Problem anyProblem(Dice& dice)
{
    Problem problem;
    problem.solver = "kapla";
    problem.network = samples::randomNetwork(dice);
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 5>{1, 3, 4, 16, 64});
    hardware::Hardware& chip = problem.hardware;
    chip.tiles = {dice.upTo(8), 1};
    chip.tiles.width = std::max<Count>(1, chip.tiles.height - dice.upTo(2) + 1);
    chip.bufferBytesPerTile = dice.pick(std::array<double, 3>{8192, 32768, 131072});
    chip.dramGigabytesPerSecond = dice.pick(std::array<double, 3>{5, 25, 100});
    chip.memory = dice.once(4) ? hardware::MemoryPlacement::EveryTile : hardware::MemoryPlacement::Corners;
    for (bool intralayer::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = dice.once(2);
    }
    return problem;
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

Reached solved(const Problem& problem)
{
    const Schedule schedule = schedule::solve(problem);
    return {schedule.hasResult(), schedule.totals.energy.total(), schedule.totals.cycles};
}

std::string textOf(const Problem& problem)
{
    std::string text = std::string(nameOf(problem.goal)) + " batch " + std::to_string(problem.batch) + " tiles "
        + std::to_string(problem.hardware.tiles.height) + "x" + std::to_string(problem.hardware.tiles.width);
    for (const intralayer::SpaceOption& option : intralayer::spaceOptions()) {
        text += problem.space.*option.value ? " " + std::string(option.key) : "";
    }
    return text;
}

} // namespace

class TestLaws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGoalAskedForIsTheGoalReached();
    void moreFreedomDoesNoHarm();
    void aBetterChipDoesNoHarm();
    void kaplaIsAsGoodAsTheExhaustiveSearch();
    void moreTilesTakeNoMoreCycles();

private:
    static void overProblems(unsigned seed, int problems, const std::function<void(Dice&, int, const Problem&, const Reached&)>& visit)
    {
        const int first = qEnvironmentVariableIntValue("TILESCAPE_LAWS_SEED");
        Dice dice(seed + static_cast<unsigned>(first));
        for (int number = 0; number < countFrom("TILESCAPE_LAWS", problems); ++number) {
            const Problem problem = anyProblem(dice);
            visit(dice, number, problem, solved(problem));
        }
    }

    static void checkNoWorse(const char* law, int number, const Problem& problem, const Reached& better, const Reached& worse,
                             double within = tolerance)
    {
        if (!worse.solved) {
            return;
        }
        const double ratio = better.solved ? better.of(problem.goal) / worse.of(problem.goal) : 0;
        const std::string told = std::string(law) + ", problem " + std::to_string(number) + ": "
            + (better.solved ? std::to_string(ratio) : "no schedule") + " times, " + textOf(problem);
        QVERIFY2(better.solved && ratio <= within, told.c_str());
    }
};

void TestLaws::theGoalAskedForIsTheGoalReached()
{
    overProblems(1, 60, [](Dice&, int number, const Problem& problem, const Reached& reached) {
        for (const Goal goal : goals) {
            Problem other = problem;
            other.goal = goal;
            checkNoWorse("another goal", number, problem, reached, solved(other));
        }
    });
}

void TestLaws::moreFreedomDoesNoHarm()
{
    overProblems(2, 40, [](Dice&, int number, const Problem& problem, const Reached& reached) {
        for (bool intralayer::SearchSpace::*freedom : freedoms()) {
            if (problem.space.*freedom) {
                Problem narrower = problem;
                narrower.space.*freedom = false;
                checkNoWorse("less freedom", number, problem, reached, solved(narrower));
            }
        }
    });
}

void TestLaws::aBetterChipDoesNoHarm()
{
    overProblems(3, 60, [](Dice& dice, int number, const Problem& problem, const Reached& reached) {
        Problem less = problem;
        hardware::Hardware& chip = less.hardware;
        switch (dice.upTo(3)) {
        case 1: chip.dramGigabytesPerSecond /= 4; break;
        case 2: chip.registerBytesPerPe /= 2; break;
        default: chip.bufferBytesPerTile /= 2; break;
        }
        // At the same prices: an access of a smaller memory would be cheaper.
        const hardware::Hardware& whole = problem.hardware;
        chip.registerEnergy = {{{chip.registerBytesPerPe, valueAt(whole.registerEnergy, whole.registerBytesPerPe)}}, 0};
        chip.bufferEnergy = {{{chip.bufferBytesPerTile, valueAt(whole.bufferEnergy, whole.bufferBytesPerTile)}}, 0};
        checkNoWorse("a lesser chip", number, problem, reached, solved(less));
    });
}

void TestLaws::moreTilesTakeNoMoreCycles()
{
    overProblems(4, 60, [](Dice&, int number, const Problem& problem, const Reached&) {
        Problem smaller = problem;
        smaller.goal = Goal::Delay;
        Problem larger = smaller;
        ++larger.hardware.tiles.height;
        checkNoWorse("fewer tiles", number, larger, solved(larger), solved(smaller), tileTolerance);
    });
}

/// Within 2 %, and 0.3 % in the mean.
void TestLaws::kaplaIsAsGoodAsTheExhaustiveSearch()
{
    std::map<Goal, std::vector<double>> ratios;
    overProblems(5, 90, [&ratios](Dice&, int number, const Problem& problem, const Reached& reached) {
        Problem exact = problem;
        exact.solver = "exhaustive";
        exact.space.mostVertices = 4;
        Problem quick = problem;
        quick.space.mostVertices = 4;
        const Reached best = solved(exact);
        checkNoWorse("the exhaustive search", number, quick, solved(quick), best, 1.02);
        if (best.solved) {
            ratios[problem.goal].push_back(reached.of(problem.goal) / best.of(problem.goal));
        }
    });
    for (const auto& [goal, own] : ratios) {
        double sum = 0;
        for (const double ratio : own) {
            sum += ratio;
        }
        QVERIFY2(sum / static_cast<double>(own.size()) <= 1.003, std::string(nameOf(goal)).c_str());
    }
}

QTEST_GUILESS_MAIN(TestLaws)
#include "tst_laws.moc"
