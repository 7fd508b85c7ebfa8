#include "core/io/library.h"
#include "tests/core/schedule/laws.h"
#include "tests/registered.h"

#include <QTest>

#include <map>
#include <string>

namespace tst_large_chip_laws {

using namespace tilescape;
using namespace samples;

namespace {

constexpr const char* tangram = "tangram";
constexpr const char* all = "every switch";

Problem problemOf(const std::string& network, const std::string& mode)
{
    Problem problem;
    problem.solver = "kapla";
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("tangram_16x16").value();
    problem.batch = 64;
    for (const search::SpaceMode& own : search::spaceModes()) {
        problem.space = own.key == tangram ? own.space : problem.space;
    }
    if (mode == all) {
        for (bool search::SearchSpace::*freedom : freedoms()) {
            problem.space.*freedom = true;
        }
    }
    problem.space.mostVertices = 5;
    return problem;
}

} // namespace

/// The laws of `tst_laws` for networks of the papers on 16 x 16 tiles: searches there leave out more than on the small chips of random
/// problems. TILESCAPE_LAWS asks for more networks.
class TestLargeChipLaws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGoalAskedForIsTheGoalReached_data() { rows(); }
    void theGoalAskedForIsTheGoalReached();
    void moreFreedomDoesNoHarm_data() { rows(); }
    void moreFreedomDoesNoHarm();
    void cyclesMayHaveAHighPrice();
    void googlenetGainsByTheSwitch_data();
    void googlenetGainsByTheSwitch();
    void regionsThatWaitForMemoryMayComputeLonger();
    void regionsAreTrimmedAsIfInputsWereNotSplit();
    void rowsThatSeveralTilesReadAreCharged();

private:
    static void rows();
    static Problem convolutions(Count inputs, Extent map, const std::vector<std::pair<Count, Count>>& layers,
                                Count batch);
};

void TestLargeChipLaws::rows()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("mode");
    std::vector<std::string> networks{"alexnet", "lstm_gnmt", "mlp_l"};
    if (qEnvironmentVariableIsSet("TILESCAPE_LAWS")) {
        networks.insert(networks.end(), {"zfnet", "vgg16", "googlenet", "mobilenet_v1", "resnet50"});
    }
    for (const std::string& network : networks) {
        for (const char* mode : {tangram, all}) {
            QTest::addRow("%s, %s", network.c_str(), mode) << QString::fromStdString(network) << mode;
        }
    }
}

void TestLargeChipLaws::theGoalAskedForIsTheGoalReached()
{
    QFETCH(QString, network);
    QFETCH(QString, mode);
    // Four regions of 13 tiles each stand too far down in the estimates that rank them for energy alone (laws.md).
    const bool isKnown = network == QStringLiteral("lstm_gnmt") && mode == QLatin1String(tangram);
    Law law{"another goal is better", tolerance, isKnown ? 0.17 : 0, isKnown ? 1.002 : tolerance};
    Problem problem = problemOf(network.toStdString(), mode.toStdString());
    std::map<Goal, Reached> reached;
    for (const Goal goal : goals) {
        problem.goal = goal;
        reached[goal] = solved(problem);
    }
    for (const Goal goal : goals) {
        problem.goal = goal;
        for (const Goal other : goals) {
            if (other != goal) {
                law.compare(0, problem, reached[goal], reached[other], " | goal " + std::string(nameOf(other)));
            }
        }
    }
    law.check();
}

/// Of AlexNet in Tangram's mode regions that fold are estimated to take less energy than others that take 0.3 % less in a schedule.
void TestLargeChipLaws::moreFreedomDoesNoHarm()
{
    QFETCH(QString, network);
    QFETCH(QString, mode);
    const bool isKnown =
        network == QStringLiteral("alexnet"); // without zig-zag, or without the inputs' bypass (laws.md)
    Law law{"less freedom is better", tolerance, isKnown ? 0.08 : 0, isKnown ? 1.003 : tolerance};
    Problem problem = problemOf(network.toStdString(), mode.toStdString());
    for (const Goal goal : {Goal::Energy, Goal::Delay}) {
        problem.goal = goal;
        compareWithLessFreedom(law, 0, problem, solved(problem));
    }
    law.check();
}

/// Where static power makes cycles dear, six layers in five regions are best, which were estimated as if they did no better there than by
/// themselves; and a fully connected layer on 36 tiles, after grids of 32, 25, 27 and 26 that differ in shape only: 2.9 and 2.8 %.
void TestLargeChipLaws::cyclesMayHaveAHighPrice()
{
    Law law{"less freedom is better", tolerance, 0, tolerance};
    for (const double milliwatts : {12760.0, 13400.0}) {
        Problem problem = problemOf("alexnet", tangram);
        problem.hardware.staticMilliwatts = milliwatts;
        problem.goal = Goal::Energy;
        const Reached reached = solved(problem);
        problem.space.keepOutputsOnChip = false;
        law.compare(0, problem, reached, solved(problem), " | without layers in turn");
        // What more static power finds, at this price.
        Problem dearer = problemOf("alexnet", tangram);
        dearer.goal = Goal::Energy;
        dearer.hardware.staticMilliwatts = 14000;
        Reached other = solved(dearer);
        other.energy -= other.cycles * (hardware::machineOf(dearer.hardware).prices.staticPjPerCycle
                                        - hardware::machineOf(problem.hardware).prices.staticPjPerCycle);
        law.compare(0, problem, reached, other, " | 14 W");
    }
    law.check();
}

