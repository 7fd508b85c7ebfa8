#include "core/schedule/bound_prover.h"

#include "core/schedule/advice.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/solve.h"
#include "tests/core/schedule/problem_samples.h"
#include "tests/core/search/bounds/bounded_problems.h"
#include "tests/registered.h"

#include <QTest>

#include <memory>
#include <optional>
#include <stop_token>

namespace tst_bound_prover {

using namespace tilescape;
using samples::Dice;
using schedule::BoundProver;
using schedule::Problem;
using schedule::Schedule;
using search::Goal;

namespace {

Schedule provenOn(Schedule schedule, int threads)
{
    schedule::proveAll(schedule, threads);
    return schedule;
}

} // namespace

class TestBoundProver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noSolverIsBelow_data()
    {
        QTest::addColumn<QString>("solver");
        QTest::newRow("kapla") << "kapla";
        QTest::newRow("exhaustive") << "exhaustive";
        QTest::newRow("random") << "random";
    }

    /// The closer bound of KAPLA's schedule holds for what any solver finds for the problem.
    void noSolverIsBelow()
    {
        QFETCH(QString, solver);
        Dice dice(static_cast<unsigned>(71 + qEnvironmentVariableIntValue("TILESCAPE_SEED")));
        const int factor = std::max(1, qEnvironmentVariableIntValue("TILESCAPE_LONGER"));
        int compared = 0;
        for (int number = 0; number < 40 * factor; ++number) {
            Problem problem = samples::boundedProblem(dice);
            problem.solver = "kapla";
            Schedule schedule = schedule::solve(problem);
            if (!schedule.hasResult()) {
                continue;
            }
            // Of a dearer schedule any bound that is too high is told as well.
            Schedule dear = schedule;
            dear.totals.energy.dram += 2 * dear.totals.energy.total();
            dear.totals.cycles *= 3;
            BoundProver prover(dear, 1);
            QVERIFY(prover.prove());
            const search::LowerBound before = dear.bound;
            if (!prover.close()) {
                QCOMPARE(dear.closerBound, 0.0);
                continue;
            }
            QVERIFY(dear.bound == before && dear.closerBound > schedule::boundOf(before, problem.goal));
            QCOMPARE(schedule::closestBoundOf(dear), dear.closerBound);
            problem.solver = solver.toStdString();
            const Schedule other = solver == QStringLiteral("kapla") ? schedule : schedule::solve(problem);
            QVERIFY(other.hasResult());
            QVERIFY2(schedule::measureOf(other) >= dear.closerBound * (1 - 1e-9),
                     qPrintable(QStringLiteral("problem %1: %2, bound %3")
                                    .arg(number)
                                    .arg(schedule::measureOf(other))
                                    .arg(dear.closerBound)));
            ++compared;
        }
        QVERIFY2(compared > 12, qPrintable(QString::number(compared)));
    }

    void isTheSameOnAnyNumberOfThreads()
    {
        for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
            Problem problem = samples::problemInKaplaSpace("alexnet", {4, 4}, 16);
            problem.goal = goal;
            const Schedule schedule = schedule::solve(problem);
            const Schedule once = provenOn(schedule, 1);
            QVERIFY(once.closerBound > 0);
            QCOMPARE(provenOn(schedule, 3).closerBound, once.closerBound);
        }
    }

    /// Also where there are more regions than it looks at.
    void endsInTheSamePlaceOnAnyNumberOfThreads()
    {
        Problem problem = samples::problemInKaplaSpace("vgg16", {16, 16}, 64);
        problem.goal = Goal::Delay;
        const Schedule schedule = schedule::solve(problem);
        QCOMPARE(provenOn(schedule, 3).closerBound, provenOn(schedule, 1).closerBound);
    }

    /// What was known of the problem before is not lost: for energy x delay each schedule has a line of its own.
    void isNeverLowered()
    {
        Problem problem = samples::problemInKaplaSpace("mlp_m", {4, 4}, 16);
        problem.goal = Goal::EnergyDelay;
        Schedule schedule = schedule::solve(problem);
        schedule::proveAll(schedule, 1);
        QVERIFY(schedule.closerBound > 0);
        const double known = schedule.closerBound;
        schedule.totals.cycles *= 100; // a line far from the least product
        schedule::proveAll(schedule, 1);
        QVERIFY(schedule.closerBound >= known);
    }

    /// Half of what was unknown, or more, on 256 tiles: words come from where memory is.
    void isMuchCloser()
    {
        Problem problem = samples::problemInKaplaSpace("alexnet", {16, 16}, 64);
        problem.goal = Goal::EnergyDelay;
        Schedule schedule = schedule::solve(problem);
        BoundProver prover(schedule, 2);
        QVERIFY(prover.prove());
        const double before = schedule::gapOf(schedule) - 1;
        QVERIFY(prover.close());
        const double after = schedule::gapOf(schedule) - 1;
        QVERIFY2(after > 0 && after < before / 2, qPrintable(QStringLiteral("%1, then %2").arg(before).arg(after)));
    }

    /// One that no solver chooses, as one edited by hand may be: then nothing closer is said of it, nor taken over from another.
    void isNotSaidOfWhatIsBelow()
    {
        const Schedule proven = provenOn(schedule::solve(samples::problemInKaplaSpace("mlp_m", {4, 4}, 16)), 1);
        QVERIFY(proven.closerBound > 0);
        Schedule below = proven;
        below.closerBound = 0;
        below.isKept = true;
        below.totals.energy.dram -= schedule::measureOf(proven) - 0.999 * proven.closerBound;
        QVERIFY(schedule::measureOf(below) < proven.closerBound);
        BoundProver prover(below, 1);
        QVERIFY(prover.prove() && !prover.close());
        QVERIFY(!schedule::takeBounds(below, proven));
        QCOMPARE(below.closerBound, 0.0);
        Schedule above = proven;
        above.closerBound = 0;
        QVERIFY(schedule::takeBounds(above, proven));
        QCOMPARE(above.closerBound, proven.closerBound);
    }

    void leavesTheScheduleWhereItIsStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        Schedule schedule = schedule::solve(samples::problemInKaplaSpace("alexnet", {16, 16}, 64));
        const search::LowerBound before = schedule.bound;
        BoundProver prover(schedule, 1);
        QVERIFY(!prover.prove(stop.get_token()));
        QVERIFY(!prover.close(stop.get_token()));
        QVERIFY(schedule.bound == before && schedule.segmentBounds.empty());
        QCOMPARE(schedule.closerBound, 0.0);
    }

    void thereIsNoneOnAChipTooLargeForAProof()
    {
        Schedule schedule = schedule::solve(samples::problemInKaplaSpace("mlp_m", {40, 40}, 4));
        QVERIFY(schedule.hasResult());
        BoundProver prover(schedule, 1);
        QVERIFY(prover.prove());
        QVERIFY(!prover.close());
    }
};

TILESCAPE_TEST(TestBoundProver)

} // namespace tst_bound_prover
#include "tst_bound_prover.moc"
