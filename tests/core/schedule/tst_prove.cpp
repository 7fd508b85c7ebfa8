#include "core/schedule/prove.h"

#include "core/schedule/advice.h"
#include "core/schedule/solve.h"
#include "core/schedule/write_directives.h"
#include "tests/core/schedule/problem_samples.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <vector>

namespace tst_prove {

using namespace tilescape;
using schedule::Proof;
using schedule::ProofEnd;
using schedule::ProofProgress;

class TestProve : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void searchAndBoundMeet_data();
    void searchAndBoundMeet();
    void nothingIsProvenOfWhatIsOutsideTheSpace();
    void endsInTime();
    void endsWhereMemoryIsFull();

private:
    static schedule::Problem problemFor(search::Goal goal)
    {
        schedule::Problem problem = samples::problemInKaplaSpace("mlp_s", {7, 7}, 16);
        problem.goal = goal;
        return problem;
    }
};

void TestProve::searchAndBoundMeet_data()
{
    QTest::addColumn<search::Goal>("goal");
    QTest::newRow("energy") << search::Goal::Energy;
    QTest::newRow("delay") << search::Goal::Delay;
    QTest::newRow("energy x delay") << search::Goal::EnergyDelay;
}

/// Step by step the incumbent falls and the bound rises; what comes out is no worse than a solve, and the same on any
/// number of threads.
void TestProve::searchAndBoundMeet()
{
    QFETCH(search::Goal, goal);
    const schedule::Problem problem = problemFor(goal);
    const double solved = measureOf(schedule::solve(problem).totals, goal);
    std::vector<double> bounds;
    for (const int threads : {1, 2}) {
        schedule::ProofControl control;
        control.threads = threads;
        std::vector<ProofProgress> steps;
        control.onProgress = [&steps](const ProofProgress& step) { steps.push_back(step); };
        const Proof proof = schedule::prove(problem, control);
        QVERIFY(proof.end == ProofEnd::Exhausted || proof.end == ProofEnd::GapReached);
        const double found = measureOf(proof.schedule.totals, goal);
        QVERIFY(found <= solved);
        QVERIFY2(proof.bound <= found * (1 + 1e-9) && proof.gap() < 1.1, qPrintable(QString::number(proof.gap())));
        const auto improves = [](const ProofProgress& a, const ProofProgress& b) {
            return b.incumbent <= a.incumbent && b.bound >= a.bound && b.seconds >= a.seconds;
        };
        QVERIFY(std::adjacent_find(steps.begin(), steps.end(),
                                   [&](const auto& a, const auto& b) { return !improves(a, b); })
                == steps.end());
        bounds.push_back(proof.bound);
        bounds.push_back(found);
    }
    QCOMPARE(bounds[2], bounds[0]);
    QCOMPARE(bounds[3], bounds[1]);
}

/// A schedule with more freedom, kept where there is less: below what is known at once where maps stay on chip, below what the proof finds
/// out where the batch is split.
void TestProve::nothingIsProvenOfWhatIsOutsideTheSpace()
{
    const schedule::Problem free = samples::problemInKaplaSpace("lenet_c", {4, 4}, 16);
    schedule::Problem offChip = free;
    offChip.space.keepOutputsOnChip = offChip.space.spatialPipelining = false;
    schedule::Problem wholeBatch = offChip;
    wholeBatch.space.batchPartition = false;
    const auto isOutside = [](const schedule::Problem& problem, const schedule::Schedule& kept) {
        const Proof proof = schedule::prove(schedule::keeping(problem, kept), {});
        QCOMPARE(schedule::nameOf(proof.end), std::string_view("outside_space"));
        QVERIFY2(proof.gap() < 1, qPrintable(QString::number(proof.gap())));
        QCOMPARE(proof.schedule.totals.energy.total(), kept.totals.energy.total());
    };
    isOutside(offChip, schedule::solve(free));
    isOutside(wholeBatch, schedule::solve(offChip));
}

void TestProve::endsInTime()
{
    schedule::ProofControl control;
    control.seconds = 0.001;
    const Proof proof = schedule::prove(problemFor(search::Goal::EnergyDelay), control);
    QVERIFY(proof.end == ProofEnd::Stopped);
    QVERIFY(proof.schedule.hasResult() && proof.bound > 0);
}

/// What there is then is kept.
void TestProve::endsWhereMemoryIsFull()
{
    schedule::ProofControl control;
    control.bytes = 1;
    const Proof proof = schedule::prove(problemFor(search::Goal::EnergyDelay), control);
    QVERIFY(proof.end == ProofEnd::MemoryFull);
    QVERIFY(proof.schedule.hasResult() && proof.bound > 0);
    QCOMPARE(schedule::nameOf(proof.end), std::string_view("memory_full"));
}

TILESCAPE_TEST(TestProve)

} // namespace tst_prove
#include "tst_prove.moc"
