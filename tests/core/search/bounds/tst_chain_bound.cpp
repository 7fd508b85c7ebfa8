#include "core/search/bounds/chain_bound.h"

#include "core/io/library.h"
#include "core/schedule/bound_prover.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/solve.h"
#include "tests/core/schedule/random_schedules.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_chain_bound {

using namespace tilescape;
using samples::Dice;
using schedule::Problem;
using schedule::Schedule;
using search::Goal;

namespace {

Problem oneLayer(const network::Layer& layer, Extent size)
{
    Problem problem;
    problem.network = {"one", "", {"input", layer.inputChannels, size}, {}, {layer}};
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {1, 1};
    problem.hardware.registerBytesPerPe = problem.hardware.bufferBytesPerTile = 65536;
    problem.hardware.busBitsPerCycle = hardware::unlimited;
    problem.batch = 4;
    problem.solver = "exhaustive";
    return problem;
}

/// One layer with lengths, filters and strides that divide poorly.
network::Network oddNetwork(Dice& dice)
{
    const Extent filter{dice.upTo(7), dice.upTo(7)};
    const Extent stride{dice.upTo(4), dice.upTo(4)};
    const Count groups = dice.once(3) ? dice.upTo(4) : 1;
    network::Layer layer{"odd",
                         {"input"},
                         network::Convolution{filter, stride, groups},
                         groups * dice.upTo(12),
                         groups * dice.upTo(12),
                         {dice.upTo(15), dice.upTo(15)}};
    const Extent input = network::paddedInputSize(layer);
    switch (dice.upTo(5)) {
    case 1:
        layer.kind = network::Pooling{filter, stride};
        layer.outputChannels = layer.inputChannels;
        break;
    case 2:
        layer.kind = network::FullyConnected{input};
        layer.outputSize = {1, 1};
        break;
    default: break;
    }
    return {"odd", "", {"input", layer.inputChannels, input}, {}, {layer}};
}

} // namespace

class TestChainBound : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isMetWhereNothingIsFetchedTwice();
    void noSolverIsBelow_data();
    void noSolverIsBelow();
    void isAboveOperationsAndCompulsoryWords();
    void segmentsOfAScheduleHaveBoundsOfTheirOwn();
    void isTheSameEveryTime();
    void endsWhereItIsStopped();
};

