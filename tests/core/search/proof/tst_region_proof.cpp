#include "core/search/proof/region_proof.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/search/proof/spread_supply.h"
#include "core/search/space/search_task.h"
#include "tests/core/schedule/random_schedules.h"
#include "tests/core/search/bounds/bounded_problems.h"

#include <QTest>

using namespace tilescape;
using samples::Dice;
using schedule::Problem;
using schedule::Schedule;

namespace {

/// Compares every segment of a schedule with its bounds in its regions; tells where one is above.
QString firstAbove(const Schedule& schedule, double cyclePj, int& compared)
{
    const samples::BoundedTask of(*schedule.problem);
    search::SegmentBounds bounds(of.task);
    search::RegionProof proof(of.task, bounds);
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        const auto cycles =
            static_cast<double>(pipeline::cyclesOf(schedule.segments[number], schedule.segments.size() == 1));
        const double energy = samples::energyOfSegment(schedule, number, of.machine.prices.staticPjPerCycle + cyclePj);
        const pipeline::Segment segment = samples::segmentOf(schedule, number);
        std::vector<dataflow::Region> regions(segment.regions.size());
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            if (static_cast<std::size_t>(layer.slot.segment) == number) {
                regions[static_cast<std::size_t>(layer.slot.region)] = layer.scheme.region;
            }
        }
        const double bound = proof.energyIn(segment, regions, cyclePj);
        if (!(bound <= energy * (1 + 1e-9))) {
            return QStringLiteral("segment %1: %2 pJ, bound %3").arg(number).arg(energy).arg(bound);
        }
        const double leastCycles = proof.cyclesIn(segment, regions);
        if (!(leastCycles <= cycles * (1 + 1e-9) + 1e-6)) {
            return QStringLiteral("segment %1: %2 cycles, bound %3").arg(number).arg(cycles).arg(leastCycles);
        }
        ++compared;
    }
    return {};
}

} // namespace

class TestRegionProof : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noRandomScheduleIsBelow();
    void noSolverIsBelow_data();
    void noSolverIsBelow();
    void wordsOfAllPlacesAreFetched();
    void boundsRise();
};

/// Schedules that no search would choose, in regions that no search would choose.
void TestRegionProof::noRandomScheduleIsBelow()
{
    Dice dice(23);
    int compared = 0;
    for (int number = 0; number < 150; ++number) {
        const Schedule schedule = samples::randomSchedule(dice).evaluated();
        QVERIFY(schedule.hasResult());
        const QString fault = firstAbove(schedule, dice.once(2) ? 0 : 1e4, compared);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("schedule %1, %2").arg(number).arg(fault)));
    }
    QVERIFY(compared > 200);
}

void TestRegionProof::noSolverIsBelow_data()
{
    QTest::addColumn<QString>("solver");
    QTest::newRow("kapla") << QStringLiteral("kapla");
    QTest::newRow("exhaustive") << QStringLiteral("exhaustive");
    QTest::newRow("random") << QStringLiteral("random");
}

void TestRegionProof::noSolverIsBelow()
{
    QFETCH(QString, solver);
    Dice dice(static_cast<unsigned>(29 + qEnvironmentVariableIntValue("TILESCAPE_SEED")));
    int compared = 0;
    const int factor = std::max(1, qEnvironmentVariableIntValue("TILESCAPE_LONGER"));
    for (int number = 0; number < 25 * factor; ++number) {
        Problem problem = samples::boundedProblem(dice);
        problem.space.roundedFactors = solver == "kapla" && dice.once(5);
        problem.solver = solver.toStdString();
        const Schedule schedule = schedule::solve(problem);
        if (!schedule.hasResult()) {
            continue;
        }
        const samples::BoundedTask of(*schedule.problem);
        search::SegmentBounds bounds(of.task);
        search::RegionProof proof(of.task, bounds);
        const auto always = [](const search::ProofStep&) { return true; };
        const double cyclePj = dice.once(2) ? 0 : 1e4;
        const double energy = schedule.totals.energy.total() + cyclePj * schedule.totals.cycles;
        const double least = proof.energyAt(cyclePj, always);
        QVERIFY2(least <= energy * (1 + 1e-9),
                 qPrintable(QStringLiteral("problem %1: %2 pJ, bound %3").arg(number).arg(energy).arg(least)));
        const double leastCycles = proof.cycles(always);
        QVERIFY2(leastCycles <= schedule.totals.cycles * (1 + 1e-9) + 1e-6,
                 qPrintable(QStringLiteral("problem %1: %2 cycles, bound %3")
                                .arg(number).arg(schedule.totals.cycles).arg(leastCycles)));
        ++compared;
    }
    QVERIFY(compared > 12);
}

/// One tile at a corner of 16 x 16: a map over four channels has 0, 15, 15 and 30 hops to it, 15 in the mean. Not the 0 of the
/// nearest channel.
void TestRegionProof::wordsOfAllPlacesAreFetched()
{
    QCOMPARE(search::largestPart(64, 3, {224, 224}, {2, 2}), 2.0 / 3 / 2); // channels by one side, another length by the other
    QCOMPARE(search::largestPart(1, 1, {8, 8}, {2, 2}), 1.0);              // it may be the batch that both sides cut
    const double least = search::leastHopsFrom({{1000, {0, 15, 15, 30}}}, 250);
    QVERIFY2(least <= 15000 && least > 14000, qPrintable(QString::number(least)));
}

/// From the bound of any regions to that of the regions: step by step no lower, and at least as high at the end.
void TestRegionProof::boundsRise()
{
    Problem problem;
    problem.network = io::loadNetwork("mlp_l").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.batch = 64;
    problem.space.keepOutputsOnChip = true;
    problem.space.spatialPipelining = true;
    const samples::BoundedTask of(problem);
    search::SegmentBounds bounds(of.task);
    search::RegionProof proof(of.task, bounds);
    std::vector<double> steps;
    const double last = proof.energyAt(0, [&](const search::ProofStep& step) {
        steps.push_back(step.bound);
        return true;
    });
    QVERIFY(std::is_sorted(steps.begin(), steps.end()));
    QVERIFY2(last > steps.front() * 1.02, "the bound of any regions is as high: regions tell nothing");
}

QTEST_GUILESS_MAIN(TestRegionProof)
#include "tst_region_proof.moc"
