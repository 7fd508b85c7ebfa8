#include "core/io/library.h"
#include "tests/core/schedule/laws.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <vector>

Q_DECLARE_METATYPE(std::vector<bool tilescape::search::SearchSpace::*>)
Q_DECLARE_METATYPE(bool tilescape::search::SearchSpace::*)

namespace tst_broken_laws_of_library {

using namespace tilescape;
using namespace samples;

/// Networks of the library for which a law (`tst_laws`) was once broken.
class TestBrokenLawsOfLibrary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lessFreedomIsNoBetterAnyMore_data();
    void lessFreedomIsNoBetterAnyMore();
    void noOtherGoalIsBetterAnyMore_data();
    void noOtherGoalIsBetterAnyMore();
    void moreTilesAreNoSlowerAnyMore_data();
    void moreTilesAreNoSlowerAnyMore();
};

namespace {

void addProblemColumns()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("goal");
    QTest::addColumn<std::vector<bool search::SearchSpace::*>>("freedoms");
}

/// Of this row, for KAPLA: the switches of `freedoms` are on, all others off.
Problem problemOfRow()
{
    QFETCH(QString, network);
    QFETCH(QString, chip);
    QFETCH(int, batch);
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(int, goal);
    QFETCH(std::vector<bool search::SearchSpace::*>, freedoms);
    Problem problem;
    problem.solver = "kapla";
    problem.network = io::loadNetwork(network.toStdString()).value();
    problem.hardware = io::loadHardware(chip.toStdString()).value();
    problem.hardware.tiles = {rows, columns};
    problem.batch = batch;
    problem.goal = static_cast<Goal>(goal);
    for (const search::SpaceOption& option : search::spaceOptions()) {
        problem.space.*option.value = std::find(freedoms.begin(), freedoms.end(), option.value) != freedoms.end();
    }
    return problem;
}

} // namespace