/// On one tile whose registers hold all, no hops and no choice are left: the bound is what the exhaustive search finds.
void TestChainBound::isMetWhereNothingIsFetchedTwice()
{
    const network::Layer convolution{"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1}, 4, 8, {8, 8}};
    const network::Layer connected{"fc", {"input"}, network::FullyConnected{{8, 8}}, 4, 16, {1, 1}};
    for (const network::Layer& layer : {convolution, connected}) {
        Schedule schedule = schedule::solve(oneLayer(layer, {8, 8}));
        QVERIFY(schedule.hasResult());
        QVERIFY(schedule::proveBounds(schedule, 1));
        const double gap = schedule::gapOf(schedule);
        QVERIFY2(gap >= 1 - 1e-12 && gap <= 1 + 1e-12, qPrintable(QString::number(gap)));
        QCOMPARE(schedule.bound.cycles, schedule.totals.cycles);
    }
}

void TestChainBound::noSolverIsBelow_data()
{
    QTest::addColumn<QString>("solver");
    QTest::addColumn<int>("problems");
    QTest::newRow("KAPLA") << "kapla" << 30;
    QTest::newRow("exhaustive") << "exhaustive" << 6;
    QTest::newRow("random") << "random" << 4;
}

void TestChainBound::noSolverIsBelow()
{
    QFETCH(QString, solver);
    QFETCH(int, problems);
    Dice dice(21);
    int compared = 0;
    for (int number = 0; number < problems; ++number) {
        Problem problem = samples::randomProblem(dice);
        if (dice.once(2)) {
            problem.network = oddNetwork(dice);
            problem.batch = dice.upTo(9);
        }
        problem.space.counts = dice.once(3) ? Counts::Reference : Counts::Executed;
        problem.hardware.bufferBytesPerTile = static_cast<double>(Count{512} << dice.upTo(8));
        problem.hardware.registerBytesPerPe = static_cast<double>(Count{32} << dice.upTo(4));
        problem.hardware.staticMilliwatts = dice.once(2) ? 0 : 1000;
        problem.space.inputChannelPartition = dice.once(2);
        problem.space.training = problem.network.layers.size() > 1 && dice.once(6);
        problem.solver = solver.toStdString();
        for (const Tensor tensor : allTensors) {
            problem.space.bufferBypass[tensor] = dice.once(2);
        }
        problem.goal = dice.pick(std::array{Goal::Energy, Goal::Delay, Goal::EnergyDelay});
        Schedule schedule = schedule::solve(problem);
        if (!schedule.hasResult()) {
            continue;
        }
        const search::LowerBound before = schedule.bound;
        QVERIFY(schedule::proveBounds(schedule, 1 + number % 3)); // any number of threads
        const double energy = schedule.totals.energy.total();
        const search::LowerBound& bound = schedule.bound;
        QVERIFY2(bound.energyPj <= energy * (1 + 1e-9) && bound.cycles <= schedule.totals.cycles * (1 + 1e-9)
                     && bound.energyDelay <= energy * schedule.totals.cycles * (1 + 1e-9),
                 qPrintable(QStringLiteral("problem %1").arg(number)));
        QVERIFY(bound.energyPj >= before.energyPj && bound.cycles >= before.cycles
                && bound.energyDelay >= before.energyDelay);
        QCOMPARE(schedule::provenBound(problem).value(), bound);
        ++compared;
    }
    QVERIFY(compared * 2 > problems);
}

/// Of AlexNet on 16 tiles, hops, buses and maps that pass DRAM are more than a tenth.
void TestChainBound::isAboveOperationsAndCompulsoryWords()
{
    Problem problem;
    problem.network = io::loadNetwork("alexnet").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {4, 4};
    problem.batch = 4;
    problem.solver = "kapla";
    problem.space.batchPartition = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    Schedule schedule = schedule::solve(problem);
    const double before = schedule::gapOf(schedule);
    QVERIFY(schedule::proveBounds(schedule, 1));
    const double after = schedule::gapOf(schedule);
    QVERIFY2(after >= 1 && after < before / 1.1, qPrintable(QStringLiteral("%1, then %2").arg(before).arg(after)));
}

void TestChainBound::segmentsOfAScheduleHaveBoundsOfTheirOwn()
{
    Dice dice(22);
    int compared = 0;
    for (int number = 0; number < 10; ++number) {
        Problem problem = samples::randomProblem(dice);
        problem.hardware.bufferBytesPerTile = 65536;
        problem.hardware.registerBytesPerPe = 512;
        problem.solver = "kapla";
        Schedule schedule = schedule::solve(problem);
        if (!schedule.hasResult()) {
            continue;
        }
        ++compared;
        QVERIFY(schedule::proveBounds(schedule, 1));
        QCOMPARE(schedule.segmentBounds.size(), schedule.segments.size());
        double energyPj = 0;
        for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
            const search::SegmentBound& bound = schedule.segmentBounds[segment];
            const double own = schedule::segmentEnergyPj(schedule, segment);
            QVERIFY(bound.energy.energyPj <= own * (1 + 1e-9));
            double layersPj = 0;
            for (const double layerPj : bound.energy.layersPj) {
                layersPj += layerPj;
            }
            QVERIFY(std::abs(layersPj - bound.energy.energyPj) <= 1e-6 * own);
            energyPj += own;
        }
        QVERIFY(std::abs(energyPj - schedule.totals.energy.total()) <= 1e-9 * energyPj);
    }
    QVERIFY(compared > 4);
}

void TestChainBound::isTheSameEveryTime()
{
    Problem problem;
    problem.network = io::loadNetwork("lstm_phoneme").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.space.keepOutputsOnChip = true;
    problem.goal = Goal::EnergyDelay;
    const auto bound = schedule::provenBound(problem);
    QVERIFY(bound && bound->energyDelay > 0);
    QVERIFY(bound == schedule::provenBound(problem));
}

void TestChainBound::endsWhereItIsStopped()
{
    Problem problem;
    problem.network = io::loadNetwork("resnet152").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.batch = 64;
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!schedule::provenBound(problem, stop.get_token()));
}

TILESCAPE_TEST(TestChainBound)

} // namespace tst_chain_bound
#include "tst_chain_bound.moc"
