#include "core/cost/map_sides.h"
#include "core/cost/place_differences.h"
#include "tests/registered.h"

#include <QTest>

#include <vector>

namespace tst_place_differences {

using namespace tilescape;
using cost::TilePlace;
using cost::TileShift;

class TestPlaceDifferences : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 3 words 1 tile away and 2 words 2 tiles the other way, each for 4 channels that lie here and 5 that lie 3 tiles further on.
    void differencesOfSidesAddUp()
    {
        cost::PlaceDifferences differences(5);
        differences.add(1, 3);
        differences.add(-2, 2);
        differences.endSide();
        differences.add(0, 4);
        differences.add(3, 5);
        differences.endSide();
        QCOMPARE(differences.hops(0), 3 * 4 * 1 + 2 * 4 * 2 + 3 * 5 * 4 + 2 * 5 * 1);
        QCOMPARE(differences.hops(-1), 3 * 4 * 0 + 2 * 4 * 3 + 3 * 5 * 3 + 2 * 5 * 0);
        differences.multiply(7);
        QCOMPARE(differences.hops(-1), 7 * 69);
    }

    void nothingAlongASideIsNothing()
    {
        cost::PlaceDifferences differences(5);
        differences.add(1, 3);
        differences.endSide();
        differences.add(2, 0);
        differences.endSide();
        QCOMPARE(differences.hops(0), Count{0});
        differences.clear();
        differences.add(2, 1);
        differences.endSide();
        QCOMPARE(differences.hops(0), Count{2});
    }

    /// Items of the batch lie in rows, channels in every second column.
    void sidesOfAGridShiftTilesByThemselves()
    {
        const std::vector<TilePlace> places{{1, 4}, {1, 6}, {2, 4}, {2, 6}};
        const auto shifts = cost::placeShifts({places, {2, 2, 1, 1}, {2, 1, 1, 1}});
        QVERIFY(shifts);
        QVERIFY(shifts->first == (TilePlace{1, 4}));
        QCOMPARE(shifts->bySide[0], (std::vector<TileShift>{{0, 0}, {1, 0}}));
        QCOMPARE(shifts->bySide[1], (std::vector<TileShift>{{0, 0}, {0, 2}}));
        QVERIFY(shifts->bySide[2].empty() && shifts->bySide[3].empty());
        QVERIFY(shifts->sides() == cost::placeSides({places, {2, 2, 1, 1}, {2, 1, 1, 1}}));
    }

    /// There and back.
    void sidesOfAFoldedRegionShiftThemTogether()
    {
        const std::vector<TilePlace> places{{0, 0}, {0, 1}, {1, 1}, {1, 0}};
        QVERIFY(!cost::placeShifts({places, {2, 2, 1, 1}, {2, 1, 1, 1}}));
        const cost::PlaceSides sides = cost::placeSides({places, {2, 2, 1, 1}, {2, 1, 1, 1}});
        QVERIFY(sides.row == (cost::MapSides{true, false, false, false}));
        QVERIFY(sides.column == (cost::MapSides{true, true, false, false}));
    }
};

TILESCAPE_TEST(TestPlaceDifferences)

} // namespace tst_place_differences
#include "tst_place_differences.moc"
