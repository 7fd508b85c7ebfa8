#include "core/schedule/segment_timeline.h"
#include "tests/core/program/random_programs.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_timed {

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

bool isSideBySide(const schedule::Schedule& schedule, std::size_t segment)
{
    return std::any_of(schedule.layers.begin(), schedule.layers.end(), [&](const schedule::ScheduledLayer& placed) {
        return placed.slot.segment == static_cast<Count>(segment) && placed.slot.region > 0;
    });
}

/// Whether all layers have the same batch groups, and what is made in groups of channels for another region is taken in the same, as
/// in all that a solver finds.
bool handsOnInStep(const schedule::Schedule& schedule, std::size_t segment)
{
    std::set<Count> batchGroups;
    for (const schedule::ScheduledLayer& placed : schedule.layers) {
        if (placed.slot.segment == static_cast<Count>(segment)) {
            batchGroups.insert(pipeline::pipelineGroups(placed.scheme.blocking).batch);
        }
    }
    const auto timeline = schedule::segmentTimeline(schedule, static_cast<Count>(segment));
    const auto& layers = timeline.execution->segment().layers;
    return batchGroups.size() == 1 && std::all_of(layers.begin(), layers.end(), [&](const pipeline::ExecutedSegment::Layer& layer) {
        return std::all_of(layer.arrivals.begin(), layer.arrivals.end(), [&](const auto& arrival) {
            return layers[arrival.from].region == layer.region || arrival.held > 0;
        });
    });
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

/// Layers that follow each other on the same tiles take their cycles together. Of regions side by side the model is never too low;
/// the machine may take less, since it hands on each unit as it is made. Handing on groups, as the model has it, it takes less only
/// where tiles have less to do than the model counts, or where much of a group is in the registers before it is worked on.
void TestTimed::layersThatHandOnTakeTheModelsCycles()
{
    Dice dice(34);
    Count segments = 0;
    Count unitsSooner = 0;
    Count groupsSooner = 0;
    while (segments < 90) {
        const auto schedule = randomSegments(dice);
        const auto program = schedule ? compile(*schedule) : support::Result<Program>(support::Diagnostic{});
        if (!program || !handsOn(program.value())) {
            continue;
        }
        ExecutionOptions options{.interleavingSeed = static_cast<std::uint64_t>(segments), .timed = true};
        const Execution byUnits = execute(program.value(), options);
        options.handOver = ExecutionOptions::HandOver::Groups;
        const Execution byGroups = execute(program.value(), options);
        for (const Execution* execution : {&byUnits, &byGroups}) {
            QVERIFY2(execution->holds(), execution->fault ? describe(*execution->fault).c_str() : "");
        }
        for (std::size_t segment = 0; segment < byUnits.cycles.size(); ++segment) {
            const SegmentCycles& cycles = byUnits.cycles[segment];
            const double groups = byGroups.cycles[segment].executed;
            const QString told = QString("%1 cycles by units, %2 by groups, %3 in the model").arg(cycles.executed).arg(groups).arg(cycles.model);
            if (!isSideBySide(*schedule, segment)) { // the model has whole cycles
                QVERIFY2(std::abs(cycles.executed - cycles.model) < 1 && std::abs(groups - cycles.model) < 1, qPrintable(told));
            } else if (handsOnInStep(*schedule, segment)) {
                ++segments;
                QVERIFY2(cycles.executed <= 1.02 * cycles.model && groups <= 1.02 * cycles.model, qPrintable(told));
                QVERIFY2(cycles.executed <= 1.02 * groups, qPrintable(told));
                unitsSooner += cycles.executed < 0.98 * cycles.model ? 1 : 0;
                groupsSooner += groups < 0.98 * cycles.model ? 1 : 0;
            }
        }
    }
    QVERIFY2(
        unitsSooner < segments / 4 && groupsSooner < segments / 15,
        qPrintable(QString("of %1 %2 sooner by units, %3 by groups").arg(segments).arg(unitsSooner).arg(groupsSooner)));
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

TILESCAPE_TEST(TestTimed)

} // namespace tst_timed
#include "tst_timed.moc"
