#include "tests/core/schedule/law_problems.h"
#include "tests/core/schedule/problem_samples.h"
#include "tests/registered.h"

#include <QTest>

#include <string>
#include <utility>
#include <vector>

namespace tst_broken_laws {

using namespace tilescape;
using namespace samples;

/// Problems for which a law (`tst_laws`) was once broken, or the exhaustive search was much better.
class TestBrokenLaws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingFoundInLongRunsComesBack_data();
    void nothingFoundInLongRunsComesBack();
    void regionsAreTrimmedAsIfLessWereSplitToo();
    void aGateIsCutAsTheLayerAfterItCanFollow();
    void groupsMayLieBetweenTheUsualStarts();
    void gatesSideBySideTakeTheNestThatSuitsThem();
    void gridsAreComparedWithSchedulesOnceTheseAreKnown();
    void whatMayBypassTheBufferMayBeKeptAsWell();
    void weightsAreKeptToStay();
    void whatIsHeldTwiceIsKept();
    void whatIsTakenOverMayBeHeld();
    void threeLayersOnATileHaveRoomTogether();
    void whatIsTakenOverMayBeInTheRegisters();
    void gridsAreEstimatedWithTheirBuses();
    void aTallChipIsAsGoodAsAWideOne();
    void tallTilesMayShareChannelsAsWideOnesDo();
    void whatWasMadeOnATileMayBeTakenInPieces();
    void regionsMayLieAcross();
    void whatAStrideLeavesOutIsNotEstimated();
    void networksOfFewLayersAreTriedOnMoreParts();
    void whereHopsAreMuchEstimatesMayBeFarOff();
    void ofFewLayersAllSegmentsThatMayDoArePlanned();
    void aLayerAloneIsTriedOnMoreGrids();
    void groupsOfALayerSuitTheOneThatTakesThemOver();
    void aLayerLeavesRoomForWhatTheNextTakes();
    void groupsThatCannotBeTakenOverGiveWayToThoseOfThePlan();
    void regionsThatWaitForMemoryArePlannedWithWhatAsksForLess();
    void threeLayersHaveRoomTogetherWithoutDearChoices();
    void smallMapsAreHandedOnInGroups();

private:
    static Problem ofFewLayersAt(int number, unsigned seed = 14U);
    static Problem byExhaustiveSearch(Problem problem);
    static void isWithinOfExhaustive(const char* network, Extent tiles, Goal goal, double most);
};

void TestBrokenLaws::nothingFoundInLongRunsComesBack_data()
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
    QTest::newRow("memory at every tile: layouts in which words lie where they are needed were not looked at: 3 %") << 400005U << 307;
    QTest::newRow("plans are above schedules, and schedules ruled out plans: 2 %") << 930005U << 8;
    QTest::newRow("blockings that take a shared input once, which has no room beside what it is taken from: 4 %") << 970005U << 138;
    QTest::newRow("ways to share out a region whose estimate takes as kept what passes the buffer by: 1.2 %") << 970002U << 90;
    QTest::newRow("an output that its array's copies pad, and the nests that leave room beside it: 5 %")
        << 400005U << 865;
    QTest::newRow("a nest that suits many groups of channels, and another that is best without: 2 %") << 970005U << 63;
    QTest::newRow("a first layer that leaves the next some room, but none for its best: 3 %") << 400005U << 550;
}

/// Answers that another goal or less freedom once beat by so much. The exhaustive search is exact enough to compare with.
void TestBrokenLaws::nothingFoundInLongRunsComesBack()
{
    QFETCH(unsigned, seed);
    QFETCH(int, number);
    const Problem problem = problemAt(seed, number);
    const Reached best = solved(byExhaustiveSearch(problem));
    QVERIFY(best.solved);
    QVERIFY(solved(problem).of(problem.goal) <= 1.005 * best.of(problem.goal));
}

