#include "tests/core/program/random_programs.h"

#include <QTest>

#include <cmath>

using namespace samples;
using namespace tilescape::program;

namespace {

/// The schedule of one layer on a chip with a narrow bus and slow memory.
schedule::Schedule withLimits(const schedule::Schedule& schedule, Dice& dice)
{
    auto problem = std::make_shared<schedule::Problem>(*schedule.problem);
    problem->hardware.busBitsPerCycle = 16.0 * static_cast<double>(dice.upTo(8));
    problem->hardware.dramGigabytesPerSecond = static_cast<double>(dice.upTo(20));
    return schedule::evaluate(problem, schedule.inputPartition, {{0, {}, schedule.layers[0].scheme}});
}

} // namespace

class TestTimed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutLimitsTheCyclesAreTheModels_data();
    void withoutLimitsTheCyclesAreTheModels();
    void layersThatHandOnTakeTheModelsCycles();
    void nothingIsDoneInLessCyclesThanItsBusiestPartTakes();
    void aTileIsNeverIdleWhileNothingMoves();
    void weightsOfTilesInOneCornerComeThroughOneChannel();
};

void TestTimed::withoutLimitsTheCyclesAreTheModels_data()
{
    QTest::addColumn<bool>("shared");
    QTest::newRow("buffers of their own") << false;
    QTest::newRow("shared buffers") << true;
}

void TestTimed::withoutLimitsTheCyclesAreTheModels()
{
    QFETCH(bool, shared);
    Dice dice(shared ? 33 : 31);
    for (Count run = 0; run < (shared ? 150 : 300);) {
        const auto schedule = shared ? randomSharedSchedule(dice) : randomOneLayerSchedule(dice);
        const auto program = schedule ? compile(*schedule) : support::Result<Program>(support::Diagnostic{});
        if (!program) {
            continue;
        }
        ++run;
        const Execution execution = execute(program.value(), {.timed = true});
        QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
        QCOMPARE(execution.cycles.size(), std::size_t{1});
        QCOMPARE(execution.cycles[0].executed, schedule->layers[0].cost.computeCycles);
        QCOMPARE(execution.cycles[0].array.cycles, execution.cycles[0].executed);
    }
}

/// Layers that follow each other on the same tiles take their cycles together. Regions side by side may take less, since the machine
/// hands on each unit, the model each group; and a few take more, since a piece is made anew only when it has been taken.
void TestTimed::layersThatHandOnTakeTheModelsCycles()
{
    Dice dice(34);
    Count run = 0;
    Count segments = 0;
    Count sooner = 0;
    Count later = 0;
    while (run < 200) {
        const auto schedule = randomSegments(dice);
        const auto program = schedule ? compile(*schedule) : support::Result<Program>(support::Diagnostic{});
        if (!program || !handsOn(program.value())) {
            continue;
        }
        ++run;
        std::vector<Count> regions(schedule->segments.size(), 1);
        for (const schedule::ScheduledLayer& placed : schedule->layers) {
            Count& most = regions[static_cast<std::size_t>(placed.slot.segment)];
            most = std::max(most, static_cast<Count>(placed.slot.region) + 1);
        }
        const ExecutionOptions options{.interleavingSeed = static_cast<std::uint64_t>(run), .timed = true};
        const Execution execution = execute(program.value(), options);
        QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
        for (std::size_t segment = 0; segment < execution.cycles.size(); ++segment) {
            const SegmentCycles& cycles = execution.cycles[segment];
            if (regions[segment] == 1) { // the model has whole cycles
                QVERIFY2(std::abs(cycles.executed - cycles.model) < 1,
                         qPrintable(QString("%1 cycles, %2 in the model").arg(cycles.executed).arg(cycles.model)));
                continue;
            }
            ++segments;
            sooner += cycles.executed < 0.98 * cycles.model ? 1 : 0;
            later += cycles.executed > 1.02 * cycles.model ? 1 : 0;
        }
    }
    QVERIFY2(segments > 20 && sooner < segments / 2 && later < segments / 10,
             qPrintable(QString("%1 of %2 sooner, %3 later").arg(sooner).arg(segments).arg(later)));
}

