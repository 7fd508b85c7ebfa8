#include "core/search/bounds/segment_bounds.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/search/space/search_task.h"
#include "tests/core/schedule/random_schedules.h"
#include "tests/core/search/bounds/bounded_problems.h"

#include <QTest>

using namespace tilescape;
using samples::Dice;
using schedule::Problem;
using schedule::Schedule;

namespace {

/// Compares every segment of a schedule with its bounds; tells where one is above.
QString firstAbove(const Schedule& schedule, double cyclePj, int& compared)
{
    const samples::BoundedTask of(*schedule.problem);
    search::SegmentBounds bounds(of.task);
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        const auto cycles =
            static_cast<double>(pipeline::cyclesOf(schedule.segments[number], schedule.segments.size() == 1));
        const double energy = samples::energyOfSegment(schedule, number, of.machine.prices.staticPjPerCycle + cyclePj);
        const pipeline::Segment segment = samples::segmentOf(schedule, number);
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
        Problem problem = samples::boundedProblem(dice);
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