void TestLargeChipLaws::googlenetGainsByTheSwitch_data()
{
    QTest::addColumn<int>("goal");
    QTest::addColumn<QString>("without");
    QTest::newRow("whole maps were no choice where layers share their input: 1.5 %") << static_cast<int>(Goal::Energy) << "alternate_loop_order";
    QTest::newRow("plans had no room, which finer groups of the batch have: 1.4 %") << static_cast<int>(Goal::Delay) << "batch_partition";
}

/// With every switch on, beside the same without this one.
void TestLargeChipLaws::googlenetGainsByTheSwitch()
{
    QFETCH(int, goal);
    QFETCH(QString, without);
    Problem problem = problemOf("googlenet", all);
    problem.goal = static_cast<Goal>(goal);
    const Reached reached = solved(problem);
    for (const search::SpaceOption& option : search::spaceOptions()) {
        if (option.key == without.toStdString()) {
            problem.space.*option.value = false;
        }
    }
    QVERIFY(reached.of(problem.goal) <= tolerance * solved(problem).of(problem.goal));
}

/// Convolutions of so many outputs and such filters, one after the other, of maps of one size, on 16 x 16 tiles.
Problem TestLargeChipLaws::convolutions(Count inputs, Extent map, const std::vector<std::pair<Count, Count>>& layers,
                                        Count batch)
{
    Problem problem = samples::problemOf("alexnet", "kapla_16x16", batch);
    problem.network.name = "convolutions";
    problem.network.input = {std::string(network::inputName), inputs, map};
    problem.network.layers.clear();
    Count channels = inputs;
    std::string before(network::inputName);
    for (const auto& [outputs, side] : layers) {
        const std::string name = "conv" + std::to_string(problem.network.layers.size());
        problem.network.layers.push_back(
            {name, {before}, network::Convolution{{side, side}, {1, 1}, 1}, channels, outputs, map});
        channels = outputs;
        before = name;
    }
    return problem;
}

/// Four convolutions in a pipeline whose regions wait for memory: 16 x 16 tiles were cut to 160 for the second, of whose 256 channels these
/// make 280, as partitions of the other layers were estimated that compute less and fetch more. 6 %.
void TestLargeChipLaws::regionsThatWaitForMemoryMayComputeLonger()
{
    Problem problem = convolutions(64, {4, 4}, {{50, 1}, {256, 3}, {256, 5}, {8, 3}}, 4);
    problem.solver = "kapla";
    problem.space.spatialPipelining = true;
    problem.goal = Goal::EnergyDelay;
    const Reached other = solved(problem);
    QVERIFY(other.solved);
    problem.goal = Goal::Delay;
    QVERIFY(solved(problem).cycles <= tolerance * other.cycles);
}

/// The second layer's region was trimmed to 64 tiles, over which it divides best if its input channels are split as well; on 60 tiles, where
/// they are not, the network takes 20 % less energy.
void TestLargeChipLaws::regionsAreTrimmedAsIfInputsWereNotSplit()
{
    Problem problem = samples::problemOf("sconv", "kapla_16x16", 3);
    problem.hardware.tiles = {11, 10};
    problem.solver = "kapla";
    problem.goal = Goal::Energy;
    problem.space.batchPartition = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    const Reached without = solved(problem);
    QVERIFY(without.solved);
    problem.space.inputChannelPartition = true;
    QVERIFY(solved(problem).energy <= tolerance * without.energy);
}

/// A filter of 5 x 5 over seven rows: on a tile for each row rows are fetched up to five times, which grids were not charged for. With goal
/// energy the pair of layers took 42 % more of it than with goal energy x delay.
void TestLargeChipLaws::rowsThatSeveralTilesReadAreCharged()
{
    Problem problem = convolutions(8, {7, 7}, {{50, 5}, {8, 1}}, 2);
    problem.solver = "kapla";
    problem.space.batchPartition = problem.space.bufferSharing = true;
    problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    problem.goal = Goal::EnergyDelay;
    const Reached other = solved(problem);
    QVERIFY(other.solved);
    problem.goal = Goal::Energy;
    QVERIFY(solved(problem).energy <= tolerance * other.energy);
}

TILESCAPE_TEST(TestLargeChipLaws)

} // namespace tst_large_chip_laws
#include "tst_large_chip_laws.moc"