void TestBrokenLawsOfLibrary::lessFreedomIsNoBetterAnyMore_data()
{
    using Space = search::SearchSpace;
    addProblemColumns();
    QTest::addColumn<bool Space::*>("without");
    QTest::newRow("a convolution chose groups of channels for which pooling on the same tiles had no room: 6 %")
        << "cifar_c"
        << "shared_4x4" << 64 << 3 << 2 << static_cast<int>(Goal::EnergyDelay)
        << std::vector{&Space::hybridPartition,   &Space::inputChannelPartition, &Space::bufferSharing,
                       &Space::spatialPipelining, &Space::alternateLoopOrder,    &Space::zigzagRegions}
        << &Space::inputChannelPartition;
    QTest::newRow("one pair of layers, in each block of a transformer, told about other pairs: 2 %")
        << "bert_tiny"
        << "shared_4x4" << 3 << 5 << 4 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition,    &Space::batchPartition,    &Space::inputChannelPartition,
                       &Space::keepOutputsOnChip,  &Space::spatialPipelining, &Space::accessForwarding,
                       &Space::alternateLoopOrder, &Space::zigzagRegions}
        << &Space::alternateLoopOrder;
    QTest::newRow("parts of the chip were tried only where layers divide better: 8 %")
        << "sfc"
        << "kapla_16x16" << 1 << 11 << 11 << static_cast<int>(Goal::EnergyDelay)
        << std::vector{&Space::hybridPartition,   &Space::inputChannelPartition, &Space::keepOutputsOnChip,
                       &Space::spatialPipelining, &Space::accessForwarding,      &Space::zigzagRegions}
        << &Space::accessForwarding;
    QTest::newRow("maps in groups so coarse that they left no room for what tiles share on them: 5 %")
        << "mobilenet_v1"
        << "tangram_16x16" << 16 << 3 << 3 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition,   &Space::batchPartition,   &Space::bufferSharing,
                       &Space::keepOutputsOnChip, &Space::accessForwarding, &Space::alternateLoopOrder,
                       &Space::roundedFactors,    &Space::zigzagRegions}
        << &Space::bufferSharing;
    QTest::newRow("a row of eight tiles stood for all grids of eight: 1.7 %")
        << "lstm_showtell"
        << "tangram_16x16" << 16 << 16 << 16 << static_cast<int>(Goal::EnergyDelay)
        << std::vector{&Space::hybridPartition,  &Space::inputChannelPartition, &Space::keepOutputsOnChip,
                       &Space::accessForwarding, &Space::roundedFactors,        &Space::zigzagRegions}
        << &Space::accessForwarding;
    QTest::newRow("shares ruled out by estimates that others had shown to be too high: 2 %")
        << "unet"
        << "kapla_16x16" << 4 << 4 << 4 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition, &Space::inputChannelPartition, &Space::bufferSharing,
                       &Space::roundedFactors, &Space::zigzagRegions}
        << &Space::inputChannelPartition;
    QTest::newRow("shares that suit the groups stood behind many that cannot be cut into them: 20 %")
        << "vgg16"
        << "shared_4x4" << 16 << 16 << 16 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition, &Space::batchPartition,    &Space::inputChannelPartition,
                       &Space::bufferSharing,   &Space::spatialPipelining, &Space::alternateLoopOrder}
        << &Space::batchPartition;
    QTest::newRow("of grids that are estimated alike only those of many tiles were looked at: 5 %")
        << "mlp_m"
        << "shared_4x4" << 16 << 11 << 11 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition, &Space::batchPartition, &Space::zigzagRegions}
        << &Space::batchPartition;
    QTest::newRow("regions had room for their layers only where the batch is not split over them: 6 %")
        << "lenet_c"
        << "shared_4x4" << 7 << 5 << 5 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition,   &Space::batchPartition, &Space::bufferSharing,
                       &Space::spatialPipelining, &Space::zigzagRegions,  &Space::roundedFactors}
        << &Space::batchPartition;
    QTest::newRow("a partition that pads was left out for one that splits the batch, which no groups could: 2 %")
        << "sconv"
        << "shared_4x4" << 4 << 8 << 7 << static_cast<int>(Goal::EnergyDelay)
        << std::vector{&Space::hybridPartition,    &Space::batchPartition, &Space::inputChannelPartition,
                       &Space::accessForwarding,   &Space::bufferSharing,  &Space::keepOutputsOnChip,
                       &Space::alternateLoopOrder, &Space::zigzagRegions,  &Space::roundedFactors}
        << &Space::batchPartition;
    QTest::newRow("regions of many tiles, whose hops are long, told about regions of one: 0.7 %")
        << "lstm_gnmt"
        << "tangram_16x16" << 4 << 11 << 11 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition,    &Space::batchPartition,    &Space::inputChannelPartition,
                       &Space::keepOutputsOnChip,  &Space::spatialPipelining, &Space::accessForwarding,
                       &Space::alternateLoopOrder, &Space::zigzagRegions}
        << &Space::inputChannelPartition;
    QTest::newRow(
        "how far one grid is above its estimate ruled out a better one, on which the weights of a layer stay: 7 %")
        << "sconv"
        << "shared_4x4" << 7 << 16 << 16 << static_cast<int>(Goal::EnergyDelay)
        << std::vector{&Space::hybridPartition,   &Space::inputChannelPartition, &Space::bufferSharing,
                       &Space::spatialPipelining, &Space::accessForwarding,      &Space::alternateLoopOrder,
                       &Space::zigzagRegions}
        << &Space::alternateLoopOrder;
}

/// Answers of KAPLA that it once beat itself with a switch off, by so much.
void TestBrokenLawsOfLibrary::lessFreedomIsNoBetterAnyMore()
{
    QFETCH(bool search::SearchSpace::*, without);
    const Problem problem = problemOfRow();
    Problem narrower = problem;
    narrower.space.*without = false;
    QVERIFY(solved(problem).of(problem.goal) <= tolerance * solved(narrower).of(problem.goal));
}

