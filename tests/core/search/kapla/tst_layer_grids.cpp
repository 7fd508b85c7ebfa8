#include "core/search/kapla/layer_grids.h"

#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <vector>

namespace tst_layer_grids {

using namespace tilescape;
using search::GridEstimate;
using search::LayerGrids;

/// Grids of one column, whose estimates rise with their rows.
class TestLayerGrids : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersOfTilesNearSuchAsDoAboutAsWellAreLookedAt();
    void asManyAreKeptAsAreAskedFor();

private:
    static std::vector<GridEstimate> columnsOf(Count rows)
    {
        std::vector<GridEstimate> grids;
        for (Count row = 1; row <= rows; ++row) {
            grids.push_back({{row, 1}, static_cast<double>(row)});
        }
        return grids;
    }
};

/// Of 1, 2, 3, 4, 5, 7, 9 rows and so on, which are far from each other, 5 do best and 9 within 2 % of that: 10, next to these, are better still.
void TestLayerGrids::numbersOfTilesNearSuchAsDoAboutAsWellAreLookedAt()
{
    const std::vector<GridEstimate> grids = columnsOf(20);
    const auto costOf = [](Extent grid, double) {
        const Count rows = grid.height;
        return rows == 10 ? 990.0 : rows == 9 ? 1015.0 : rows == 5 ? 1000.0 : 1200.0 + static_cast<double>(rows);
    };
    LayerGrids chosen(grids, 2000, costOf);
    QCOMPARE(chosen.bestOfSizes(100, 3, 0.02), (std::vector<Extent>{{10, 1}, {5, 1}}));
}

void TestLayerGrids::asManyAreKeptAsAreAskedFor()
{
    const std::vector<GridEstimate> grids = columnsOf(16);
    const auto costOf = [](Extent grid, double) { return 1000.0 + static_cast<double>(grid.height); };
    QCOMPARE(LayerGrids(grids, 2000, costOf).bestOfSizes(100, 2, 0.05).size(), std::size_t{2});
    QCOMPARE(LayerGrids(grids, 2000, costOf).bestOfSizes(100, 9, 0.0015), (std::vector<Extent>{{1, 1}, {2, 1}}));
    // No use is what does not cost less than the chip.
    QVERIFY(LayerGrids(grids, 1001, costOf).bestOfSizes(100, 9, 0.05).empty());
}

TILESCAPE_TEST(TestLayerGrids)

} // namespace tst_layer_grids
#include "tst_layer_grids.moc"
