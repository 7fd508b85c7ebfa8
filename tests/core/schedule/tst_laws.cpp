#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/core/schedule/random_schedules.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace tilescape;
using search::Goal;
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
std::vector<bool search::SearchSpace::*> freedoms()
{
    using Space = search::SearchSpace;
    return {&Space::batchPartition,    &Space::inputChannelPartition, &Space::bufferSharing,     &Space::keepOutputsOnChip,
            &Space::spatialPipelining, &Space::accessForwarding,      &Space::alternateLoopOrder, &Space::zigzagRegions};
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
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = dice.once(2);
    }
    return problem;
}

/// Networks of the library that are soon solved, on its chips, whose tiles are cut or added to: batches and tiles of which little divides,
/// and buffers that tiles share.
Problem anyProblemOfTheLibrary(Dice& dice)
{
    Problem problem;
    problem.solver = "kapla";
    problem.network = io::loadNetwork(dice.pick(std::array<const char*, 8>{"cifar_c", "lenet_c", "sconv", "sfc", "mlp_m", "lstm_phoneme",
                                                                           "zfnet", "alexnet"})).value();
    problem.hardware =
        io::loadHardware(dice.pick(std::array<const char*, 4>{"kapla_16x16", "tangram_16x16", "kapla_edge", "shared_4x4"})).value();
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 7>{1, 3, 4, 7, 16, 61, 64});
    if (problem.hardware.tiles.size() > 1) {
        const Count side = dice.pick(std::array<Count, 7>{2, 3, 4, 5, 7, 8, 11});
        problem.hardware.tiles = {side, std::max<Count>(1, side - dice.upTo(2) + 1)};
    }
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = dice.once(2);
    }
    problem.space.roundedFactors = dice.once(2);
    return problem;
}

/// The problem of this number, as `tests/laws` counts them.
Problem problemAt(unsigned seed, int number)
{
    Dice dice(seed);
    Problem problem = anyProblem(dice);
    for (int i = 0; i < number; ++i) {
        problem = anyProblem(dice);
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
    schedule::SolveControl control;
    control.threads = 1; // thousands of small solves: threads would wait for each other
    const Schedule schedule = schedule::solve(problem, control);
    return {schedule.hasResult(), schedule.totals.energy.total(), schedule.totals.cycles};
}

std::string textOf(const Problem& problem)
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

void compareWithOtherGoals(Law& law, int number, const Problem& problem, const Reached& reached)
{
    for (const Goal goal : goals) {
        if (goal != problem.goal) {
            Problem other = problem;
            other.goal = goal;
            law.compare(number, problem, reached, solved(other), " | goal " + std::string(nameOf(goal)));
        }
    }
}

void compareWithLessFreedom(Law& law, int number, const Problem& problem, const Reached& reached)
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
}

} // namespace

Q_DECLARE_METATYPE(std::vector<bool search::SearchSpace::*>)
Q_DECLARE_METATYPE(bool search::SearchSpace::*)

class TestLaws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGoalAskedForIsTheGoalReached();
    void moreFreedomDoesNoHarm();
    void aBetterChipDoesNoHarm();
    void kaplaIsAsGoodAsTheExhaustiveSearch();
    void moreTilesTakeNoMoreCycles();
    void theSameOfNetworksOfTheLibrary();
    void nothingFoundInLongRunsComesBack_data();
    void nothingFoundInLongRunsComesBack();
    void regionsAreTrimmedAsIfLessWereSplitToo();
    void lessFreedomIsNoBetterAnyMore_data();
    void lessFreedomIsNoBetterAnyMore();
    void aGateIsCutAsTheLayerAfterItCanFollow();
    void groupsMayLieBetweenTheUsualStarts();

private:
    using Visit = std::function<void(Dice&, int, const Problem&, const Reached&)>;

    static void overProblems(unsigned seed, int problems, const Visit& visit) { overProblems(seed, problems, anyProblem, visit); }

    static void overProblems(unsigned seed, int problems, Problem (*any)(Dice&), const Visit& visit)
    {
        const int first = qEnvironmentVariableIntValue("TILESCAPE_LAWS_SEED");
        Dice dice(seed + static_cast<unsigned>(first));
        for (int number = 0; number < countFrom("TILESCAPE_LAWS", problems); ++number) {
            const Problem problem = any(dice);
            visit(dice, number, problem, solved(problem));
        }
    }
};