void TestTimed::nothingIsDoneInLessCyclesThanItsBusiestPartTakes()
{
    Dice dice(32);
    Count run = 0;
    while (run < 300) {
        auto schedule = dice.once(2) ? randomOneLayerSchedule(dice) : randomSharedSchedule(dice);
        if (!schedule) {
            continue;
        }
        *schedule = withLimits(*schedule, dice);
        const auto program = compile(*schedule);
        if (!program) {
            continue;
        }
        ++run;
        const Execution execution = execute(program.value(), {.timed = true});
        QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
        const SegmentCycles& cycles = execution.cycles[0];
        QVERIFY(cycles.executed * (1 + 1e-9) >= cycles.part(cycles.busiest()).cycles);
        QCOMPARE(cycles.array.cycles, schedule->layers[0].cost.computeCycles);
        // Another order of the streams that are due at once changes who is first, not what is done.
        const Execution again = execute(program.value(), {.interleavingSeed = 9, .timed = true});
        QCOMPARE(again.cycles[0].array.cycles, cycles.array.cycles);
        QCOMPARE(again.cycles[0].bus.cycles, cycles.bus.cycles);
    }
}

/// On one tile with one memory channel the array, a bus or the channel is at work in every cycle, so that all their work one after
/// another is the most that can be needed.
void TestTimed::aTileIsNeverIdleWhileNothingMoves()
{
    Dice dice(35);
    Count run = 0;
    Count overlaps = 0;
    while (run < 300) {
        auto schedule = randomOneLayerSchedule(dice);
        if (!schedule || schedule->problem->hardware.tiles.size() > 1) {
            continue;
        }
        *schedule = withLimits(*schedule, dice);
        const auto program = compile(*schedule);
        if (!program) {
            continue;
        }
        ++run;
        const Execution execution = execute(program.value(), {.timed = true});
        QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
        const SegmentCycles& cycles = execution.cycles[0];
        double carried = 0; // words over the three buses
        double moved = 0;   // words from and to memory
        for (const Tensor tensor : allTensors) {
            const TensorCount& count = execution.counts[0][tensor];
            const bool inBuffer = program.value().layers[0].ranges[tensor].inBuffer;
            carried += static_cast<double>(inBuffer ? count.buffer : count.dram);
            moved += static_cast<double>(count.dram);
        }
        const double all = cycles.array.cycles + carried / program.value().busWordsPerCycle + moved / program.value().dramWordsPerCycle;
        QVERIFY2(cycles.executed <= all * (1 + 1e-9), qPrintable(QString("%1 of %2").arg(cycles.executed).arg(all)));
        overlaps += cycles.executed < 0.98 * all ? 1 : 0;
    }
    QVERIFY2(overlaps > run / 4, qPrintable(QString::number(overlaps)));
}

/// The model divides the time of DRAM among all channels; the words come through the nearest.
void TestTimed::weightsOfTilesInOneCornerComeThroughOneChannel()
{
    schedule::Problem problem;
    problem.batch = 1;
    problem.hardware.tiles = {4, 4}; // a channel at each corner
    problem.hardware.peArray = {4, 4};
    problem.hardware.dramGigabytesPerSecond = 1;
    problem.network = {"one", "", {"input", 64, {1, 1}}, {}, {{"fc", {"input"}, network::FullyConnected{{1, 1}}, 64, 64, {1, 1}}}};
    QVERIFY(network::check(problem.network).empty());
    dataflow::LayerScheme scheme;
    scheme.region = dataflow::wholeChip({1, 1});
    const dataflow::LoopNest nest = dataflow::loopNest(dataflow::tileLayer(problem.network.layers[0], 1, scheme.partition, Counts::Executed),
                                                       hardware::machineOf(problem.hardware).shape.peArray, scheme.replication);
    for (const Loop loop : allLoops) {
        scheme.blocking.factors[loop] = {1, nest.iterations[loop], 1};
    }
    const schedule::Schedule schedule = schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {{0, {}, scheme}});
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    const auto program = compile(schedule);
    QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
    const Execution execution = execute(program.value(), {.timed = true});
    const SegmentCycles& cycles = execution.cycles[0];
    QVERIFY(cycles.busiest() == SegmentCycles::Kind::Channel);
    QVERIFY(cycles.channel.tile == (Tile{0, 0}));
    QVERIFY(cycles.channel.cycles > 0.98 * cycles.executed);
    QVERIFY2(cycles.executed > 3.8 * cycles.model && cycles.executed < 4.1 * cycles.model,
             qPrintable(QString("%1 cycles, %2 in the model").arg(cycles.executed).arg(cycles.model)));
}

QTEST_GUILESS_MAIN(TestTimed)
#include "tst_timed.moc"