/// Regions were trimmed to grids over which layers divide best if everything may be split: without the switch they divided less well, but
/// cost 11 and 2 % less; and 7 % where neither the batch nor input channels were.
void TestBrokenLaws::regionsAreTrimmedAsIfLessWereSplitToo()
{
    using Space = search::SearchSpace;
    for (const auto& [seed, number, without] :
         {std::tuple(200002U, 1239, &Space::batchPartition), std::tuple(200002U, 329, &Space::inputChannelPartition),
          std::tuple(100002U, 2295, &Space::batchPartition)}) {
        const Problem problem = problemAt(seed, number);
        Problem narrower = problem;
        narrower.space.*without = false;
        QVERIFY(solved(problem).of(problem.goal) <= tolerance * solved(narrower).of(problem.goal));
    }
}

/// Where every tensor passes the buffer: the gate by itself does best in 25 groups of channels, which element-wise layers cannot take
/// over. The exhaustive search took 3 % less.
void TestBrokenLaws::aGateIsCutAsTheLayerAfterItCanFollow()
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

/// What folds of the array read again came from memory each time wherever it might pass the buffer by: AlexNet took 0.8 % more energy
/// than where nothing may.
void TestBrokenLaws::whatMayBypassTheBufferMayBeKeptAsWell()
{
    Problem problem = samples::problemInKaplaSpace("alexnet", {16, 16}, 64);
    const Reached without = solved(problem);
    problem.space.bufferBypass = {{true, true, true}};
    QVERIFY(solved(problem).energy <= without.energy);
}

/// Weights stay on chip for all batches where buffers hold them: MLP-S took 40 times as much energy where they might pass these by.
void TestBrokenLaws::weightsAreKeptToStay()
{
    Problem problem = samples::problemInKaplaSpace("mlp_s", {16, 16}, 1);
    const Reached without = solved(problem);
    problem.space.bufferBypass = {{true, true, true}};
    QVERIFY(solved(problem).energy <= without.energy);
}

/// Of an output that passes the buffer by no second piece is held, so that regions took turns: 3.3 % more cycles than where nothing may.
void TestBrokenLaws::whatIsHeldTwiceIsKept()
{
    Problem problem = problemAt(100002U, 536);
    const Reached reached = solved(problem);
    problem.space.bufferBypass = {{false, false, false}};
    QVERIFY(reached.cycles <= tolerance * solved(problem).cycles);
}

/// Three regions of which each makes the next one's input: what passes the buffer by is read where it was made, which waits for that. Held, it
/// is copied, and where inputs could not pass the buffer by energy was 4 % lower.
void TestBrokenLaws::whatIsTakenOverMayBeHeld()
{
    Problem problem = problemInKaplaSpace("alexnet", {7, 7}, 7);
    problem.space = {};
    problem.space.accessForwarding = problem.space.bufferSharing = problem.space.spatialPipelining = true;
    problem.space.hybridPartition = problem.space.keepOutputsOnChip = false;
    hardware::Hardware& chip = problem.hardware;
    chip.peArray = {8, 5};
    chip.registerBytesPerPe = 80;
    chip.bufferBytesPerTile = 4096;
    chip.memory = hardware::MemoryPlacement::EveryTile;
    chip.busBitsPerCycle = 32;
    chip.arrayDataflow = hardware::ArrayDataflow::Systolic;
    problem.network = {"three convolutions", "", {"input", 2, {16, 16}}, {}, {}};
    problem.network.layers = {{"first", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1}, 2, 8, {16, 16}},
                              {"second", {"first"}, network::Convolution{{3, 3}, {1, 1}, 1}, 8, 16, {16, 16}},
                              {"third", {"second"}, network::Convolution{{5, 5}, {1, 1}, 1}, 16, 4, {16, 16}}};
    const Reached reached = solved(problem);
    problem.space.bufferBypass[Tensor::Input] = false;
    QVERIFY(reached.energy <= tolerance * solved(problem).energy);
}

/// Each two of three layers on a tile had room beside each other with the blockings that are best for each, all three had not: no others were
/// looked for, and the exhaustive search took 14 % less energy.
void TestBrokenLaws::threeLayersOnATileHaveRoomTogether()
{
    const Problem problem = ofFewLayersAt(323);
    QVERIFY(solved(problem).energy <= tolerance * solved(byExhaustiveSearch(problem)).energy);
}

