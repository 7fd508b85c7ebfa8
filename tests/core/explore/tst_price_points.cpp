#include "core/explore/price_group.h"
#include "core/explore/price_points.h"
#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "core/schedule/proven_bounds.h"
#include "tests/core/schedule/random_schedules.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace tst_price_points {

using namespace tilescape;
using explore::Axis;
using explore::EnergyParts;
using explore::KnownLeast;
using explore::Pattern;
using explore::PointResult;
using explore::PointResults;
using explore::pricedAt;
using explore::Sweep;
using explore::totalOf;

namespace {

constexpr double rounding = 1e-12;

explore::RunControl withThreads(int threads)
{
    explore::RunControl control;
    control.threads = threads;
    return control;
}

/// The number of priced things of a few random schedules, and prices.
class RandomSchedules {
public:
    explicit RandomSchedules(unsigned seed) : m_random(seed)
    {
        std::generate_n(std::back_inserter(m_counts), 6, [this] { return vector(0, 1000); });
    }
    EnergyParts vector(double from, double to)
    {
        EnergyParts numbers{};
        std::generate(numbers.begin(), numbers.end(), [&] { return std::uniform_real_distribution(from, to)(m_random); });
        return numbers;
    }
    [[nodiscard]] double least(const EnergyParts& prices) const
    {
        double least = HUGE_VAL;
        for (const EnergyParts& counts : m_counts) {
            least = std::min(least, std::inner_product(counts.begin(), counts.end(), prices.begin(), 0.0));
        }
        return least;
    }

private:
    std::mt19937 m_random;
    std::vector<EnergyParts> m_counts;
};

/// Two prices of a small network on one tile; sizes as well, with which some points have no schedule.
Sweep pricesAndSizes(const std::string& solver, std::size_t steps)
{
    Sweep sweep;
    sweep.base.problem.network = io::loadNetwork("lenet_c").value();
    sweep.base.problem.hardware = io::loadHardware("eyeriss_isca16").value();
    sweep.base.problem.batch = 4;
    sweep.base.problem.solver = solver;
    sweep.objectives = {"energy_pj"};
    sweep.axes = {Axis{{"dram_pj"}, {}, explore::Range{20, 800, false}}, Axis{{"register_bytes_per_pe"}, {{"4"}, {"128"}}, {}},
                  Axis{{"bus_pj", "static_milliwatts"}, {{"0", "1"}, {"0.5", "40"}, {"2", "80"}, {"9", "0"}}, {}}};
    expand(sweep.axes[0], steps);
    return sweep;
}

} // namespace

