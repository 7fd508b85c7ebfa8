#include "core/cost/map_groups.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_map_groups {

using namespace tilescape;
using cost::MapGroups;
using dataflow::MapRange;

class TestMapGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsComeOutAsTheyWentIn();
    void aTreeJoinsNeighboursFirst();
};

void TestMapGroups::groupsComeOutAsTheyWentIn()
{
    std::map<MapRange, std::vector<Tile>> groups;
    for (Count batch = 0; batch < 3; ++batch) {
        for (Count row = 0; row < 40; ++row) {
            MapRange range;
            range.batch = {batch, batch + 1};
            range.channel = {0, 64};
            range.row = {7 * row, 7 * row + 9}; // pieces may overlap
            range.column = {0, 300};
            for (Count tile = 0; tile <= row % 4; ++tile) {
                groups[range].push_back({row, 120 + tile});
            }
        }
    }
    const MapGroups packed(groups);
    QCOMPARE(packed.size(), groups.size());
    std::size_t number = 0;
    for (const auto& [range, tiles] : groups) {
        const cost::MapGroup group = packed[number++];
        QVERIFY(group.range == range);
        QCOMPARE(group.tiles.size(), tiles.size());
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            QVERIFY(cost::tileAt(group.tiles[i]) == tiles[i]);
        }
        QCOMPARE(group.treeHops, static_cast<Count>(tiles.size()) - 1); // neighbours in a row
    }
    QVERIFY(MapGroups().empty());
}

void TestMapGroups::aTreeJoinsNeighboursFirst()
{
    QCOMPARE(cost::treeHops({{0, 0}, {0, 5}, {0, 1}}, {}), Count{5});
    QCOMPARE(cost::treeHops({{0, 2}, {3, 0}}, {{0, 0}}), Count{5}); // both from the root
}

TILESCAPE_TEST(TestMapGroups)

} // namespace tst_map_groups
#include "tst_map_groups.moc"
