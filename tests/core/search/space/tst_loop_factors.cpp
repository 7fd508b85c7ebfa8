#include "core/search/space/loop_factors.h"

#include "core/support/factors.h"
#include "core/support/parallel.h"
#include "tests/registered.h"

#include <QTest>

#include <vector>

namespace tst_loop_factors {

using namespace tilescape;
using search::LoopFactors;
using search::loopFactors;

/// The factors that may be chosen for a loop.
class TestLoopFactors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsBelowIsTheLargestThatDivides()
    {
        for (Count iterations = 1; iterations <= 1000; ++iterations) {
            const LoopFactors& factors = loopFactors(iterations);
            const std::vector<Count>& divisors = factors.divisors;
            QCOMPARE(divisors, support::divisors(iterations));
            QCOMPARE(factors.largestBelow.size(), divisors.size());
            QCOMPARE(factors.largestBelow.front(), 0);
            for (std::size_t i = 1; i < divisors.size(); ++i) {
                const std::size_t below = factors.largestBelow[i];
                QVERIFY(below < i && divisors[i] % divisors[below] == 0);
                for (std::size_t between = below + 1; between < i; ++between) {
                    QVERIFY(divisors[i] % divisors[between] != 0);
                }
            }
        }
    }

    void threadsThatAskAtOnceFindTheSame()
    {
        constexpr Count first = 100'000; // of counts that nothing asked for before
        std::vector<const LoopFactors*> found(4000);
        support::parallelFor(found.size(), 4, [&found](std::size_t i) { found[i] = &loopFactors(first + static_cast<Count>(i) % 500); });
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i], found[i % 500]);
            QCOMPARE(found[i]->divisors.back(), first + static_cast<Count>(i) % 500);
        }
    }
};

TILESCAPE_TEST(TestLoopFactors)

} // namespace tst_loop_factors
#include "tst_loop_factors.moc"
