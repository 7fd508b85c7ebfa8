#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/search/space/grid_estimates.h"
#include "core/search/space/run_order.h"
#include "core/search/space/working_tiles.h"
#include "tests/core/schedule/random_schedules.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_grid_estimates {

using namespace tilescape;
using samples::Dice;
using search::GridEstimates;
using search::Objective;

namespace {

/// What a network's layers are asked by themselves.
struct Asked {
    schedule::Problem problem;
    network::Topology topology = network::topologyOf(problem.network);
    hardware::Machine machine = hardware::machineOf(problem.hardware);
    [[nodiscard]] search::SearchTask task() const
    {
        return {problem.network, topology, problem.batch, machine, problem.space};
    }
};

Asked asked(network::Network network, Extent tiles, Count batch)
{
    schedule::Problem problem;
    problem.network = std::move(network);
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = tiles;
    problem.batch = batch;
    return {problem};
}

/// One fully connected layer of 64 inputs on 2 x 4 tiles, which may be split by its outputs only.
Asked eightTiles(Count outputs)
{
    network::Network net{"one", "", {"input", 64, {1, 1}}, {}, {{"fc", {"input"}, network::FullyConnected{{1, 1}}, 64, outputs, {1, 1}}}};
    Asked one = asked(std::move(net), {2, 4}, 1);
    one.problem.space.inputChannelPartition = false;
    return one;
}

/// The gradient of weights of 3 x 1, at every fourth row and third column, where the error has 2 x 2; and the same with rows for columns.
Asked gradientsOfWeights()
{
    network::Network net{"two", "", {"input", 1, {7, 4}}, {{"error", 1, {2, 2}}, {"turned", 1, {4, 7}}}, {}};
    net.layers.push_back({"gradient", {"input", "error"}, network::WeightGradient{{3, 1}, {4, 3}}, 1, 1, {2, 2}});
    net.layers.push_back(
        {"turned gradient", {"turned", "error"}, network::WeightGradient{{1, 3}, {3, 4}}, 1, 1, {2, 2}});
    return asked(std::move(net), {1, 3}, 1);
}

} // namespace

class TestGridEstimates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMapOfSevenRowsDoesBetterOnSevenRowsOfTiles();
    void aWordForManyTilesGoesFromOneToTheNext();
    void weightsStayWhereATileHasRoomForItsPart();
    void aTileIsBusyAsLongAsItsBus();
    void tilesOfAGradientReadWhatTheirPartOfTheMapReaches();
    void longSidesHaveFewLengths();
    void noScheduleOfALayerIsBelowItsLeastGrid();
    void aSegmentsPartsAreCheaperByTheirEstimate();
};

/// 14 x 14 outputs: on eight tiles a side each has two, as on seven, and a quarter of them works on padding.
void TestGridEstimates::aMapOfSevenRowsDoesBetterOnSevenRowsOfTiles()
{
    const network::Network net{"one",
                               "",
                               {"input", 1, {14, 14}},
                               {},
                               {{"conv", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 1, 1, {14, 14}}}};
    const Asked one = asked(net, {8, 8}, 1);
    const search::SearchTask task = one.task();
    const Objective fewestCycles{0, true};
    GridEstimates estimates(task, fewestCycles);
    QCOMPARE(estimates.gridsOf(0).size(), std::size_t{64});
    const auto on = [&](Extent grid) { return estimates.on(grid, 0, {}); };
    QVERIFY(on({7, 7}).dramCycles < on({8, 8}).dramCycles);
    QVERIFY(estimates.gridsOf(0).front().cost <= on({7, 7}).cycles * (1 + 1e-6));
    // Nothing passes DRAM where all stays on chip.
    QCOMPARE(estimates.on({7, 7}, 0, {1, true, 1}).dramCycles, 0.0);
    // Of the sum of two maps, one may lie in tiles.
    const double none = estimates.on({7, 7}, 0, {0, true, 1}).dramCycles;
    QVERIFY(qFuzzyCompare(estimates.on({7, 7}, 0, {0.5, true, 1}).dramCycles, none / 2));
}

/// Eight output channels: every tile needs all of the input.
void TestGridEstimates::aWordForManyTilesGoesFromOneToTheNext()
{
    const Asked one = eightTiles(8);
    const search::SearchTask task = one.task();
    const Objective energy{};
    GridEstimates estimates(task, energy);
    const double hops = estimates.on({2, 4}, 0, {}).energyPj - estimates.on({1, 1}, 0, {}).energyPj;
    QVERIFY(qFuzzyCompare(hops, 64 * 7 * one.machine.prices.hopPj));
}

/// 12 output channels of 64 words: some tiles have two of them, though an eighth of all words is one and a half.
void TestGridEstimates::weightsStayWhereATileHasRoomForItsPart()
{
    const Asked one = eightTiles(12);
    const search::SearchTask task = one.task();
    const Objective energy{};
    GridEstimates estimates(task, energy);
    const auto dramCycles = [&](Count room) { return estimates.on({2, 4}, 0, {1, true, room}).dramCycles; };
    QCOMPARE(dramCycles(128), 0.0);
    QVERIFY(dramCycles(127) >= 12 * 64 / one.machine.rates.dramWordsPerCycle);
    QCOMPARE(dramCycles(127), dramCycles(0));
}