void TestBrokenLawsOfLibrary::noOtherGoalIsBetterAnyMore_data()
{
    using Space = search::SearchSpace;
    addProblemColumns();
    QTest::addColumn<int>("other");
    QTest::newRow("runs elsewhere wrote off a long run in one region, not those that it consists of: 3.7 %")
        << "mobilenet_v1"
        << "shared_4x4" << 7 << 16 << 16 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition, &Space::bufferSharing, &Space::keepOutputsOnChip, &Space::roundedFactors}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("grids of which no estimate can tell which is better: 12 %")
        << "sfc"
        << "shared_4x4" << 64 << 16 << 15 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition, &Space::batchPartition, &Space::roundedFactors, &Space::zigzagRegions}
        << static_cast<int>(Goal::Delay);
    QTest::newRow("regions that wait for memory, with layers that are fast by themselves: 4 %")
        << "lenet_c"
        << "tangram_16x16" << 7 << 5 << 5 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::batchPartition, &Space::spatialPipelining, &Space::alternateLoopOrder,
                       &Space::roundedFactors}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("few parts of a large chip: 2 %")
        << "mlp_m"
        << "tangram_16x16" << 64 << 16 << 16 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition,  &Space::batchPartition,     &Space::inputChannelPartition,
                       &Space::bufferSharing,    &Space::keepOutputsOnChip,  &Space::spatialPipelining,
                       &Space::accessForwarding, &Space::alternateLoopOrder, &Space::zigzagRegions}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("regions that wait for memory, with blockings that are fast by themselves: 1.2 %")
        << "lenet_c"
        << "tangram_16x16" << 3 << 8 << 8 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition,   &Space::batchPartition,     &Space::inputChannelPartition,
                       &Space::spatialPipelining, &Space::alternateLoopOrder, &Space::zigzagRegions}
        << static_cast<int>(Goal::Energy);
    QTest::newRow("one of many nests, best without groups, that suits them badly: 1 %")
        << "lstm_phoneme"
        << "kapla_16x16" << 61 << 2 << 2 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition, &Space::accessForwarding, &Space::spatialPipelining,
                       &Space::zigzagRegions, &Space::roundedFactors}
        << static_cast<int>(Goal::Energy);
    QTest::newRow("the same on a large chip, where only small ones were looked after: 7 %")
        << "mlp_l"
        << "kapla_16x16" << 64 << 16 << 16 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition, &Space::spatialPipelining, &Space::alternateLoopOrder,
                       &Space::zigzagRegions}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("weights that bypass the buffer, planned as if they stayed in one that tiles share: 7 %")
        << "lenet_c"
        << "shared_4x4" << 3 << 20 << 14 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition, &Space::batchPartition,    &Space::inputChannelPartition,
                       &Space::bufferSharing,   &Space::keepOutputsOnChip, &Space::spatialPipelining,
                       &Space::roundedFactors,  &Space::zigzagRegions}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("one grid told about others, whose buses and buffers take less: 7 %")
        << "cifar_c"
        << "shared_4x4" << 7 << 13 << 11 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition,   &Space::batchPartition,    &Space::bufferSharing,
                       &Space::keepOutputsOnChip, &Space::spatialPipelining, &Space::alternateLoopOrder}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("weights taken to stay on tiles of which no one has room for its part: 9 %")
        << "mlp_m"
        << "kapla_16x16" << 7 << 20 << 14 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition, &Space::batchPartition, &Space::spatialPipelining,
                       &Space::roundedFactors, &Space::zigzagRegions}
        << static_cast<int>(Goal::Delay);
    QTest::newRow(
        "regions of the same extents in other places, tried instead of others that are estimated nearly alike: 2 %")
        << "mlp_m"
        << "shared_4x4" << 64 << 12 << 12 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition,   &Space::batchPartition, &Space::accessForwarding,
                       &Space::spatialPipelining, &Space::roundedFactors, &Space::zigzagRegions}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("a few tiles close to memory, whose plans have hops at mean distances: 2 %")
        << "lstm_phoneme"
        << "shared_4x4" << 16 << 16 << 16 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition, &Space::accessForwarding, &Space::keepOutputsOnChip,
                       &Space::spatialPipelining, &Space::roundedFactors}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("chains whose plans are somewhat dearer, of few layers on a large chip: 19 %")
        << "mlp_m"
        << "kapla_16x16" << 64 << 16 << 8 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition,   &Space::batchPartition,     &Space::keepOutputsOnChip,
                       &Space::spatialPipelining, &Space::alternateLoopOrder, &Space::zigzagRegions}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow(
        "output groups that a layer chooses, with which the next on its tiles has no room, and no others: 7 %")
        << "sconv"
        << "kapla_16x16" << 3 << 4 << 4 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::hybridPartition, &Space::batchPartition, &Space::inputChannelPartition,
                       &Space::keepOutputsOnChip, &Space::roundedFactors}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("no partition with room for a second piece, where the fastest had none: 29 %")
        << "sconv"
        << "shared_4x4" << 7 << 16 << 16 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition,   &Space::inputChannelPartition, &Space::bufferSharing,
                       &Space::spatialPipelining, &Space::accessForwarding,      &Space::alternateLoopOrder,
                       &Space::zigzagRegions}
        << static_cast<int>(Goal::EnergyDelay);
    QTest::newRow("numbers of tiles beside such as do about as well as the best: 1.9 %")
        << "bert_tiny"
        << "tangram_16x16" << 1 << 11 << 11 << static_cast<int>(Goal::Energy) << std::vector{&Space::spatialPipelining}
        << static_cast<int>(Goal::Delay);
    QTest::newRow("pairs of regions that suit no grid so far wrote off all others: 5 %")
        << "dlrm"
        << "shared_4x4" << 16 << 11 << 10 << static_cast<int>(Goal::Energy)
        << std::vector{&Space::bufferSharing,    &Space::keepOutputsOnChip,  &Space::spatialPipelining,
                       &Space::accessForwarding, &Space::alternateLoopOrder, &Space::roundedFactors,
                       &Space::zigzagRegions}
        << static_cast<int>(Goal::EnergyDelay);
}

