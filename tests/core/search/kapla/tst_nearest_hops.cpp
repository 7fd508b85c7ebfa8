#include "core/search/kapla/nearest_hops.h"

#include "core/dataflow/layout.h"
#include "core/dataflow/partition_pieces.h"
#include "tests/core/search/space/cuts.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <utility>

namespace tst_nearest_hops {

using namespace tilescape;
using dataflow::Partition;
using dataflow::Region;
using dataflow::Split;
using dataflow::Splits;
using search::OutputPlaces;
using samples::cutsOver;

namespace {

/// 4 x 4 tiles: in a corner of the chip, with gaps between them, or folded.
std::vector<Region> regions()
{
    Region shifted = dataflow::trimmed(dataflow::wholeChip({9, 9}), {4, 4});
    std::vector<Tile> apart;
    std::vector<Tile> folded;
    for (Count row = 0; row < 4; ++row) {
        for (Count column = 0; column < 4; ++column) {
            apart.push_back({1 + row * row, 2 + 2 * column});
            folded.push_back({row / 2, row % 2 == 0 ? column : 7 - column});
        }
    }
    return {shifted, {{4, 4}, apart}, {{4, 4}, folded}};
}

/// Groups of tiles that work on the same parts of `splits`, each with its smallest hops; the mean over the groups.
template <typename Hops>
double meanTileByTile(const Partition& partition, const Splits& splits, const Hops& hops)
{
    std::map<std::vector<Extent>, Count> nearest;
    for (Count row = 0; row < 4; ++row) {
        for (Count column = 0; column < 4; ++column) {
            const auto indices = dataflow::partIndices(partition, row, column);
            std::vector<Extent> parts;
            for (const Split split : splits) {
                parts.push_back(indices[split]);
            }
            const Count own = hops(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
            const auto [known, isNew] = nearest.try_emplace(parts, own);
            known->second = std::min(known->second, own);
        }
    }
    Count sum = 0;
    for (const auto& [parts, own] : nearest) {
        sum += own;
    }
    return static_cast<double>(sum) / static_cast<double>(nearest.size());
}

} // namespace

class TestNearestHops : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void memoryIsAsFarAsFromTheNearestTileOfAGroup();
    void wordsAreAsFarAsTileByTile();
};

void TestNearestHops::memoryIsAsFarAsFromTheNearestTileOfAGroup()
{
    const Region corners = dataflow::cornerChannels({9, 9});
    const Region scattered{{1, 3}, {{0, 0}, {8, 1}, {3, 7}}};
    for (const Region& region : regions()) {
        for (const Region& memory : {corners, scattered}) {
            const search::MemoryHops hops(region, memory);
            std::vector<Count> tilesAt(20);
            const auto toMemory = [&](std::size_t row, std::size_t column) {
                Count nearest = std::numeric_limits<Count>::max();
                for (const Tile channel : memory.tiles) {
                    nearest = std::min(
                        nearest, hopsBetween(region.at(static_cast<Count>(row), static_cast<Count>(column)), channel));
                }
                return nearest;
            };
            for (std::size_t tile = 0; tile < 16; ++tile) {
                ++tilesAt[static_cast<std::size_t>(toMemory(tile / 4, tile % 4))];
            }
            std::vector<Count> found = hops.tilesAt();
            found.resize(tilesAt.size());
            QCOMPARE(found, tilesAt);
            for (const Partition& partition : cutsOver({4, 4})) {
                for (const Splits splits : {Splits{}, Splits{Split::Batch}, Splits{Split::Map, Split::InputChannel}}) {
                    QCOMPARE(hops.meanOf(search::sideParts(partition, splits)),
                             meanTileByTile(partition, splits, toMemory));
                }
            }
        }
    }
}

/// From any cut over any region to any other: where rows and columns say all, and where they do not.
void TestNearestHops::wordsAreAsFarAsTileByTile()
{
    std::mt19937 random(7);
    const std::vector<Partition> cuts = cutsOver({4, 4});
    const std::vector<Region> all = regions();
    const Region corners = dataflow::cornerChannels({9, 9});
    int sidesSayAll = 0;
    constexpr int trials = 4000;
    for (int trial = 0; trial < trials; ++trial) {
        const Region& region = all[random() % all.size()];
        const bool inMemory = random() % 2 == 0;
        const Region& where = inMemory ? corners : all[random() % all.size()];
        const Partition& partition = cuts[random() % cuts.size()];
        const Partition stored = dataflow::project(cuts[random() % cuts.size()], where.extent);
        const Splits splits = random() % 2 == 0 ? Splits{Split::Batch, Split::Map}
                                                : Splits{Split::Batch, Split::Map, Split::OutputChannel};
        std::vector<OutputPlaces> places{OutputPlaces(partition, stored, false)};
        if (random() % 2 == 0) {
            places.emplace_back(partition, stored, true);
        }
        const auto tiles = dataflow::gridSides(region);
        const auto storedTiles = dataflow::gridSides(where);
        sidesSayAll += tiles && storedTiles && places.front().addUp() ? 1 : 0;
        const double found = search::meanNearestHops(search::sideParts(partition, splits), {region, tiles},
                                                     {where, storedTiles}, places);
        const double expected = meanTileByTile(partition, splits, [&](std::size_t row, std::size_t column) {
            Count hops = 0;
            for (const OutputPlaces& place : places) {
                hops += hopsBetween(region.at(static_cast<Count>(row), static_cast<Count>(column)),
                                    where.tiles[place.at(row, column)]);
            }
            return hops;
        });
        QCOMPARE(found, expected / static_cast<double>(places.size()));
    }
    QVERIFY(sidesSayAll > trials / 10 && sidesSayAll < trials * 9 / 10);
}

TILESCAPE_TEST(TestNearestHops)

} // namespace tst_nearest_hops
#include "tst_nearest_hops.moc"