/// An input that has no room in the buffer was read block by block where it was made, which waited, though the registers have room for all
/// of it: the exhaustive search took 17 % less energy x delay.
void TestBrokenLaws::whatIsTakenOverMayBeInTheRegisters()
{
    const Problem problem = ofFewLayersAt(162);
    QVERIFY(solved(problem).of(problem.goal) <= tolerance * solved(byExhaustiveSearch(problem)).of(problem.goal));
}

/// By their operations and DRAM words one tile seemed as fast for the first layer as two, though its bus was busy for longer: without batch
/// partition other grids came first, which took 8 % fewer cycles.
void TestBrokenLaws::gridsAreEstimatedWithTheirBuses()
{
    const Problem problem = ofFewLayersAt(320);
    Problem narrower = problem;
    narrower.space.batchPartition = false;
    QVERIFY(solved(problem).cycles <= tolerance * solved(narrower).cycles);
}

/// Regions were whole columns or stripes that keep the tiles busy: a chip of two columns had no three regions, and a cell of an LSTM, whose maps
/// are points, took 2 % more energy there than on the chip turned by a right angle.
void TestBrokenLaws::aTallChipIsAsGoodAsAWideOne()
{
    Problem tall;
    tall.network = io::loadNetwork("lstm_phoneme").value();
    tall.hardware = io::loadHardware("tangram_16x16").value();
    tall.hardware.tiles = {8, 2};
    tall.batch = 16;
    tall.solver = "kapla";
    tall.space = search::spaceModes().front().space;
    Problem wide = tall;
    wide.hardware.tiles = {2, 8};
    QVERIFY(solved(tall).energy <= 1.001 * solved(wide).energy);
}

/// Output channels were not split over rows of tiles alone, whoever searched: 8.3 % more energy.
void TestBrokenLaws::tallTilesMayShareChannelsAsWideOnesDo()
{
    Problem problem = samples::problemInKaplaSpace("vgg16", {1, 4}, 16);
    problem.space = {};
    const Reached wide = solved(problem);
    problem.hardware.tiles = {4, 1};
    QVERIFY(solved(problem).energy <= wide.energy * 1.01);
}

/// What was made on its tiles a layer had to take in one piece, for which a somewhat smaller buffer has no room: 7 % more energy.
void TestBrokenLaws::whatWasMadeOnATileMayBeTakenInPieces()
{
    Problem problem;
    problem.network = {"two",
                       "",
                       {"input", 3, {8, 3}},
                       {},
                       {{"fc", {"input"}, network::FullyConnected{{8, 3}}, 3, 10, {1, 1}},
                        {"conv", {"fc"}, network::Convolution{{3, 3}, {1, 1}, 1}, 10, 5, {1, 1}}}};
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {2, 1};
    problem.hardware.peArray = {2, 8};
    problem.hardware.registerBytesPerPe = 32;
    problem.hardware.memory = hardware::MemoryPlacement::EveryTile;
    problem.batch = 1;
    problem.space.bufferBypass = {{false, false, false}};
    problem.space.inputChannelPartition = true;
    problem.space.keepOutputsOnChip = true;
    for (const char* solver : {"kapla", "exhaustive"}) {
        problem.solver = solver;
        problem.hardware.bufferBytesPerTile = 552;
        const double roomy = solved(problem).energy;
        problem.hardware.bufferBytesPerTile = 512;
        QVERIFY2(solved(problem).energy <= 1.01 * roomy, solver);
    }
}

/// Regions side by side were columns, also where the chip has fewer of these than rows: 7.6 % more energy than on the chip turned round.
void TestBrokenLaws::regionsMayLieAcross()
{
    Problem problem;
    problem.network = io::loadNetwork("mlp_m").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {8, 16};
    problem.batch = 16;
    problem.space.bufferSharing = true;
    problem.space.keepOutputsOnChip = true;
    problem.space.spatialPipelining = true;
    problem.space.batchPartition = true;
    problem.space.inputChannelPartition = true;
    problem.solver = "kapla";
    const Reached wide = solved(problem);
    problem.hardware.tiles = {16, 8};
    QVERIFY(solved(problem).energy <= wide.energy * 1.01);
}

