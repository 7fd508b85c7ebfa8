#include "core/hardware/parameters.h"
#include "tests/core/schedule/law_problems.h"
#include "tests/registered.h"

#include <QTest>

#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace tst_laws {

using namespace tilescape;
using namespace samples;

/// What an architect takes for granted, over random networks and chips (`tests/laws` runs more of them): the goal that is asked
/// for is the goal reached; more freedom, more bandwidth, more room and more tiles do no harm.
namespace {

using AnyProblem = Problem (*)(Dice&);

/// More tiles: memory is further away, and cycles are whole.
constexpr double tileTolerance = 1.01;

int countFrom(const char* variable, int otherwise)
{
    const int value = qEnvironmentVariableIntValue(variable);
    return value > 0 ? value : otherwise;
}

/// A lesser chip has the prices of the whole one: an access of a smaller memory would be cheaper.
void keepPrices(hardware::Hardware& lesser, const hardware::Hardware& whole)
{
    lesser.registerEnergy = {{{lesser.registerBytesPerPe, valueAt(whole.registerEnergy, whole.registerBytesPerPe)}}, 0};
    lesser.bufferEnergy = {{{lesser.bufferBytesPerTile, valueAt(whole.bufferEnergy, whole.bufferBytesPerTile)}}, 0};
}

/// Energy x delay is a search along the hull: on many tiles a handful of problems would take half of the time of all.
bool isForLongRuns(const Problem& problem)
{
    return problem.goal == Goal::EnergyDelay && problem.hardware.tiles.size() > 48
           && !qEnvironmentVariableIsSet("TILESCAPE_LAWS");
}

/// With goal delay, the same chip without its last row or column.
void compareWithFewerTiles(Law& law, int number, const Problem& problem, const Reached& reached, Count Extent::*side)
{
    if (problem.goal == Goal::Delay && problem.hardware.tiles.*side > 1) {
        Problem smaller = problem;
        --(smaller.hardware.tiles.*side);
        law.compare(number, problem, reached, solved(smaller));
    }
}

void compareWithExhaustive(Law& law, int number, const Problem& problem, const Reached& reached)
{
    Problem exact = problem;
    exact.solver = "exhaustive";
    law.compare(number, problem, reached, solved(exact));
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
    void theSameOfNetworksOfTheLibrary();
    void aNetworkIsNoWorseThanItsParts();
    void theSameOfFewLayers_data();
    void theSameOfFewLayers();
    void theSameWithLittleRoom();

private:
    using Visit = std::function<void(Dice&, int, const Problem&)>;

    static void overProblems(unsigned seed, int problems, const Visit& visit) { overProblems(seed, problems, anyProblem, visit); }

    static void overProblems(unsigned seed, int problems, Problem (*any)(Dice&), const Visit& visit)
    {
        const int first = qEnvironmentVariableIntValue("TILESCAPE_LAWS_SEED");
        Dice dice(seed + static_cast<unsigned>(first));
        for (int number = 0; number < countFrom("TILESCAPE_LAWS", problems); ++number) {
            const Problem problem = any(dice);
            if (!isForLongRuns(problem)) {
                visit(dice, number, problem);
            }
        }
    }
};

void TestLaws::theGoalAskedForIsTheGoalReached()
{
    Law law{"another goal is better", tolerance, 0.01, 1.005};
    overProblems(1, 60, [&law](Dice&, int number, const Problem& problem) {
        compareWithOtherGoals(law, number, problem, solved(problem));
    });
    law.check();
}

void TestLaws::moreFreedomDoesNoHarm()
{
    Law law{"less freedom is better", tolerance, 0.006, 1.005};
    overProblems(2, 40, [&law](Dice&, int number, const Problem& problem) {
        compareWithLessFreedom(law, number, problem, solved(problem));
    });
    law.check();
}

void TestLaws::theSameOfNetworksOfTheLibrary()
{
    Law goal{"network of the library, another goal is better", tolerance, 0.015, 1.005};
    Law freedom{"network of the library, less freedom is better", tolerance, 0.01, 1.005};
    overProblems(6, 40, anyProblemOfTheLibrary, [&](Dice&, int number, const Problem& problem) {
        const Reached reached = solved(problem);
        compareWithOtherGoals(goal, number, problem, reached);
        compareWithLessFreedom(freedom, number, problem, reached);
    });
    goal.check();
    freedom.check();
}

/// What is found for a part should be found for the whole as well: through memory, one after another, with the map between them where the
/// second part would not have it. A part that is one segment goes on with the next batch at once, which no whole does; energy x delay is
/// no sum over parts.
void TestLaws::aNetworkIsNoWorseThanItsParts()
{
    Law law{"the network in two parts is better", 1.01, 0.02, 1.03};
    int places = 0;
    schedule::SolveControl control;
    control.threads = 1;
    overProblems(10, 40, anyProblemOfTheLibrary, [&](Dice& dice, int number, Problem problem) {
        problem.goal = problem.goal == Goal::EnergyDelay ? Goal::Energy : problem.goal;
        const auto place = static_cast<std::size_t>(dice.upTo(static_cast<Count>(problem.network.layers.size()))) - 1;
        const auto parts = place + 1 < problem.network.layers.size() ? cutBehind(problem.network, place) : std::nullopt;
        if (!parts) {
            return;
        }
        ++places;
        Reached sum{true, 0, 0};
        for (const network::Network& part : *parts) {
            Problem own = problem;
            own.network = part;
            const schedule::Schedule found = schedule::solve(own, control);
            sum.solved = sum.solved && found.segments.size() > 1;
            sum.energy += found.totals.energy.total();
            sum.cycles += found.totals.cycles;
        }
        law.compare(number, problem, solved(problem), sum, " | cut behind " + problem.network.layers[place].name);
    });
    QVERIFY2(10 * law.compared > places, qPrintable(QString("%1 of %2").arg(law.compared).arg(places)));
    law.check();
}

void TestLaws::theSameOfFewLayers_data()
{
    QTest::addColumn<AnyProblem>("any");
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<int>("problems");
    QTest::newRow("few layers") << AnyProblem(anyProblemOfFewLayers) << 7U << 60;
    QTest::newRow("other kinds") << AnyProblem(anyProblemOfOtherKinds) << 9U << 60;
    QTest::newRow("one layer") << AnyProblem(anyProblemOfOneLayer) << 11U << 30;
    QTest::newRow("gradient of weights") << AnyProblem(anyProblemOfAGradient) << 13U << 60;
    QTest::newRow("two or three layers") << AnyProblem(anyProblemOfTwoOrThreeLayers) << 12U << 15;
}

void TestLaws::theSameOfFewLayers()
{
    QFETCH(const AnyProblem, any);
    QFETCH(const unsigned, seed);
    QFETCH(const int, problems);
    Law goal{"few layers, another goal is better", tolerance, 0.01, 1.005};
    Law freedom{"few layers, less freedom is better", tolerance, 0.01, 1.005};
    Law tiles{"few layers, a row of tiles fewer is faster", tileTolerance, 0.01, 1.02};
    Law exhaustive{"few layers, the exhaustive search is better", 1.02, 0, 1.02};
    overProblems(seed, problems, any, [&](Dice&, int number, const Problem& problem) {
        const Reached reached = solved(problem);
        compareWithOtherGoals(goal, number, problem, reached);
        compareWithLessFreedom(freedom, number, problem, reached);
        compareWithFewerTiles(tiles, number, problem, reached, &Extent::height);
        compareWithExhaustive(exhaustive, number, problem, reached);
    });
    goal.check();
    freedom.check();
    tiles.check();
    exhaustive.check();
}

void TestLaws::theSameWithLittleRoom()
{
    Law goal{"little room, another goal is better", tolerance, 0.01, 1.005};
    Law room{"little room, less of it is better", tolerance, 0.01, 1.01};
    Law tiles{"little room, a column of tiles fewer is faster", tileTolerance, 0.01, 1.02};
    Law exhaustive{"little room, the exhaustive search is better", 1.02, 0.002, 1.12};
    overProblems(8, 60, anyProblemWithLittleRoom, [&](Dice&, int number, const Problem& problem) {
        const Reached reached = solved(problem);
        compareWithOtherGoals(goal, number, problem, reached);
        Problem less = problem;
        less.hardware.bufferBytesPerTile /= 2;
        keepPrices(less.hardware, problem.hardware);
        room.compare(number, problem, reached, solved(less));
        compareWithFewerTiles(tiles, number, problem, reached, &Extent::width);
        compareWithExhaustive(exhaustive, number, problem, reached);
    });
    goal.check();
    room.check();
    tiles.check();
    exhaustive.check();
}

void TestLaws::aBetterChipDoesNoHarm()
{
    Law law{"a lesser chip is better", tolerance, 0.01, 1.01};
    overProblems(3, 60, [&law](Dice& dice, int number, const Problem& problem) {
        Problem less = problem;
        hardware::Hardware& chip = less.hardware;
        switch (dice.upTo(3)) {
        case 1: chip.dramGigabytesPerSecond /= 4; break;
        case 2: chip.registerBytesPerPe /= 2; break;
        default: chip.bufferBytesPerTile /= 2; break;
        }
        keepPrices(chip, problem.hardware);
        law.compare(number, problem, solved(problem), solved(less));
    });
    law.check();
}

void TestLaws::moreTilesTakeNoMoreCycles()
{
    Law law{"a row of tiles fewer is faster", tileTolerance, 0.04, 1.05};
    overProblems(4, 60, [&law](Dice&, int number, const Problem& problem) {
        Problem smaller = problem;
        smaller.goal = Goal::Delay;
        Problem larger = smaller;
        ++larger.hardware.tiles.height;
        law.compare(number, larger, solved(larger), solved(smaller));
    });
    law.check();
}

void TestLaws::kaplaIsAsGoodAsTheExhaustiveSearch()
{
    Law law{"the exhaustive search is better", 1.02, 0, 1.02};
    std::map<Goal, std::vector<double>> ratios;
    overProblems(5, 90, [&](Dice&, int number, const Problem& problem) {
        Problem quick = problem;
        quick.space.mostVertices = 4;
        Problem exact = quick;
        exact.solver = "exhaustive";
        const Reached best = solved(exact);
        const Reached reached = solved(quick);
        law.compare(number, quick, reached, best);
        if (best.solved && reached.solved) {
            ratios[problem.goal].push_back(reached.of(problem.goal) / best.of(problem.goal));
        }
    });
    law.check();
    for (const auto& [goal, own] : ratios) {
        const double mean = std::accumulate(own.begin(), own.end(), 0.0) / static_cast<double>(own.size());
        qInfo("%s: %zu problems, mean %g", std::string(nameOf(goal)).c_str(), own.size(), mean);
        QVERIFY2(mean <= 1.003, std::string(nameOf(goal)).c_str());
    }
}

TILESCAPE_TEST(TestLaws)

} // namespace tst_laws
#include "tst_laws.moc"
