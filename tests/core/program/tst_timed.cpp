#include "tests/core/program/random_programs.h"

#include <QTest>

#include <cmath>

using namespace samples;
using namespace tilescape::program;

class TestTimed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutLimitsTheCyclesAreTheModels_data();
    void withoutLimitsTheCyclesAreTheModels();
    void layersThatHandOnTakeTheModelsCycles();
    void nothingIsDoneInLessCyclesThanItsBusiestPartTakes();
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
        QCOMPARE(execution.cycles[0].arrays, execution.cycles[0].executed);
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
        auto problem = std::make_shared<schedule::Problem>(*schedule->problem);
        problem->hardware.busBitsPerCycle = 16.0 * static_cast<double>(dice.upTo(8));
        problem->hardware.dramGigabytesPerSecond = static_cast<double>(dice.upTo(20));
        *schedule = schedule::evaluate(problem, schedule->inputPartition, {{0, {}, schedule->layers[0].scheme}});
        const auto program = compile(*schedule);
        if (!program) {
            continue;
        }
        ++run;
        const Execution execution = execute(program.value(), {.timed = true});
        QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
        const SegmentCycles& cycles = execution.cycles[0];
        QVERIFY(cycles.executed * (1 + 1e-9) >= std::max({cycles.arrays, cycles.buses, cycles.channels}));
        QCOMPARE(cycles.arrays, schedule->layers[0].cost.computeCycles);
        // Another order of the streams that are due at once changes who is first, not what is done.
        const Execution again = execute(program.value(), {.interleavingSeed = 9, .timed = true});
        QCOMPARE(again.cycles[0].arrays, cycles.arrays);
        QCOMPARE(again.cycles[0].buses, cycles.buses);
    }
}

QTEST_GUILESS_MAIN(TestTimed)
#include "tst_timed.moc"
