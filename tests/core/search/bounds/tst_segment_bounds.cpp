#include "core/search/bounds/segment_bounds.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/search/space/search_task.h"
#include "tests/core/schedule/random_schedules.h"

#include <QTest>

using namespace tilescape;
using samples::Dice;
using schedule::Problem;
using schedule::Schedule;

namespace {

/// A problem of any kind that is small enough to be solved in milliseconds.
Problem anyProblem(Dice& dice)
{
    Problem problem = samples::randomProblem(dice);
    hardware::Hardware& chip = problem.hardware;
    chip.bufferBytesPerTile = static_cast<double>(Count{512} << dice.upTo(8));
    chip.registerBytesPerPe = static_cast<double>(Count{32} << dice.upTo(4));
    chip.busBitsPerCycle = dice.once(2) ? hardware::unlimited : 64;
    chip.staticMilliwatts = dice.once(2) ? 0 : 1000;
    chip.arrayDataflow =
        dice.once(4) ? hardware::ArrayDataflow::Systolic : hardware::ArrayDataflow::RowStationary;
    if (dice.once(4)) {
        chip.sharedBuffer.bytes = static_cast<double>(Count{4096} << dice.upTo(8));
    }
    search::SearchSpace& space = problem.space;
    space.batchPartition = dice.once(2);
    space.inputChannelPartition = dice.once(2);
    space.hybridPartition = space.inputChannelPartition || !dice.once(3);
    space.keepOutputsOnChip = dice.once(2);
    space.spatialPipelining = dice.once(2);
    space.alternateLoopOrder = !dice.once(3);
    space.linearChains = dice.once(4);
    space.mostVertices = dice.once(2) ? 3 : std::numeric_limits<double>::infinity();
    space.counts = dice.once(3) ? Counts::Reference : Counts::Executed;
    space.training = dice.once(5);
    for (const Tensor tensor : allTensors) {
        space.bufferBypass[tensor] = dice.once(2);
    }
    problem.goal = dice.pick(std::array{search::Goal::Energy, search::Goal::Delay, search::Goal::EnergyDelay});
    return problem;
}

pipeline::Segment segmentOf(const Schedule& schedule, std::size_t number)
{
    pipeline::Segment segment;
    for (std::size_t place = 0; place < schedule.layers.size(); ++place) {
        const schedule::ScheduledLayer& layer = schedule.layers[place];
        if (static_cast<std::size_t>(layer.slot.segment) != number) {
            continue;
        }
        segment.first = segment.regions.empty() ? place : segment.first;
        segment.regions.resize(static_cast<std::size_t>(layer.slot.region) + 1);
        segment.regions.back().push_back(layer.layer);
    }
    return segment;
}

/// Compares every segment of a schedule with its bounds; tells where one is above.
QString firstAbove(const Schedule& schedule, double cyclePj, int& compared)
{
    const Problem& problem = *schedule.problem;
    const network::Topology topology = network::topologyOf(problem.network);
    const hardware::Machine machine = hardware::machineOf(problem.hardware);
    const search::SearchTask task{problem.network, topology, problem.batch, machine, problem.space};
    search::SegmentBounds bounds(task);
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        const auto cycles =
            static_cast<double>(pipeline::cyclesOf(schedule.segments[number], schedule.segments.size() == 1));
        double energy = (machine.prices.staticPjPerCycle + cyclePj) * cycles;
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            if (static_cast<std::size_t>(layer.slot.segment) == number) {
                energy += layer.cost.energy.total() - layer.cost.energy.staticPower;
            }
        }
        const pipeline::Segment segment = segmentOf(schedule, number);
        const search::SegmentEnergyBound bound = bounds.energyOf(segment, cyclePj);
        if (!(bound.energyPj <= energy * (1 + 1e-9))) {
            return QStringLiteral("segment %1: %2 pJ, bound %3").arg(number).arg(energy).arg(bound.energyPj);
        }
        const double leastCycles = bounds.cyclesOf(segment);
        if (!(leastCycles <= cycles * (1 + 1e-9) + 1e-6)) {
            return QStringLiteral("segment %1: %2 cycles, bound %3").arg(number).arg(cycles).arg(leastCycles);
        }
        ++compared;
    }
    return {};
}

} // namespace

class TestSegmentBounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noRandomScheduleIsBelow();
    void noSolverIsBelow_data();
    void noSolverIsBelow();
};

/// Schedules that no search would choose.
void TestSegmentBounds::noRandomScheduleIsBelow()
{
    Dice dice(11);
    int compared = 0;
    for (int number = 0; number < 150; ++number) {
        const Schedule schedule = samples::randomSchedule(dice).evaluated();
        QVERIFY(schedule.hasResult());
        const QString fault = firstAbove(schedule, dice.once(2) ? 0 : 1e4, compared);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("schedule %1, %2").arg(number).arg(fault)));
    }
    QVERIFY(compared > 200);
}

void TestSegmentBounds::noSolverIsBelow_data()
{
    QTest::addColumn<QString>("solver");
    QTest::addColumn<int>("problems");
    QTest::newRow("KAPLA") << "kapla" << 120;
    QTest::newRow("exhaustive") << "exhaustive" << 25;
}

/// Whatever the options of the problem.
void TestSegmentBounds::noSolverIsBelow()
{
    QFETCH(QString, solver);
    QFETCH(int, problems);
    const int factor = std::max(1, qEnvironmentVariableIntValue("TILESCAPE_LONGER"));
    Dice dice(static_cast<unsigned>(12 + qEnvironmentVariableIntValue("TILESCAPE_SEED")));
    int compared = 0;
    for (int number = 0; number < problems * factor; ++number) {
        Problem problem = anyProblem(dice);
        problem.solver = solver.toStdString();
        problem.space.roundedFactors = solver == "kapla" && dice.once(5);
        const Schedule schedule = schedule::solve(problem);
        if (!schedule.hasResult()) {
            continue;
        }
        const QString fault = firstAbove(schedule, dice.once(2) ? 0 : 1e4, compared);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("problem %1, %2").arg(number).arg(fault)));
    }
    QVERIFY(compared > problems);
}

QTEST_GUILESS_MAIN(TestSegmentBounds)
#include "tst_segment_bounds.moc"