void TestLaws::theGoalAskedForIsTheGoalReached()
{
    Law law{"another goal is better", tolerance, 0.01, 1.005};
    overProblems(1, 60, [&law](Dice&, int number, const Problem& problem, const Reached& reached) {
        compareWithOtherGoals(law, number, problem, reached);
    });
    law.check();
}

void TestLaws::moreFreedomDoesNoHarm()
{
    Law law{"less freedom is better", tolerance, 0.006, 1.005};
    overProblems(2, 40, [&law](Dice&, int number, const Problem& problem, const Reached& reached) {
        compareWithLessFreedom(law, number, problem, reached);
    });
    law.check();
}

void TestLaws::theSameOfNetworksOfTheLibrary()
{
    Law goal{"network of the library, another goal is better", tolerance, 0.015, 1.005};
    Law freedom{"network of the library, less freedom is better", tolerance, 0.01, 1.005};
    overProblems(6, 40, anyProblemOfTheLibrary, [&](Dice&, int number, const Problem& problem, const Reached& reached) {
        compareWithOtherGoals(goal, number, problem, reached);
        compareWithLessFreedom(freedom, number, problem, reached);
    });
    goal.check();
    freedom.check();
}

void TestLaws::aBetterChipDoesNoHarm()
{
    Law law{"a lesser chip is better", tolerance, 0.01, 1.01};
    overProblems(3, 60, [&law](Dice& dice, int number, const Problem& problem, const Reached& reached) {
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
        law.compare(number, problem, reached, solved(less));
    });
    law.check();
}

