#include "core/search/bounds/network_bound.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/search/space/search_task.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_network_bound {

using namespace tilescape;
using schedule::Problem;
using search::LowerBound;

namespace {

LowerBound boundOf(const Problem& problem)
{
    const network::Topology topology = network::topologyOf(problem.network);
    const hardware::Machine machine = hardware::machineOf(problem.hardware);
    return search::networkBound({problem.network, topology, problem.batch, machine, problem.space});
}

double dramWords(const schedule::Schedule& schedule)
{
    return schedule.totals.accesses[Level::Dram];
}

} // namespace

class TestNetworkBound : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneLayerByHand();
    void nothingIsBelowIt_data();
    void nothingIsBelowIt();
    void aLayerAloneBringsItsWeightsIn();
    void asTheReferenceCountsASegmentOfAllLayersHasNoMemoryToWaitFor();
};

/// 10 inputs, 20 outputs, batch 4: 200 weights, 40 inputs, 80 outputs, 800 operations.
void TestNetworkBound::oneLayerByHand()
{
    Problem problem;
    problem.network.name = "one";
    problem.network.input = {"input", 10, {1, 1}};
    network::Layer layer{"fc", {"input"}, network::FullyConnected{{1, 1}}, 10, 20, {1, 1}};
    problem.network.layers = {layer};
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.batch = 4;
    const hardware::Machine machine = hardware::machineOf(problem.hardware);
    const LowerBound bound = boundOf(problem);
    QCOMPARE(bound.dramWords, 320.0);
    const double energy =
        800 * (machine.prices.macPj + 4 * machine.prices.accessPj[Level::Register]) + 320 * machine.prices.accessPj[Level::Dram];
    QCOMPARE(bound.energyPj, energy + machine.prices.staticPjPerCycle * bound.cycles);
    QCOMPARE(bound.cycles, 800.0 / static_cast<double>(machine.shape.tiles.size() * machine.shape.peArray.size()));
}

void TestNetworkBound::nothingIsBelowIt_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<int>("side");
    QTest::addColumn<bool>("pipelined");
    QTest::addColumn<bool>("training");
    QTest::addColumn<QString>("solver");
    for (const char* network : {"alexnet", "mlp_m", "lstm_phoneme", "mobilenet_v1", "resnet50", "bert_tiny"}) {
        for (const char* chip : {"kapla_16x16", "kapla_edge"}) {
            for (const bool pipelined : {false, true}) {
                for (const bool training : {false, true}) {
                    QTest::addRow("%s, %s%s%s", network, chip, pipelined ? ", pipelined" : "", training ? ", training" : "")
                        << network << chip << (QString(chip) == "kapla_edge" ? 1 : 4) << pipelined << training << "kapla";
                }
            }
        }
    }
    QTest::addRow("MLP-M, exhaustive, weights pinned") << "mlp_m" << "kapla_16x16" << 8 << true << false << "exhaustive";
    QTest::addRow("AlexNet, exhaustive") << "alexnet" << "kapla_16x16" << 2 << true << false << "exhaustive";
}

void TestNetworkBound::nothingIsBelowIt()
{
    QFETCH(QString, network);
    QFETCH(QString, chip);
    QFETCH(int, side);
    QFETCH(bool, pipelined);
    QFETCH(bool, training);
    QFETCH(QString, solver);
    Problem problem;
    problem.network = io::loadNetwork(network.toStdString()).value();
    problem.hardware = io::loadHardware(chip.toStdString()).value();
    problem.hardware.tiles = {side, side};
    problem.batch = 2;
    problem.solver = solver.toStdString();
    problem.space.training = training;
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = pipelined;
    const schedule::Schedule schedule = schedule::solve(problem);
    if (!schedule.hasResult()) {
        QSKIP("nothing fits");
    }
    const LowerBound bound = boundOf(*schedule.problem);
    QVERIFY(bound.energyPj > 0);
    QVERIFY(bound.energyPj <= schedule.totals.energy.total());
    QVERIFY(bound.dramWords <= dramWords(schedule));
    QVERIFY(bound.cycles <= schedule.totals.cycles);
}

void TestNetworkBound::asTheReferenceCountsASegmentOfAllLayersHasNoMemoryToWaitFor()
{
    Problem problem;
    const auto layer = [](const char* name, const char* input, Count inputs) {
        return network::Layer{name, {input}, network::FullyConnected{{1, 1}}, inputs, 64, {1, 1}};
    };
    problem.network = {
        "two", "", {"input", 32, {1, 1}}, {}, {layer("first", "input", 32), layer("second", "first", 64)}};
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {4, 2};
    problem.hardware.dramGigabytesPerSecond = 1;
    problem.batch = 16;
    problem.solver = "kapla";
    problem.space.spatialPipelining = true;
    for (const Counts counts : {Counts::Reference, Counts::Executed}) {
        problem.space.counts = counts;
        const schedule::Schedule schedule = schedule::solve(problem);
        QVERIFY(schedule.bound.cycles <= schedule.totals.cycles
                && schedule.bound.energyPj <= schedule.totals.energy.total());
    }
}

/// Weights stay on chip where the network is one pipeline. Without pipelining a single layer is no exception.
void TestNetworkBound::aLayerAloneBringsItsWeightsIn()
{
    Problem problem;
    problem.network = {"alone", "", {"input", 127, {13, 13}}, {},
                       {{"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1}, 127, 127, {13, 13}}}};
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {4, 4};
    problem.hardware.bufferBytesPerTile = 16384;
    problem.batch = 1;
    for (const bool keeps : {false, true}) {
        problem.space.keepOutputsOnChip = keeps;
        double exhaustive = 0;
        for (const char* solver : {"exhaustive", "kapla"}) {
            problem.solver = solver;
            const schedule::Schedule schedule = schedule::solve(problem);
            QVERIFY(schedule.hasResult());
            QVERIFY(schedule.layers.front().cost.fetches[Storage::Buffer][Tensor::Weight] >= 1);
            QVERIFY(schedule.bound.dramWords <= dramWords(schedule) && schedule.bound.energyPj <= schedule.totals.energy.total());
            exhaustive = exhaustive > 0 ? exhaustive : schedule.totals.energy.total();
            QVERIFY2(schedule.totals.energy.total() >= exhaustive * (1 - 1e-9), "less than the best");
        }
    }
    problem.space.spatialPipelining = true;
    // Sixteen buffers of 8,192 words hold fewer than 145,161 weights, and what passes them by does not stay.
    QVERIFY(schedule::solve(problem).layers.front().cost.fetches[Storage::Buffer][Tensor::Weight] >= 1);
    problem.hardware.bufferBytesPerTile = 65536;
    problem.batch = 4;
    const schedule::Schedule pinned = schedule::solve(problem);
    QCOMPARE(pinned.layers.front().cost.fetches[Storage::Buffer][Tensor::Weight], 0.0);
    QVERIFY(pinned.bound.dramWords <= dramWords(pinned));
}

TILESCAPE_TEST(TestNetworkBound)

} // namespace tst_network_bound
#include "tst_network_bound.moc"