/// A pooling layer whose strides leave out every other column: two tiles side by side read fewer words than one above the other.
void TestBrokenLaws::whatAStrideLeavesOutIsNotEstimated()
{
    Problem problem;
    problem.network = {
        "one", "", {"input", 5, {11, 3}}, {}, {{"pool", {"input"}, network::Pooling{{4, 1}, {2, 2}}, 5, 5, {5, 2}}}};
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {3, 3};
    problem.hardware.memory = hardware::MemoryPlacement::EveryTile;
    problem.hardware.arrayDataflow = hardware::ArrayDataflow::Systolic;
    problem.hardware.dramGigabytesPerSecond = 3;
    problem.batch = 4;
    problem.goal = Goal::Delay;
    problem.solver = "exhaustive";
    const Reached least = solved(problem);
    problem.solver = "kapla";
    QVERIFY(solved(problem).cycles <= tolerance * least.cycles);
}

/// Of the parts of a chip that are estimated about alike, as many were tried as for networks of many layers: without zig-zag regions others
/// came first, which took 13 % less energy.
void TestBrokenLaws::networksOfFewLayersAreTriedOnMoreParts()
{
    const Problem problem = ofFewLayersAt(1627, 38U);
    Problem narrower = problem;
    narrower.space.zigzagRegions = false;
    QVERIFY(solved(problem).energy <= tolerance * solved(narrower).energy);
}

/// The estimate said 12 to 14 % too much of a pair of regions, of which hops are a fifth, and these were not laid out: without batch partition
/// they were, and took 5 % less energy.
void TestBrokenLaws::whereHopsAreMuchEstimatesMayBeFarOff()
{
    const Problem problem = ofFewLayersAt(4, 7707U);
    Problem narrower = problem;
    narrower.space.batchPartition = false;
    QVERIFY(solved(problem).energy <= tolerance * solved(narrower).energy);
}

/// Of 136 ways to lay out segments, a few more than were all looked at, only those expected to be best were planned: without pipelines the
/// layers were run on one tile, for 1.3 % less energy.
void TestBrokenLaws::ofFewLayersAllSegmentsThatMayDoArePlanned()
{
    const Problem problem = ofFewLayersAt(2479, 562U);
    Problem narrower = problem;
    narrower.space.spatialPipelining = false;
    QVERIFY(solved(problem).energy <= tolerance * solved(narrower).energy);
}

/// With memory at every tile a layer by itself did 3 % better on more tiles than the six grids with the lowest estimates have.
void TestBrokenLaws::aLayerAloneIsTriedOnMoreGrids()
{
    const Problem problem = ofFewLayersAt(1061, 38U);
    QVERIFY(solved(problem).energy <= tolerance * solved(byExhaustiveSearch(problem)).energy);
}

/// A layer made its output in four groups of channels, which the next could only take over unsplit; five would cost the first little more:
/// where no tensor may bypass the buffer these were taken, and the answer for energy x delay was 10 % lower.
void TestBrokenLaws::groupsOfALayerSuitTheOneThatTakesThemOver()
{
    const Problem problem = ofFewLayersAt(505, 7707U);
    Problem narrower = problem;
    narrower.space.bufferBypass = PerTensor<bool>{};
    QVERIFY(solved(problem).of(problem.goal) <= tolerance * solved(narrower).of(problem.goal));
}

/// Two layers on the same tiles had no room together as the first one's copies in the array pad its output; none that pad less were
/// looked for, as what the second makes is little, and only what it takes is much: the exhaustive search took 5 % less energy.
void TestBrokenLaws::aLayerLeavesRoomForWhatTheNextTakes()
{
    const Problem problem = ofFewLayersAt(1358, 38U);
    QVERIFY(solved(problem).energy <= tolerance * solved(byExhaustiveSearch(problem)).energy);
}

Problem TestBrokenLaws::ofFewLayersAt(int number, unsigned seed)
{
    return problemAt(seed, number, anyProblemOfFewLayers);
}

Problem TestBrokenLaws::byExhaustiveSearch(Problem problem)
{
    problem.solver = "exhaustive";
    return problem;
}

