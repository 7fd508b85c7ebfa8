#include "core/cost/map_groups.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace tst_map_groups {

using namespace tilescape;
using cost::GroupedTiles;
using cost::MapGroups;
using cost::TilePlace;
using dataflow::MapRange;
using dataflow::Span;

namespace {

/// The nearest tile that is still open is joined next, from the first one on.
Count treeByLookingAtAll(const std::vector<TilePlace>& tiles)
{
    std::vector<bool> joined(tiles.size());
    joined[0] = true;
    Count all = 0;
    for (std::size_t round = 1; round < tiles.size(); ++round) {
        Count nearest = std::numeric_limits<Count>::max();
        std::size_t next = 0;
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            for (std::size_t j = 0; j < tiles.size(); ++j) {
                const Count hops = hopsBetween(cost::tileAt(tiles[i]), cost::tileAt(tiles[j]));
                if (joined[i] && !joined[j] && hops < nearest) {
                    nearest = hops;
                    next = j;
                }
            }
        }
        joined[next] = true;
        all += nearest;
    }
    return all;
}

} // namespace

class TestMapGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsComeOutByTheirPiecesWithTheirTilesInOrder();
    void groupsOfOneSideComeOutAscending();
    void aTreeJoinsNeighboursFirst();
    void aTreeOverAGridIsAsShortAsOneThatIsSearched();
};

void TestMapGroups::groupsComeOutByTheirPiecesWithTheirTilesInOrder()
{
    std::mt19937 random(2);
    for (int trial = 0; trial < 40; ++trial) {
        const auto span = [&random] {
            const auto begin = static_cast<Count>(random() % 3);
            return Span{begin, begin + 1 + static_cast<Count>(random() % 2)}; // pieces may overlap
        };
        GroupedTiles<4> added;
        std::map<MapRange, std::vector<Tile>> expected;
        const std::size_t count = 1 + random() % 300;
        for (std::size_t i = 0; i < count; ++i) {
            const MapRange range{span(), span(), span(), span()};
            const Tile tile{static_cast<Count>(i), static_cast<Count>(random() % 50)};
            added.add(MapGroups::spansOf(range), tile);
            expected[range].push_back(tile);
        }
        const MapGroups groups(std::move(added).groups());
        QCOMPARE(groups.size(), expected.size());
        std::size_t number = 0;
        for (const auto& [range, tiles] : expected) {
            const cost::MapGroup group = groups[number++];
            QVERIFY(group.range == range);
            QVERIFY(std::ranges::equal(group.tiles, tiles, {}, cost::tileAt));
            QCOMPARE(group.treeHops, treeByLookingAtAll({group.tiles.begin(), group.tiles.end()}));
        }
    }
    QVERIFY(MapGroups().empty());
}

void TestMapGroups::groupsOfOneSideComeOutAscending()
{
    GroupedTiles<1> added;
    for (const Count begin : {5, 0, 900, 5}) {
        added.add({Span{begin, begin + 5}}, {begin, 0});
    }
    const GroupedTiles<1>::Groups groups = std::move(added).groups();
    QCOMPARE(groups.groups.size(), std::size_t{3});
    QVERIFY((groups.spans[0] == std::vector<Span>{{0, 5}, {5, 10}, {900, 905}}));
    QCOMPARE(groups.groups[1].end, 3U); // two tiles need [5, 10)
    QVERIFY(GroupedTiles<2>().groups().groups.empty());
}

void TestMapGroups::aTreeJoinsNeighboursFirst()
{
    QCOMPARE(cost::treeHops(std::vector<TilePlace>{{0, 0}, {0, 5}, {0, 1}}, {}), Count{5});
    QCOMPARE(cost::treeHops(std::vector<TilePlace>{{0, 2}, {3, 0}}, {{0, 0}}), Count{5}); // both from the root
    QCOMPARE(cost::treeHops(std::vector<TilePlace>{{7, 7}}, {}), Count{0});
}

void TestMapGroups::aTreeOverAGridIsAsShortAsOneThatIsSearched()
{
    std::mt19937 random(5);
    const auto places = [&random](std::size_t count) {
        std::set<std::uint16_t> places;
        while (places.size() < count) {
            places.insert(static_cast<std::uint16_t>(40 + random() % 30));
        }
        return std::vector<std::uint16_t>(places.begin(), places.end());
    };
    for (int trial = 0; trial < 60; ++trial) {
        std::vector<TilePlace> tiles;
        const std::vector<std::uint16_t> rows = places(1 + random() % 6);
        const std::vector<std::uint16_t> columns = places(1 + random() % 6);
        for (const std::uint16_t row : rows) {
            for (const std::uint16_t column : columns) {
                tiles.push_back({row, column});
            }
        }
        std::shuffle(tiles.begin(), tiles.end(), random);
        if (trial % 4 == 0) {
            tiles.front().column = 200; // no grid any more
        }
        QCOMPARE(cost::treeHops(tiles, {}), treeByLookingAtAll(tiles));
    }
}

TILESCAPE_TEST(TestMapGroups)

} // namespace tst_map_groups
#include "tst_map_groups.moc"
