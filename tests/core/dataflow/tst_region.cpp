#include "core/dataflow/region.h"

#include "core/dataflow/partition_pieces.h"
#include "core/dataflow/sharing.h"
#include "tests/core/search/space/cuts.h"
#include "tests/registered.h"

#include <QTest>

#include <array>
#include <vector>

namespace tst_region {

using namespace tilescape;
using dataflow::Region;
using dataflow::Split;

namespace {

/// Of all tiles whose parts of the output channels are next to each other along `side`, and whose other parts are the same; 0 if there are none.
double meanOfNeighbours(const dataflow::Partition& partition, const Region& region, Count Extent::*side)
{
    Count hops = 0;
    Count pairs = 0;
    for (Count from = 0; from < region.extent.size(); ++from) {
        for (Count to = 0; to < region.extent.size(); ++to) {
            auto indices = dataflow::partIndices(partition, from / region.extent.width, from % region.extent.width);
            ++(indices[Split::OutputChannel].*side);
            if (indices == dataflow::partIndices(partition, to / region.extent.width, to % region.extent.width)) {
                hops += hopsBetween(region.tiles[static_cast<std::size_t>(from)],
                                    region.tiles[static_cast<std::size_t>(to)]);
                ++pairs;
            }
        }
    }
    return pairs > 0 ? static_cast<double>(hops) / static_cast<double>(pairs) : 0;
}

} // namespace

class TestRegion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sidesOfAGridTellWhereItsTilesLie();
    void aFoldedRegionHasNoSides();
    void neighboursAreAsFarApartAsTheirTiles();
};

void TestRegion::sidesOfAGridTellWhereItsTilesLie()
{
    const auto chip = dataflow::gridSides(dataflow::wholeChip({2, 3}));
    QVERIFY(chip.has_value());
    QCOMPARE(chip->rows, (std::vector<Count>{0, 1}));
    QCOMPARE(chip->columns, (std::vector<Count>{0, 1, 2}));
    const auto corners = dataflow::gridSides(dataflow::cornerChannels({5, 1}));
    QVERIFY(corners.has_value());
    QCOMPARE(corners->rows, (std::vector<Count>{0, 4}));
    QCOMPARE(corners->columns, (std::vector<Count>{0, 0}));
}

void TestRegion::aFoldedRegionHasNoSides()
{
    QVERIFY(!dataflow::gridSides(Region{{1, 4}, {{0, 0}, {0, 1}, {1, 1}, {1, 0}}}));
}

/// Mean distances are those of all pairs of tiles of neighbouring parts, on a grid with gaps and on one that is folded.
void TestRegion::neighboursAreAsFarApartAsTheirTiles()
{
    const network::Layer layer{"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}}, 64, 64, {16, 16}};
    Region gaps{{4, 4}, {}};
    Region folded{{4, 4}, {}};
    constexpr std::array<Count, 4> rows{0, 1, 9, 12};
    constexpr std::array<Count, 4> columns{3, 8, 9, 20};
    std::vector<Tile> apart;
    std::vector<Tile> turned;
    for (Count row = 0; row < 4; ++row) {
        for (Count column = 0; column < 4; ++column) {
            apart.push_back({rows[static_cast<std::size_t>(row)], columns[static_cast<std::size_t>(column)]});
            turned.push_back({row / 2, row % 2 == 0 ? column : 9 - column});
        }
    }
    gaps.tiles = apart;
    folded.tiles = turned;
    for (const dataflow::Partition& partition : samples::cutsOver({4, 4})) {
        for (const Region& region : {gaps, folded}) {
            const auto group =
                dataflow::sharingGroups(layer, partition, region)[Tensor::Input]; // shared along output channels
            QCOMPARE(group.rowHops, meanOfNeighbours(partition, region, &Extent::height));
            QCOMPARE(group.columnHops, meanOfNeighbours(partition, region, &Extent::width));
        }
    }
}

TILESCAPE_TEST(TestRegion)

} // namespace tst_region
#include "tst_region.moc"
