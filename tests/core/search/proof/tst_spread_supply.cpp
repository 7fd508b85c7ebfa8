#include "core/search/proof/spread_supply.h"

#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <limits>

namespace tst_spread_supply {

using namespace tilescape;
using samples::Dice;
using search::DistanceSums;

namespace {

/// The least word-hops of whole words from places, each with at most `ofPlace`, to tiles, each with at most `ofTile`:
/// all ways are tried. By place, the hops to each tile.
Count leastOfAllWays(const std::vector<std::vector<Count>>& hops, Count words, Count ofPlace, Count ofTile)
{
    std::vector<Count> given(hops.size(), 0);
    std::vector<Count> taken(hops.front().size(), 0);
    Count least = std::numeric_limits<Count>::max();
    const std::function<void(std::size_t, Count, Count)> goOn = [&](std::size_t cell, Count left, Count sum) {
        if (left == 0) {
            least = std::min(least, sum);
            return;
        }
        if (cell == hops.size() * taken.size()) {
            return;
        }
        const std::size_t place = cell / taken.size();
        const std::size_t tile = cell % taken.size();
        for (Count own = 0; own <= std::min({left, ofPlace - given[place], ofTile - taken[tile]}); ++own) {
            given[place] += own;
            taken[tile] += own;
            goOn(cell + 1, left - own, sum + own * hops[place][tile]);
            given[place] -= own;
            taken[tile] -= own;
        }
    };
    goOn(0, words, 0);
    return least;
}

} // namespace

class TestSpreadSupply : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nearestTilesTakeAsMuchAsTheyCan();
    void noWayFromSeveralPlacesTakesLess();
    void wordsOfAllPlacesAreFetched();
};

/// Tiles 1, 2 and 5 hops away that take two words each: five words are two at one hop, two at two, one at five.
void TestSpreadSupply::nearestTilesTakeAsMuchAsTheyCan()
{
    const DistanceSums sums({5, 1, 2});
    QCOMPARE(sums.leastWordHops(5, 2), 2.0 * 1 + 2 * 2 + 1 * 5);
    QCOMPARE(sums.mostHops(5, 2), 5.0);
    QCOMPARE(sums.leastWordHops(0, 2), 0.0);
    QCOMPARE(sums.leastWordHops(8, 2), 2.0 * (1 + 2 + 5)); // for the rest there is no tile
}

void TestSpreadSupply::noWayFromSeveralPlacesTakesLess()
{
    Dice dice(61);
    int close = 0;
    for (int number = 0; number < 400; ++number) {
        const auto places = static_cast<std::size_t>(dice.upTo(3));
        const auto tiles = static_cast<std::size_t>(dice.upTo(3));
        std::vector<std::vector<Count>> hops(places, std::vector<Count>(tiles));
        std::vector<DistanceSums> sums;
        for (std::vector<Count>& ofPlace : hops) {
            std::generate(ofPlace.begin(), ofPlace.end(), [&dice] { return dice.upTo(7) - 1; });
            sums.emplace_back(ofPlace);
        }
        const Count words = dice.upTo(5);
        const Count ofPlace = dice.upTo(4);
        const Count ofTile = dice.upTo(4);
        const Count least = leastOfAllWays(hops, words, ofPlace, ofTile);
        if (least == std::numeric_limits<Count>::max()) {
            continue; // so many words have no place
        }
        const double bound = search::leastHopsFrom(sums, static_cast<double>(words), static_cast<double>(ofPlace),
                                                   static_cast<double>(ofTile));
        QVERIFY2(bound <= static_cast<double>(least) + 1e-9,
                 qPrintable(QStringLiteral("%1: %2, bound %3").arg(number).arg(least).arg(bound)));
        close += bound > 0.5 * static_cast<double>(least) ? 1 : 0;
    }
    QVERIFY2(close > 100, qPrintable(QString::number(close)));
}

/// One tile at a corner of 16 x 16: a map over four channels has 0, 15, 15 and 30 hops to it, 15 in the mean. Not the 0
/// of the nearest channel.
void TestSpreadSupply::wordsOfAllPlacesAreFetched()
{
    QCOMPARE(search::largestPart(64, 3, {224, 224}, {2, 2}),
             2.0 / 3 / 2);                                    // channels by one side, another length by the other
    QCOMPARE(search::largestPart(1, 1, {8, 8}, {2, 2}), 1.0); // it may be the batch that both sides cut
    const double least = search::leastHopsFrom({{1000, {0, 15, 15, 30}}}, 250);
    QVERIFY2(least <= 15000 && least > 14000, qPrintable(QString::number(least)));
    const std::vector<DistanceSums> places{DistanceSums({0}), DistanceSums({15}), DistanceSums({15}),
                                           DistanceSums({30})};
    QCOMPARE(search::leastHopsFrom(places, 1000, 250, 1000), 15000.0);
}

TILESCAPE_TEST(TestSpreadSupply)

} // namespace tst_spread_supply
#include "tst_spread_supply.moc"
