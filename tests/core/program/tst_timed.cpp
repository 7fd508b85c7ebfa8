#include "tests/core/program/random_programs.h"

#include <QTest>

using namespace samples;
using namespace tilescape::program;

class TestTimed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutLimitsTheCyclesAreTheModels();
    void nothingIsDoneInLessCyclesThanItsBusiestPartTakes();
};

void TestTimed::withoutLimitsTheCyclesAreTheModels()
{
    Dice dice(31);
    Count run = 0;
    while (run < 300) {
        const auto schedule = randomOneLayerSchedule(dice);
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