/// Answers of KAPLA for one goal that those for another once beat in it, by so much.
void TestBrokenLawsOfLibrary::noOtherGoalIsBetterAnyMore()
{
    QFETCH(int, other);
    const Problem problem = problemOfRow();
    Problem otherwise = problem;
    otherwise.goal = static_cast<Goal>(other);
    const double ratio = solved(problem).of(problem.goal) / solved(otherwise).of(problem.goal);
    // Energy x delay finds seven layers on the same tiles since, which take their input in pieces: with goal energy they have no room.
    const bool isKnown =
        QByteArray(QTest::currentDataTag()).startsWith("one grid told about others, whose buses and buffers");
    QVERIFY2(ratio <= (isKnown ? 1.013 : tolerance), qPrintable(QString("%1 times as much").arg(ratio)));
}

void TestBrokenLawsOfLibrary::moreTilesAreNoSlowerAnyMore_data()
{
    using Space = search::SearchSpace;
    addProblemColumns();
    QTest::newRow("one grid of regions that waits for its neighbours told about the others: 31 %")
        << "lstm_showtell"
        << "tangram_16x16" << 64 << 12 << 11 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::batchPartition, &Space::spatialPipelining};
    QTest::newRow("memory was taken to be asked for as often as by layers that are alone: 1.3 %")
        << "vgg16"
        << "kapla_16x16" << 61 << 17 << 16 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition, &Space::keepOutputsOnChip, &Space::spatialPipelining};
    QTest::newRow("layers had no room in regions over which they divide well, and others were not tried: 9 %")
        << "alexnet"
        << "tangram_16x16" << 16 << 12 << 11 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition, &Space::spatialPipelining};
    QTest::newRow("segments that no schedule has room for took all rounds, a grid of the same layers each: 47 %")
        << "mobilenet_v1"
        << "tangram_16x16" << 7 << 9 << 8 << static_cast<int>(Goal::Delay)
        << std::vector{&Space::hybridPartition,    &Space::inputChannelPartition, &Space::bufferSharing,
                       &Space::keepOutputsOnChip,  &Space::spatialPipelining,     &Space::accessForwarding,
                       &Space::alternateLoopOrder, &Space::zigzagRegions};
}

/// Answers of KAPLA that took more cycles than without a row of tiles, by so much.
void TestBrokenLawsOfLibrary::moreTilesAreNoSlowerAnyMore()
{
    const Problem problem = problemOfRow();
    Problem smaller = problem;
    --smaller.hardware.tiles.height;
    QVERIFY(solved(problem).cycles <= 1.01 * solved(smaller).cycles);
}

TILESCAPE_TEST(TestBrokenLawsOfLibrary)

} // namespace tst_broken_laws_of_library
#include "tst_broken_laws_of_library.moc"
