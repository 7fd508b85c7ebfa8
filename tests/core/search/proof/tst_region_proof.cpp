#include "core/search/proof/region_proof.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/search/proof/spread_supply.h"
#include "tests/core/search/bounds/segments_against_bounds.h"
#include "tests/registered.h"

#include <QTest>

#include <memory>

namespace tst_region_proof {

using namespace tilescape;
using samples::Dice;
using schedule::Problem;
using schedule::Schedule;

namespace {

/// The bounds of a segment in the regions that the schedule has it in.
samples::SegmentLeasts leastsOf(const samples::BoundedTask& of, const Schedule& schedule)
{
    const auto bounds = std::make_shared<search::SegmentBounds>(of.task);
    const auto proof = std::make_shared<search::RegionProof>(of.task, *bounds);
    return [bounds, proof, &schedule](std::size_t number, const pipeline::Segment& segment, double cyclePj) {
        std::vector<dataflow::Region> regions(segment.regions.size());
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            if (static_cast<std::size_t>(layer.slot.segment) == number) {
                regions[static_cast<std::size_t>(layer.slot.region)] = layer.scheme.region;
            }
        }
        return samples::SegmentLeast{proof->energyIn(segment, regions, cyclePj), proof->cyclesIn(segment, regions)};
    };
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

/// In regions that no search would choose.
void TestRegionProof::noRandomScheduleIsBelow() { samples::verifyNoRandomScheduleIsBelow(23, leastsOf); }

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

TILESCAPE_TEST(TestRegionProof)

} // namespace tst_region_proof
#include "tst_region_proof.moc"
