#include "core/dataflow/region.h"
#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/sharing.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_region {

using namespace tilescape;
using dataflow::Region;
using dataflow::Split;

class TestRegion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sidesOfAGridTellWhereItsTilesLie();
    void aFoldedRegionHasNoSides();
    void neighboursOfAGridWithGapsAreAsFarApartAsTheGaps();
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

/// Mean distances in a region that is no grid of the chip are those that its tiles have one by one.
void TestRegion::neighboursOfAGridWithGapsAreAsFarApartAsTheGaps()
{
    const network::Layer layer{"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}}, 64, 64, {16, 16}};
    const Region gaps{{2, 3}, {{0, 0}, {0, 2}, {0, 6}, {5, 0}, {5, 2}, {5, 6}}};
    dataflow::Partition outputs;
    outputs.shares[Split::OutputChannel] = {2, 3};
    const auto group = dataflow::sharingGroups(layer, outputs, gaps)[Tensor::Input];
    QCOMPARE(group.rowHops, 5.);
    QCOMPARE(group.columnHops, 3.); // 2 and 4
    const Region folded{{1, 4}, {{0, 0}, {0, 1}, {1, 1}, {1, 3}}};
    dataflow::Partition row;
    row.shares[Split::OutputChannel] = {1, 4};
    QCOMPARE(dataflow::sharingGroups(layer, row, folded)[Tensor::Input].columnHops, 4. / 3); // 1, 1 and 2
}

TILESCAPE_TEST(TestRegion)

} // namespace tst_region
#include "tst_region.moc"
