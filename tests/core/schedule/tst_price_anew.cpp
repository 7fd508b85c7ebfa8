#include "random_schedules.h"

#include "core/io/schedule_json.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/same_run.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>

namespace tst_price_anew {

using namespace tilescape;

namespace {

/// What `solve` would price the standing schemes to.
schedule::Schedule evaluated(const schedule::Problem& problem, const schedule::Schedule& standing)
{
    return schedule::evaluate(std::make_shared<const schedule::Problem>(problem), standing.inputPartition, schedule::schemesOf(standing));
}

} // namespace

/// The first step of an answer: the schedule that stands, priced for new parameters.
class PriceAnewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A row of edits, each priced from the step before, byte by byte as from nothing.
    void givesWhatEvaluateGives()
    {
        int priced = 0;
        int sameShape = 0;
        for (unsigned seed = 0; seed < 120; ++seed) {
            samples::Dice dice(seed);
            const samples::RandomSchedule made = samples::randomSchedule(dice);
            schedule::Schedule standing = made.evaluated();
            schedule::Problem problem = made.problem;
            for (int step = 0; step < 12 && standing.hasResult(); ++step) {
                samples::edit(dice, problem);
                const auto anew = schedule::priceAnew(problem, standing);
                const bool sameSpace = schedule::usableSpace(problem) == standing.problem->space;
                const schedule::Schedule expected = evaluated(problem, standing);
                QCOMPARE(anew.has_value(), sameSpace && expected.hasResult());
                if (!anew) {
                    problem = *standing.problem;
                    continue;
                }
                ++priced;
                sameShape += schedule::keepsShape(problem, standing) ? 1 : 0;
                QCOMPARE(io::writeScheduleJson(*anew), io::writeScheduleJson(expected));
                for (std::size_t i = 0; i < expected.layers.size(); ++i) {
                    QCOMPARE(anew->layers[i].cost.energy.total(), expected.layers[i].cost.energy.total());
                    QCOMPARE(anew->layers[i].cost.cycles, expected.layers[i].cost.cycles);
                    QVERIFY(anew->layers[i].cost.rotationRounds == expected.layers[i].cost.rotationRounds);
                }
                standing = *anew;
            }
        }
        QVERIFY2(sameShape > 500 && priced > sameShape, qPrintable(QStringLiteral("%1 of %2").arg(sameShape).arg(priced)));
    }

    void nothingIsPricedForAnotherQuestion()
    {
        samples::Dice dice(7);
        const samples::RandomSchedule made = samples::randomSchedule(dice);
        const schedule::Schedule standing = made.evaluated();
        QVERIFY(standing.hasResult());
        schedule::Problem other = made.problem;
        other.batch *= 2;
        QVERIFY(!schedule::priceAnew(other, standing));
        other = made.problem;
        other.network.layers.front().name = "other";
        QVERIFY(!schedule::priceAnew(other, standing));
        other = made.problem;
        other.space.bufferSharing = !other.space.bufferSharing;
        QVERIFY(!schedule::priceAnew(other, standing));
        other = made.problem;
        other.hardware.bufferBytesPerTile = 2;
        QVERIFY(!schedule::priceAnew(other, standing));
        QVERIFY(!schedule::priceAnew(made.problem, schedule::Schedule{}));
    }

    /// What runs alike has the same counts and cycles, whatever it costs.
    void onlyEnergiesDifferBetweenSchedulesThatRunTheSame()
    {
        int same = 0;
        int others = 0;
        for (unsigned seed = 200; seed < 260; ++seed) {
            samples::Dice dice(seed);
            const samples::RandomSchedule made = samples::randomSchedule(dice);
            const schedule::Schedule standing = made.evaluated();
            for (int step = 0; step < 10 && standing.hasResult(); ++step) {
                schedule::Problem problem = made.problem;
                samples::edit(dice, problem);
                const auto anew = schedule::priceAnew(problem, standing);
                if (!anew || !schedule::runTheSame(standing, *anew)) {
                    others += 1;
                    continue;
                }
                same += 1;
                QCOMPARE(anew->totals.cycles, standing.totals.cycles);
                QCOMPARE(anew->totals.nocHops, standing.totals.nocHops);
                for (std::size_t i = 0; i < standing.layers.size(); ++i) {
                    QVERIFY(anew->layers[i].cost.wordsHeld == standing.layers[i].cost.wordsHeld);
                    QVERIFY(anew->layers[i].cost.nocHops == standing.layers[i].cost.nocHops);
                    QVERIFY(anew->layers[i].cost.accesses == standing.layers[i].cost.accesses);
                    QCOMPARE(anew->layers[i].cost.boundBy(), standing.layers[i].cost.boundBy());
                    QCOMPARE(anew->layers[i].cost.dramCycles, standing.layers[i].cost.dramCycles);
                }
                for (std::size_t i = 0; i < standing.segments.size(); ++i) {
                    QCOMPARE(anew->segments[i].cycles(), standing.segments[i].cycles());
                }
            }
        }
        QVERIFY2(same > 100 && others > 50, qPrintable(QStringLiteral("%1 and %2").arg(same).arg(others)));
        samples::Dice dice(7);
        const schedule::Schedule standing = samples::randomSchedule(dice).evaluated();
        schedule::Problem dearer = *standing.problem;
        dearer.hardware.dramPj *= 3;
        QVERIFY(schedule::runTheSame(standing, *schedule::priceAnew(dearer, standing)));
        dearer.hardware.clockMhz *= 2;
        QVERIFY(!schedule::runTheSame(standing, *schedule::priceAnew(dearer, standing)));
    }

    void keepsTheRecordOfTheSearch()
    {
        samples::Dice dice(7);
        const samples::RandomSchedule made = samples::randomSchedule(dice);
        schedule::Schedule standing = made.evaluated();
        standing.counts.asked = 17;
        standing.solveSeconds = 0.5;
        schedule::Problem changed = made.problem;
        changed.hardware.dramPj *= 2;
        const auto anew = schedule::priceAnew(changed, standing);
        QVERIFY(anew);
        QVERIFY(anew->totals.energy.dram > standing.totals.energy.dram);
        QCOMPARE(anew->counts.asked, Count{17});
        QCOMPARE(anew->solveSeconds, 0.5);
    }
};

TILESCAPE_TEST(PriceAnewTest)

} // namespace tst_price_anew
#include "tst_price_anew.moc"
