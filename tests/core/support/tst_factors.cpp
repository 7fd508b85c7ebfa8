#include "core/support/factors.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_factors {

using namespace tilescape;
using support::divisors;
using support::roundedCounts;

class TestFactors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void divisorsAreThoseThatDivide();
    void primesAreRoundedUpAndWhatDividesWellIsNot();
    void roundedCountsAreALittleMoreAndDivideBetter();
    void largeCountsAreRoundedAtOnce();
    void fourFactorsAreAllOrderedProducts();
};

void TestFactors::divisorsAreThoseThatDivide()
{
    QCOMPARE(divisors(1), (std::vector<Count>{1}));
    QCOMPARE(divisors(127), (std::vector<Count>{1, 127}));
    QCOMPARE(divisors(36), (std::vector<Count>{1, 2, 3, 4, 6, 9, 12, 18, 36}));
    const Count large = Count{1} << 34; // beyond 32 bits
    QCOMPARE(divisors(large).size(), std::size_t{35});
    QCOMPARE(divisors(large).back(), large);
}

void TestFactors::fourFactorsAreAllOrderedProducts()
{
    for (const Count value : {1, 2, 7, 12, 16, 36}) {
        std::vector<std::array<Count, 4>> all;
        for (Count first = 1; first <= value; ++first) {
            for (Count second = 1; first * second <= value; ++second) {
                for (Count third = 1; first * second * third <= value; ++third) {
                    if (value % (first * second * third) == 0) {
                        all.push_back({first, second, third, value / (first * second * third)});
                    }
                }
            }
        }
        QCOMPARE(support::fourFactors(value), all);
    }
}

void TestFactors::primesAreRoundedUpAndWhatDividesWellIsNot()
{
    using Counts = std::vector<Count>;
    QCOMPARE(roundedCounts(7), (Counts{8}));
    QCOMPARE(roundedCounts(13), (Counts{14}));        // no more than an eighth, or one
    QCOMPARE(roundedCounts(27), (Counts{30}));        // 28 has but half as many divisors again
    QCOMPARE(roundedCounts(55), (Counts{56, 60}));
    QCOMPARE(roundedCounts(127), (Counts{128, 132}));
    for (const Count even : {1, 2, 4, 6, 8, 12, 16, 32, 48, 64, 96, 128, 192, 384}) {
        QVERIFY2(roundedCounts(even).empty(), qPrintable(QString::number(even)));
    }
}

void TestFactors::roundedCountsAreALittleMoreAndDivideBetter()
{
    for (Count count = 1; count <= 2000; ++count) {
        const std::vector<Count> rounded = roundedCounts(count);
        QVERIFY(rounded.size() <= 2);
        QVERIFY(std::is_sorted(rounded.begin(), rounded.end()));
        for (const Count more : rounded) {
            QVERIFY(more > count && more <= count + std::max<Count>(1, count / 8));
            QVERIFY(divisors(more).size() >= 2 * divisors(count).size());
        }
    }
}

void TestFactors::largeCountsAreRoundedAtOnce()
{
    const Count prime = (Count{1} << 31) - 1;
    const std::vector<Count> rounded = roundedCounts(prime);
    QVERIFY(!rounded.empty() && rounded.front() == prime + 1 && rounded.back() <= prime + 64);
}

TILESCAPE_TEST(TestFactors)

} // namespace tst_factors
#include "tst_factors.moc"
