#include "core/explore/point_dealer.h"
#include "core/support/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tst_point_dealer {

using tilescape::explore::PointDealer;

namespace {

/// What workers with a clock of their own make of points that take these times.
struct Run {
    double busy = 0;                   ///< of all workers together
    double end = 0;                    ///< when the last is done
    std::multiset<std::size_t> solved;
};

/// Every worker solves its first point; the one that is done earliest is dealt the next, as long as there are any.
Run simulate(const std::vector<double>& times, std::size_t workers)
{
    PointDealer dealer(times.size(), workers);
    std::vector<std::deque<std::size_t>> dealt(workers);
    std::vector<double> free(workers, 0); // when the worker is done with its first point
    const auto deal = [&](std::size_t worker) {
        while (const auto point = dealer.deal(worker)) {
            dealt[worker].push_back(*point);
        }
    };
    for (std::size_t worker = 0; worker < workers; ++worker) {
        deal(worker);
        free[worker] = dealt[worker].empty() ? HUGE_VAL : times[dealt[worker].front()];
    }
    Run run;
    while (dealer.isBusy()) {
        const auto worker = static_cast<std::size_t>(std::min_element(free.begin(), free.end()) - free.begin());
        const std::size_t point = dealer.finish(worker);
        if (point != dealt[worker].front()) {
            qFatal("worker %zu solved another point than it was dealt", worker);
        }
        dealt[worker].pop_front();
        run.solved.insert(point);
        run.busy += times[point];
        run.end = free[worker];
        deal(worker);
        free[worker] = dealt[worker].empty() ? HUGE_VAL : free[worker] + times[dealt[worker].front()];
    }
    return run;
}

/// Times between a tenth and one, as those of sweeps are.
std::vector<double> randomTimes(std::size_t count, std::uint32_t seed)
{
    tilescape::support::Dice dice(seed);
    std::vector<double> times(count);
    std::generate(times.begin(), times.end(), [&] { return 0.1 + 0.9 * dice.fraction(); });
    return times;
}

} // namespace

class TestPointDealer : public QObject {
    Q_OBJECT

private slots:
    void everyPointIsSolvedOnce()
    {
        for (std::uint32_t seed = 0; seed < 50; ++seed) {
            const std::size_t count = 1 + seed * 7;
            const Run run = simulate(randomTimes(count, seed), 1 + seed % 9);
            QCOMPARE(run.solved.size(), count);
            QCOMPARE(std::set<std::size_t>(run.solved.begin(), run.solved.end()).size(), count);
        }
    }

    /// By counting work: with fifty points a worker, workers are busy for 90 % of the time until the last point is done.
    void workIsSharedNearlyLinearly_data()
    {
        QTest::addColumn<int>("workers");
        for (const int workers : {2, 4, 16, 64, 256}) {
            QTest::addRow("%d workers", workers) << workers;
        }
    }
    void workIsSharedNearlyLinearly()
    {
        QFETCH(int, workers);
        for (std::uint32_t seed = 0; seed < 10; ++seed) {
            const Run run = simulate(randomTimes(static_cast<std::size_t>(50 * workers), seed), static_cast<std::size_t>(workers));
            const double efficiency = run.busy / (run.end * workers);
            QVERIFY2(efficiency >= 0.9 && efficiency <= 1 + 1e-9, qPrintable(QString::number(efficiency)));
        }
    }

    /// The end of a run is no later than if every worker had an equal share and two more of the longest points.
    void noWorkerKeepsTheOthersWaiting()
    {
        for (std::uint32_t seed = 0; seed < 50; ++seed) {
            std::vector<double> times = randomTimes(200, seed);
            times[seed % 200] = 8; // one is far longer
            const Run run = simulate(times, 7);
            QVERIFY(run.end <= run.busy / 7 + 2 * 8);
        }
    }

    void nothingIsDealtAfterADrop()
    {
        PointDealer dealer(5, 2);
        QCOMPARE(dealer.deal(0), std::optional<std::size_t>(0));
        dealer.drop();
        QVERIFY(!dealer.deal(1));
        QVERIFY(dealer.isBusy());
        QCOMPARE(dealer.finish(0), std::size_t{0});
        QVERIFY(!dealer.isBusy() && !dealer.deal(0));
    }
};

TILESCAPE_TEST(TestPointDealer)

} // namespace tst_point_dealer
#include "tst_point_dealer.moc"