/// A convolution made its output in three groups of channels where its input lay, which pooling on the same tiles cannot take over; the plan
/// had it in one, and was given up. The exhaustive search, and a chip of smaller registers, took 4 % less.
void TestBrokenLaws::groupsThatCannotBeTakenOverGiveWayToThoseOfThePlan()
{
    Dice dice(100003U);
    Problem problem = anyProblem(dice);
    for (int number = 0; number < 3184; ++number) {
        dice.upTo(3); // as the law about lesser chips does
        problem = anyProblem(dice);
    }
    Problem exact = problem;
    exact.solver = "exhaustive";
    QVERIFY(solved(problem).energy <= 1.005 * solved(exact).energy);
}

/// Plans counted each layer with the blocking that is fastest alone; together these asked for more than memory gives, and regions in which
/// slower ones ask for less were taken for worse: the answer for energy x delay was 2.9 % faster.
void TestBrokenLaws::regionsThatWaitForMemoryArePlannedWithWhatAsksForLess()
{
    const Problem problem = problemAt(100001U, 3846);
    Problem otherwise = problem;
    otherwise.goal = Goal::EnergyDelay;
    QVERIFY(solved(problem).cycles <= tolerance * solved(otherwise).cycles);
}

/// In Tangram's mode, batch 64: at most so many times what the exhaustive search finds.
void TestBrokenLaws::isWithinOfExhaustive(const char* network, Extent tiles, Goal goal, double most)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = tiles;
    problem.batch = 64;
    problem.goal = goal;
    for (const search::SpaceMode& mode : search::spaceModes()) {
        problem.space = mode.key == "tangram" ? mode.space : problem.space;
    }
    problem.space.mostVertices = 5;
    problem.solver = "kapla";
    Problem exact = problem;
    exact.solver = "exhaustive";
    QVERIFY(solved(problem).of(goal) <= most * solved(exact).of(goal));
}

/// AlexNet's first layers in three regions have room in four groups of channels only, neither in two nor in eight or 48. The exhaustive
/// search took 2.6 % less.
void TestBrokenLaws::groupsMayLieBetweenTheUsualStarts() { isWithinOfExhaustive("alexnet", {8, 8}, Goal::Energy, 1.005); }

/// The gates of a cell in regions side by side: the best nest of each by itself suits none of the groups. The exhaustive search was 1.3 %
/// better.
void TestBrokenLaws::gatesSideBySideTakeTheNestThatSuitsThem()
{
    isWithinOfExhaustive("lstm_gnmt", {16, 16}, Goal::EnergyDelay, 1.001);
}

/// A smaller grid is as good as the plan on a larger one, and better than its schedule by 0.4 %.
void TestBrokenLaws::gridsAreComparedWithSchedulesOnceTheseAreKnown()
{
    isWithinOfExhaustive("lstm_gnmt", {16, 16}, Goal::Delay, 1.001);
}

/// Each two of three layers had room with the best of both, all three only with a slow choice of the first, and no other was looked for:
/// where the input may not pass the buffer by, 7 % fewer cycles.
void TestBrokenLaws::threeLayersHaveRoomTogetherWithoutDearChoices()
{
    const Problem problem = ofFewLayersAt(579, 700007U);
    Problem narrower = problem;
    narrower.space.bufferBypass[Tensor::Input] = false;
    QVERIFY(solved(problem).cycles <= tolerance * solved(narrower).cycles);
}

/// Groups of channels were never so fine as to fill less than a twentieth of a tile's buffer: a larger one left small maps in one group, and
/// layers that had run at the same time took turns, for 8 % more cycles.
void TestBrokenLaws::smallMapsAreHandedOnInGroups()
{
    Dice dice(44U);
    Problem problem = anyProblem(dice);
    for (int number = 0; number < 109; ++number) {
        dice.upTo(3); // as the law draws how the chip is lesser
        problem = anyProblem(dice);
    }
    QCOMPARE(problem.goal, Goal::Delay);
    Problem smaller = problem;
    smaller.hardware.bufferBytesPerTile /= 2;
    QVERIFY(solved(problem).cycles <= tolerance * solved(smaller).cycles);
}

TILESCAPE_TEST(TestBrokenLaws)

} // namespace tst_broken_laws
#include "tst_broken_laws.moc"