void TestLaws::moreTilesTakeNoMoreCycles()
{
    Law law{"a row of tiles fewer is faster", tileTolerance, 0.04, 1.05};
    overProblems(4, 60, [&law](Dice&, int number, const Problem& problem, const Reached&) {
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
    overProblems(5, 90, [&](Dice&, int number, const Problem& problem, const Reached&) {
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

void TestLaws::nothingFoundInLongRunsComesBack_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<int>("number");
    QTest::newRow("two layers on a tile, the second takes its input once: 7 %") << 100001U << 3972;
    QTest::newRow("two regions that wait for the same memory: 4 %") << 100001U << 2927;
    QTest::newRow("the whole batch in one group: 15 %") << 100002U << 404;
    QTest::newRow("a depthwise layer in a region of its own: 17 %") << 100002U << 3140;
    QTest::newRow("regions closer to each other than in the mean: 11 %") << 100002U << 2598;
    QTest::newRow("weights that stay in the registers, which grids were not estimated with: 22 %") << 200001U << 3473;
    QTest::newRow("five layers on the same tiles, of which the first at their best leave no room: 5 %") << 200001U << 3242;
    QTest::newRow("a nest that is best only under groups: 1.7 %") << 200001U << 362;
    QTest::newRow("a kind of segment written off by one that did badly in a schedule: 1.4 %") << 200002U << 522;
}

/// Answers that another goal or less freedom once beat by so much. The exhaustive search is exact enough to compare with.
void TestLaws::nothingFoundInLongRunsComesBack()
{
    QFETCH(unsigned, seed);
    QFETCH(int, number);
    const Problem problem = problemAt(seed, number);
    Problem exact = problem;
    exact.solver = "exhaustive";
    const Reached best = solved(exact);
    QVERIFY(best.solved);
    QVERIFY(solved(problem).of(problem.goal) <= 1.005 * best.of(problem.goal));
}

/// Regions were trimmed to grids over which layers divide best if everything may be split: without the switch they divided less well, but
/// cost 11 and 2 % less.
void TestLaws::regionsAreTrimmedAsIfLessWereSplitToo()
{
    for (const auto& [number, without] : {std::pair(1239, &search::SearchSpace::batchPartition),
                                          std::pair(329, &search::SearchSpace::inputChannelPartition)}) {
        const Problem problem = problemAt(200002, number);
        Problem narrower = problem;
        narrower.space.*without = false;
        QVERIFY(solved(problem).of(problem.goal) <= tolerance * solved(narrower).of(problem.goal));
    }
}

void TestLaws::lessFreedomIsNoBetterAnyMore_data()
{
    using Space = search::SearchSpace;
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("goal");
    QTest::addColumn<std::vector<bool Space::*>>("freedoms");
    QTest::addColumn<bool Space::*>("without");
    QTest::newRow("a convolution chose groups of channels for which pooling on the same tiles had no room: 6 %")
        << "cifar_c" << "shared_4x4" << 64 << 3 << 2 << static_cast<int>(Goal::EnergyDelay)
        << std::vector{&Space::inputChannelPartition, &Space::bufferSharing, &Space::spatialPipelining, &Space::alternateLoopOrder,
                       &Space::zigzagRegions}
        << &Space::inputChannelPartition;
    QTest::newRow("one pair of layers, in each block of a transformer, told about other pairs: 2 %")
        << "bert_tiny" << "shared_4x4" << 3 << 5 << 4 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::batchPartition, &Space::inputChannelPartition, &Space::keepOutputsOnChip, &Space::spatialPipelining,
                       &Space::accessForwarding, &Space::alternateLoopOrder, &Space::zigzagRegions}
        << &Space::alternateLoopOrder;
    QTest::newRow("parts of the chip were tried only where layers divide better: 8 %")
        << "sfc" << "kapla_16x16" << 1 << 11 << 11 << static_cast<int>(Goal::EnergyDelay)
        << std::vector{&Space::inputChannelPartition, &Space::keepOutputsOnChip, &Space::spatialPipelining, &Space::accessForwarding,
                       &Space::zigzagRegions}
        << &Space::accessForwarding;
}

/// Answers of KAPLA that it once beat itself with a switch off, by so much.
void TestLaws::lessFreedomIsNoBetterAnyMore()
{
    QFETCH(QString, network);
    QFETCH(QString, chip);
    QFETCH(int, batch);
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(int, goal);
    QFETCH(std::vector<bool search::SearchSpace::*>, freedoms);
    QFETCH(bool search::SearchSpace::*, without);
    Problem problem;
    problem.solver = "kapla";
    problem.network = io::loadNetwork(network.toStdString()).value();
    problem.hardware = io::loadHardware(chip.toStdString()).value();
    problem.hardware.tiles = {rows, columns};
    problem.batch = batch;
    problem.goal = static_cast<Goal>(goal);
    for (const search::SpaceOption& option : search::spaceOptions()) {
        problem.space.*option.value = option.value == &search::SearchSpace::hybridPartition
                                      || std::find(freedoms.begin(), freedoms.end(), option.value) != freedoms.end();
    }
    Problem narrower = problem;
    narrower.space.*without = false;
    QVERIFY(solved(problem).of(problem.goal) <= tolerance * solved(narrower).of(problem.goal));
}

/// Where every tensor passes the buffer: the gate by itself does best in 25 groups of channels, which element-wise layers cannot take
/// over. The exhaustive search took 3 % less.
void TestLaws::aGateIsCutAsTheLayerAfterItCanFollow()
{
    Problem problem;
    problem.network = io::loadNetwork("lstm_gnmt").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {4, 4};
    problem.batch = 64;
    for (bool search::SearchSpace::*freedom : {&search::SearchSpace::batchPartition, &search::SearchSpace::inputChannelPartition,
                                               &search::SearchSpace::bufferSharing, &search::SearchSpace::keepOutputsOnChip,
                                               &search::SearchSpace::spatialPipelining}) {
        problem.space.*freedom = true;
    }
    problem.space.bufferBypass = {{false, false, false}};
    problem.space.mostVertices = 5;
    problem.solver = "kapla";
    Problem exact = problem;
    exact.solver = "exhaustive";
    QVERIFY(solved(problem).energy <= 1.005 * solved(exact).energy);
}

/// AlexNet's first layers in three regions have room in four groups of channels only, neither in two nor in eight or 48. The exhaustive
/// search took 2.6 % less.
void TestLaws::groupsMayLieBetweenTheUsualStarts()
{
    Problem problem;
    problem.network = io::loadNetwork("alexnet").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {8, 8};
    problem.batch = 64;
    for (const search::SpaceMode& mode : search::spaceModes()) {
        problem.space = mode.key == "tangram" ? mode.space : problem.space;
    }
    problem.space.mostVertices = 5;
    problem.solver = "kapla";
    Problem exact = problem;
    exact.solver = "exhaustive";
    QVERIFY(solved(problem).energy <= 1.005 * solved(exact).energy);
}

QTEST_GUILESS_MAIN(TestLaws)
#include "tst_laws.moc"