/// Points of a sweep that have the schedules of points with other prices.
class TestPricePoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Of every parameter.
    void aPriceChangesNothingButPricesAndAreas()
    {
        for (const hardware::Parameter& parameter : hardware::parameters()) {
            hardware::Hardware chip = io::loadHardware("tangram_16x16").value();
            chip.sharedBuffer.bytes = 1 << 20;
            hardware::Machine before = hardware::machineOf(chip);
            const double value = parameter.get(chip);
            parameter.set(chip, !parameter.choices.empty() ? 1 - value : std::isfinite(value) ? 2 * value + 1 : 1);
            hardware::Machine after = hardware::machineOf(chip);
            before.prices = after.prices;
            QVERIFY2(!explore::isPrice(parameter.key) || before == after, parameter.key.data());
            QVERIFY2(explore::isPrice(parameter.key) || before != after || parameter.group == "Abilities", parameter.key.data());
        }
    }

    /// Of random schedules at random prices, what `evaluate` gives but for rounding, part by part, and at the same prices to the last bit.
    void anEnergyIsInProportionToPrices()
    {
        int priced = 0;
        for (unsigned seed = 0; seed < 60; ++seed) {
            samples::Dice dice(seed);
            const schedule::Schedule standing = samples::randomSchedule(dice).evaluated();
            if (!standing.hasResult()) {
                continue;
            }
            const EnergyParts parts = explore::partsOf(standing.totals.energy);
            const EnergyParts before = explore::pricesOf(hardware::machineOf(standing.problem->hardware));
            QCOMPARE(totalOf(*pricedAt(parts, before, before)), standing.totals.energy.total());
            schedule::Problem problem = *standing.problem;
            for (const hardware::Parameter& parameter : hardware::parameters()) {
                if (explore::isPrice(parameter.key) && parameter.get(problem.hardware) > 0) {
                    parameter.set(problem.hardware, parameter.get(problem.hardware) * static_cast<double>(dice.upTo(40)) / 10);
                }
            }
            const auto evaluated = schedule::priceAnew(problem, standing);
            const auto ours = pricedAt(parts, before, explore::pricesOf(hardware::machineOf(problem.hardware)));
            QVERIFY(evaluated && ours);
            const EnergyParts theirs = explore::partsOf(evaluated->totals.energy);
            for (std::size_t i = 0; i < theirs.size(); ++i) {
                QVERIFY2(std::abs((*ours)[i] - theirs[i]) <= rounding * theirs[i], qPrintable(QStringLiteral("part %1").arg(i)));
            }
            QCOMPARE(evaluated->totals.cycles, standing.totals.cycles);
            QCOMPARE(schedule::networkBound(problem)->energyPj, evaluated->bound.energyPj);
            ++priced;
        }
        QVERIFY(priced > 40);
    }

    void whatWasFreeCannotBePriced()
    {
        EnergyParts before{};
        before.fill(1);
        before[2] = 0;
        EnergyParts now = before;
        now[2] = 3;
        QVERIFY(pricedAt(EnergyParts{}, before, before));
        QVERIFY(!pricedAt(EnergyParts{}, before, now));
    }

    /// Over random schedules and prices: not above the least of them, not below any mixture of known points, and exact at those.
    void theBoundIsBetweenMixturesAndTheLeast()
    {
        for (unsigned seed = 0; seed < 100; ++seed) {
            RandomSchedules schedules(seed);
            std::vector<KnownLeast> known;
            for (int i = 0; i < 12; ++i) {
                const EnergyParts prices = schedules.vector(0.1, 10);
                known.push_back({prices, schedules.least(prices)});
            }
            for (const KnownLeast& point : known) {
                QVERIFY(std::abs(explore::priceBound(point.prices, known) - point.value) <= 1e-9 * point.value);
            }
            for (int i = 0; i < 20; ++i) {
                const EnergyParts prices = schedules.vector(0, 12);
                QVERIFY(explore::priceBound(prices, known) <= schedules.least(prices) * (1 + rounding));
                EnergyParts shares = schedules.vector(0, 1);
                EnergyParts mixed{};
                double mixture = 0;
                for (std::size_t k = 0; k < shares.size(); ++k) {
                    std::transform(mixed.begin(), mixed.end(), known[k].prices.begin(), mixed.begin(),
                                   [&](double sum, double price) { return sum + shares[k] * price; });
                    mixture += shares[k] * known[k].value;
                }
                QVERIFY(explore::priceBound(mixed, known) >= mixture * (1 - 1e-9));
            }
        }
        QCOMPARE(explore::priceBound(EnergyParts{1, 1, 1, 1, 1, 1, 1, 1}, {}), 0.0);
    }

    void theEndsOfPricesComeFirst()
    {
        Sweep sweep = pricesAndSizes("kapla", 9);
        std::vector<int> rounds;
        for (std::size_t point = 0; point < pointCount(sweep); point += 8) { // along the first axis, at an end of the last
            rounds.push_back(roundOf(sweep, point));
        }
        QCOMPARE(rounds, (std::vector<int>{0, 3, 2, 3, 1, 3, 2, 3, 0}));
        QCOMPARE(roundOf(sweep, 1), 1); // 0.5 and 40 of the last axis
        QCOMPARE(roundOf(sweep, 4), 0); // sizes have no rounds
        sweep.pattern = Pattern::Sobol;
        QCOMPARE(roundOf(sweep, 0), 0);
        QCOMPARE(roundOf(sweep, 7), 3);
        sweep.pattern = Pattern::OneByOne;
        QCOMPARE(roundOf(sweep, 0), 0);
        QCOMPARE(roundOf(sweep, 5), 1);  // the middle of the first axis
        QCOMPARE(roundOf(sweep, 10), 0); // a size
        sweep.pattern = Pattern::List;
        sweep.axes.resize(1);
        QCOMPARE(roundOf(sweep, 4), 1);
    }

    /// The exhaustive solver finds the least energy, so that no point may be farther from it than was asked for.
    void noPointIsFartherThanWasAsked_data()
    {
        QTest::addColumn<int>("goal");
        QTest::newRow("energy") << static_cast<int>(search::Goal::Energy);
        QTest::newRow("delay") << static_cast<int>(search::Goal::Delay);
    }
    void noPointIsFartherThanWasAsked()
    {
        QFETCH(int, goal);
        Sweep sweep = pricesAndSizes("exhaustive", 13);
        sweep.base.problem.goal = static_cast<search::Goal>(goal);
        const PointResults all = runSweep(sweep, {}, withThreads(2));
        sweep.options.within = 0.002;
        const PointResults some = runSweep(sweep, {}, withThreads(2));
        QCOMPARE(some.size(), all.size());
        int taken = 0;
        for (const auto& [number, result] : some) {
            const PointResult& solved = all.at(number);
            QCOMPARE(result.hasSchedule(), solved.hasSchedule());
            QCOMPARE(result.areaMm2, solved.areaMm2);
            taken += result.within ? 1 : 0;
            if (!result.within || !result.hasSchedule()) {
                QCOMPARE(result.energyPj, solved.energyPj);
                QCOMPARE(result.reason, solved.reason);
                continue;
            }
            QVERIFY(*result.within <= 0.002);
            QVERIFY(result.energyPj <= solved.energyPj * (1 + *result.within + rounding));
            QVERIFY(result.energyPj >= solved.energyPj * (1 - rounding));
            QVERIFY(result.gap >= 1 && std::abs(result.gap - solved.gap) <= 0.003 * solved.gap);
        }
        QVERIFY2(taken > 40, qPrintable(QString::number(taken)));
    }

    /// Whichever part of the points is known before, as after a kill.
    void neitherThreadsNorWhatIsKnownChangeAResult_data()
    {
        QTest::addColumn<int>("pattern");
        for (const Pattern pattern : {Pattern::Grid, Pattern::OneByOne, Pattern::Sobol}) {
            QTest::newRow(nameOf(pattern).data()) << static_cast<int>(pattern);
        }
    }
    void neitherThreadsNorWhatIsKnownChangeAResult()
    {
        QFETCH(int, pattern);
        Sweep sweep = pricesAndSizes("kapla", 17);
        sweep.pattern = static_cast<Pattern>(pattern);
        sweep.base.problem.goal = search::Goal::EnergyDelay;
        sweep.options.within = 0.01;
        if (sweep.pattern == Pattern::Sobol) {
            sweep.axes[0] = Axis{{"dram_pj"}, {}, explore::Range{20, 800, false}};
            sweep.sobolCount = 100;
        }
        std::vector<std::size_t> order;
        explore::RunControl control = withThreads(1);
        control.onPoint = [&](std::size_t number, const PointResult&) { order.push_back(number); };
        const PointResults all = runSweep(sweep, {}, control);
        QCOMPARE(order.size(), pointCount(sweep));
        QCOMPARE(runSweep(sweep, {}, withThreads(3)), all);
        const auto taken = std::count_if(all.begin(), all.end(), [](const auto& row) { return row.second.within.has_value(); });
        QVERIFY2(taken > 0 && taken < static_cast<std::ptrdiff_t>(all.size()), qPrintable(QString::number(taken)));
        for (const std::size_t killed : {order.size() / 3, order.size() / 2, order.size() - 1}) {
            PointResults known;
            std::for_each(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(killed),
                          [&](std::size_t point) { known.emplace(point, all.at(point)); });
            QCOMPARE(runSweep(sweep, known, withThreads(2)), all);
        }
    }
};

TILESCAPE_TEST(TestPricePoints)

} // namespace tst_price_points
#include "tst_price_points.moc"