/// Of one item, each tile's bus takes longer to bring 2 x 64 weights, a word a cycle, than its PEs to use them.
void TestGridEstimates::aTileIsBusyAsLongAsItsBus()
{
    Asked one = eightTiles(16);
    one.machine.rates.busWordsPerCycle = 1;
    const search::SearchTask task = one.task();
    const Objective delay{0, true};
    GridEstimates estimates(task, delay);
    const double alone = estimates.on({2, 4}, 0, {1, true, 128}).cycles; // nothing comes from memory
    QCOMPARE(alone, 2 * 64.0);
    one.machine.rates.busWordsPerCycle = 1000;
    QCOMPARE(GridEstimates(task, delay).on({2, 4}, 0, {1, true, 128}).cycles,
             2 * 64.0 / static_cast<double>(one.machine.shape.peArray.size()));
}

/// A tile for each column of the error reads one column of the input; a third one reads a column as well, for nothing.
void TestGridEstimates::tilesOfAGradientReadWhatTheirPartOfTheMapReaches()
{
    const Asked two = gradientsOfWeights();
    const search::SearchTask task = two.task();
    const Objective fewestCycles{0, true};
    GridEstimates estimates(task, fewestCycles);
    const auto words = [&](Extent grid, std::size_t layer) {
        return estimates.on(grid, layer, {}).dramCycles * two.machine.rates.dramWordsPerCycle;
    };
    const double gradient = 3;
    QCOMPARE(words({1, 2}, 0), 2 * 7.0 * 1 + 4 + gradient);
    QCOMPARE(words({1, 3}, 0), 3 * 7.0 * 1 + 3 * 2 + gradient);
    QCOMPARE(words({1, 3}, 1), 3 * 4.0 * 3 + 3 * 2 + gradient);
    QCOMPARE(estimates.gridsOf(0).front().grid, (Extent{1, 2}));
}

void TestGridEstimates::longSidesHaveFewLengths()
{
    QCOMPARE(search::gridsOn({3, 5}).size(), std::size_t{15});
    std::vector<Count> lengths;
    for (const Extent grid : search::gridsOn({50, 1})) {
        lengths.push_back(grid.height);
    }
    QCOMPARE(lengths, (std::vector<Count>{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 50}));
}

/// Layer by layer on any part of the chip, whatever the goal and the solver, with a buffer that all tiles share or without, and buses wide
/// and narrow.
void TestGridEstimates::noScheduleOfALayerIsBelowItsLeastGrid()
{
    Dice dice(3);
    int compared = 0;
    for (int number = 0; number < 60; ++number) {
        Asked random = asked(samples::randomNetwork(dice), {dice.upTo(6), dice.upTo(6)}, dice.upTo(8));
        random.problem.space.batchPartition = dice.once(2);
        random.problem.space.accessForwarding = dice.once(2);
        if (dice.once(3)) {
            random.problem.hardware.sharedBuffer = io::loadHardware("shared_4x4").value().sharedBuffer;
        }
        if (dice.once(3)) {
            random.problem.hardware.busBitsPerCycle = 16;
        }
        random.machine = hardware::machineOf(random.problem.hardware);
        random.problem.goal = dice.once(2) ? search::Goal::Energy : search::Goal::Delay;
        random.problem.solver = dice.once(3) ? "exhaustive" : "kapla";
        const Objective objective{0, random.problem.goal == search::Goal::Delay};
        const search::SearchTask task = random.task();
        GridEstimates estimates(task, objective);
        const schedule::Schedule schedule = schedule::solve(random.problem);
        for (const schedule::ScheduledLayer& placed : schedule.layers) {
            const double energy = placed.cost.energy.total() - placed.cost.energy.staticPower;
            const double least = estimates.gridsOf(placed.layer).front().cost;
            QVERIFY2(least <= estimates.costOf(energy, placed.cost.cycles) * (1 + 1e-9),
                     qPrintable(QStringLiteral("problem %1, layer %2").arg(number).arg(placed.layer)));
            ++compared;
        }
    }
    QVERIFY(compared > 200);
}

void TestGridEstimates::aSegmentsPartsAreCheaperByTheirEstimate()
{
    Dice dice(5);
    int parts = 0;
    for (int number = 0; number < 200; ++number) {
        const Asked random = asked(samples::randomNetwork(dice), {dice.upTo(8), dice.upTo(8)}, dice.upTo(8));
        const search::SearchTask task = random.task();
        const Objective objective{0, dice.once(2)};
        search::WorkingTiles tiles(task, objective);
        for (const pipeline::Segment& segment :
             search::segmentsOf(random.problem.network, random.topology, {true, true, 4, false},
                                search::runVertices(random.problem.network))) {
            const auto choices = tiles.choicesFor(segment);
            if (choices.empty()) {
                continue;
            }
            const double whole = tiles.estimatedCostIn(choices.front(), segment, false);
            double before = 0;
            for (const search::WorkingTiles::Part& part : tiles.partsFor(segment, false, whole)) {
                QCOMPARE(part.regions.size(), segment.regions.size());
                QVERIFY(before <= part.cost && part.cost < whole);
                QCOMPARE(part.cost, tiles.estimatedCostIn(part.regions, segment, false));
                before = part.cost;
                ++parts;
            }
        }
    }
    QVERIFY(parts > 100);
}

TILESCAPE_TEST(TestGridEstimates)

} // namespace tst_grid_estimates
#include "tst_grid_estimates.moc"
