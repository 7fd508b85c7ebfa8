#include "core/search/bounds/distance_sums.h"

#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <vector>

namespace tst_distance_sums {

using namespace tilescape;
using samples::Dice;
using search::DistanceSums;

class TestDistanceSums : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nearestTilesAreFilledOneByOne();
    void withoutTilesNothingMoves();
};

/// Tiles at few distances and at many; words for some of them, for all, and more than they take.
void TestDistanceSums::nearestTilesAreFilledOneByOne()
{
    Dice dice(84);
    for (int number = 0; number < 2000; ++number) {
        std::vector<Count> distances(static_cast<std::size_t>(dice.upTo(40)));
        const Count farthest = dice.upTo(number % 2 == 0 ? 4 : 60);
        std::generate(distances.begin(), distances.end(), [&] { return dice.upTo(farthest) - 1; });
        const DistanceSums sums(distances);
        std::sort(distances.begin(), distances.end());
        const Count most = dice.upTo(9);
        const Count words = dice.upTo(400);
        Count left = words;
        Count hops = 0;
        Count last = 0;
        for (std::size_t tile = 0; tile < distances.size(); ++tile) {
            const Count taken = std::min(left, most);
            hops += taken * distances[tile];
            left -= taken;
            last = words >= static_cast<Count>(tile) * most ? distances[tile] : last;
        }
        QCOMPARE(sums.leastWordHops(static_cast<double>(words), static_cast<double>(most)), static_cast<double>(hops));
        QCOMPARE(sums.mostHops(static_cast<double>(words), static_cast<double>(most)), static_cast<double>(last));
    }
}

void TestDistanceSums::withoutTilesNothingMoves()
{
    const DistanceSums none({});
    QCOMPARE(none.leastWordHops(3, 1), 0.0);
    QCOMPARE(none.mostHops(3, 1), 0.0);
}

TILESCAPE_TEST(TestDistanceSums)

} // namespace tst_distance_sums
#include "tst_distance_sums.moc"
