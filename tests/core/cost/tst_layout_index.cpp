#include "core/cost/hops.h"
#include "core/cost/layout_distances.h"
#include "core/cost/layout_index.h"
#include "tests/registered.h"

#include <QTest>

#include <map>
#include <random>

namespace tst_layout_index {

using namespace tilescape;
using cost::LayoutIndex;
using dataflow::Layout;
using dataflow::MapRange;
using dataflow::Span;

namespace {

/// 4 x 4 tiles in two rows of the chip, walked there and back.
dataflow::Region foldedRegion()
{
    std::vector<Tile> tiles;
    for (Count number = 0; number < 16; ++number) {
        tiles.push_back({number / 8, number < 8 ? number : 15 - number});
    }
    return {{4, 4}, tiles};
}

/// A map of 8 items, 12 channels and 10 x 6 pixels, cut by shares of a 4 x 4 region.
Layout someLayout(std::mt19937& random, const dataflow::Region& region = dataflow::wholeChip({4, 4}))
{
    std::vector<dataflow::Partition> partitions;
    for (const Count batch : {1, 2, 4}) {
        for (const Count channels : {1, 2, 4}) {
            dataflow::Partition partition;
            partition.shares[dataflow::Split::Batch].height = batch;
            partition.shares[dataflow::Split::Map].height = 4 / batch;
            partition.shares[dataflow::Split::OutputChannel].width = channels;
            partition.shares[dataflow::Split::Map].width = 4 / channels;
            partitions.push_back(partition);
        }
    }
    const auto& partition = partitions[random() % partitions.size()];
    return dataflow::layOut(partition, region, 8, 12, {10, 6});
}

MapRange someRange(std::mt19937& random, Count channels)
{
    const auto span = [&](Count length) {
        const auto begin = static_cast<Count>(random() % static_cast<unsigned>(length));
        return Span{begin, begin + 1 + static_cast<Count>(random() % static_cast<unsigned>(length - begin + 2))};
    };
    return {span(8), span(channels), span(10), span(6)};
}

/// By a look at every piece.
std::map<Tile, Count> wordsByTile(const Layout& layout, const MapRange& range)
{
    std::map<Tile, Count> words;
    for (const Layout::Piece& piece : layout.pieces) {
        if (const Count common = dataflow::overlapSize(piece.range, range)) {
            words[piece.at] += common;
        }
    }
    return words;
}

std::map<Tile, Count> wordsByTile(const LayoutIndex& index, const MapRange& range)
{
    std::vector<LayoutIndex::Part> parts;
    index.find(range, parts);
    std::map<Tile, Count> words;
    for (const LayoutIndex::Part& part : parts) {
        words[part.at] += part.words;
    }
    return words;
}

} // namespace

class TestLayoutIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatALookAtEveryPieceFinds();
    void indicesJoinAsTheirLayoutsDo();
    void piecesNeedNotFormAGrid();
    void distancesAreThoseOfEveryPiece();
    void theWayToAllIsTheSumOfAllWays();
};

void TestLayoutIndex::findsWhatALookAtEveryPieceFinds()
{
    std::mt19937 random(3);
    for (int trial = 0; trial < 300; ++trial) {
        const Layout first = someLayout(random);
        const Layout second = someLayout(random);
        const Layout joined = dataflow::concatenate({&first, &second}, {12, 12});
        const MapRange range = someRange(random, 24);
        const auto words = wordsByTile(joined, range);
        QCOMPARE(wordsByTile(LayoutIndex(joined), range), words);
    }
}

/// Of many pieces and of few, in any order.
void TestLayoutIndex::indicesJoinAsTheirLayoutsDo()
{
    std::mt19937 random(5);
    const Layout whole = dataflow::layOut(dataflow::Partition{}, dataflow::wholeChip({1, 1}), 8, 12, {10, 6});
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<Layout> layouts;
        const std::size_t count = 1 + random() % 3;
        for (std::size_t part = 0; part < count; ++part) {
            layouts.push_back(random() % 2 == 0 ? whole : someLayout(random));
        }
        std::vector<LayoutIndex> indices(layouts.begin(), layouts.end());
        std::vector<const Layout*> parts;
        std::vector<const LayoutIndex*> indexed;
        for (std::size_t part = 0; part < layouts.size(); ++part) {
            parts.push_back(&layouts[part]);
            indexed.push_back(&indices[part]);
        }
        const std::vector<Count> channels(layouts.size(), 12);
        const Layout expected = dataflow::concatenate(parts, channels);
        const LayoutIndex joined(indexed, channels);
        const LayoutIndex ofJoined(expected);
        QCOMPARE(joined.few().size(), ofJoined.few().size());
        QCOMPARE(joined.blocks().size(), ofJoined.blocks().size());
        QCOMPARE(joined.runs(), ofJoined.runs());
        QVERIFY(joined.last() == ofJoined.last());
        for (int look = 0; look < 10; ++look) {
            const MapRange range = someRange(random, 12 * static_cast<Count>(layouts.size()));
            QCOMPARE(wordsByTile(joined, range), wordsByTile(expected, range));
        }
    }
}

void TestLayoutIndex::piecesNeedNotFormAGrid()
{
    // An L: the second item's row is cut, the first one's is not.
    const Layout layout{{{{{0, 1}, {0, 4}, {0, 2}, {0, 2}}, {0, 0}},
                         {{{1, 2}, {0, 4}, {0, 2}, {0, 1}}, {0, 1}},
                         {{{1, 2}, {0, 4}, {0, 2}, {1, 2}}, {1, 1}}}};
    const auto words = wordsByTile(LayoutIndex(layout), {{0, 2}, {1, 3}, {0, 1}, {0, 2}});
    QCOMPARE(words, (std::map<Tile, Count>{{{0, 0}, 4}, {{0, 1}, 2}, {{1, 1}, 2}}));
}

/// Pieces whose spans repeat, needed by few tiles and by many, from layouts of many pieces and of few.
void TestLayoutIndex::distancesAreThoseOfEveryPiece()
{
    std::mt19937 random(4);
    for (int trial = 0; trial < 200; ++trial) {
        const Layout first = someLayout(random);
        const Layout second = dataflow::layOut(dataflow::Partition{}, dataflow::wholeChip({1, 1}), 8, 12, {10, 6});
        const bool few = trial % 4 == 0;
        const Layout joined = dataflow::concatenate({few ? &second : &first, trial % 4 == 1 ? &first : &second}, {12, 12});
        cost::GroupedTiles<4> pieces;
        const MapRange some[]{someRange(random, 24), someRange(random, 24), someRange(random, 24)};
        for (std::size_t mix = 0; mix < 81; ++mix) {
            const MapRange range{some[mix % 3].batch,
                                 some[mix / 3 % 3 % (1 + static_cast<std::size_t>(trial) % 3)].channel,
                                 some[mix / 9 % 3].row, some[mix / 27].column};
            const std::size_t count = 1 + random() % 9;
            for (std::size_t i = 0; i < count; ++i) {
                pieces.add(cost::MapGroups::spansOf(range),
                           {static_cast<Count>(random() % 6), static_cast<Count>(random() % 5)});
            }
        }
        const LayoutIndex index(joined);
        const cost::MapGroups groups(std::move(pieces).groups());
        cost::LayoutDistances distances(index, groups);
        for (std::size_t group = 0; group < groups.size(); ++group) {
            const auto words = wordsByTile(joined, groups[group].range);
            Count held = 0;
            std::vector<Count> hops(groups[group].tiles.size());
            for (const auto& [at, own] : words) {
                held += own;
                for (std::size_t i = 0; i < hops.size(); ++i) {
                    hops[i] += own * hopsBetween(at, cost::tileAt(groups[group].tiles[i]));
                }
            }
            const cost::LayoutDistances::Fetch fetch = distances.to(group);
            QCOMPARE(fetch.words, held);
            QCOMPARE(std::vector<Count>(fetch.hops.begin(), fetch.hops.end()), hops);
        }
    }
}

/// Of partitions of a region beside the layout's, where most tiles have a piece of their own, and of layouts that are joined, over few tiles or
/// over a region that folds.
void TestLayoutIndex::theWayToAllIsTheSumOfAllWays()
{
    std::mt19937 random(5);
    std::array<int, 2> together{}; // of regions that do not fold, and of those that do
    for (int trial = 0; trial < 300; ++trial) {
        const bool folds = trial % 3 == 0;
        const Layout first = folds ? someLayout(random, foldedRegion()) : someLayout(random);
        const Layout second = dataflow::layOut(dataflow::Partition{}, dataflow::wholeChip({1, 1}), 8, 12, {10, 6});
        const Layout joined =
            dataflow::concatenate({trial % 4 == 0 ? &second : &first, trial % 4 == 1 ? &first : &second}, {12, 12});
        const Layout asking = trial % 6 == 0 ? someLayout(random, foldedRegion()) : someLayout(random);
        cost::GroupedTiles<4> pieces;
        for (const Layout::Piece& piece : asking.pieces) {
            MapRange range = piece.range;
            range.channel = {2 * range.channel.begin, 2 * range.channel.end};
            range.row = {std::max<Count>(0, range.row.begin - 1), range.row.end + 1};
            pieces.add(cost::MapGroups::spansOf(range), {piece.at.row + trial % 7, piece.at.column + trial % 3});
        }
        const LayoutIndex index(joined);
        const cost::MapGroups groups(std::move(pieces).groups());
        Count hops = 0;
        for (std::size_t group = 0; group < groups.size(); ++group) {
            for (const auto& [at, own] : wordsByTile(joined, groups[group].range)) {
                for (const cost::TilePlace tile : groups[group].tiles) {
                    hops += own * hopsBetween(at, cost::tileAt(tile));
                }
            }
        }
        cost::LayoutDistances distances(index, groups);
        if (const std::optional<Count> all = distances.toAll()) {
            ++together[folds ? 1 : 0];
            QCOMPARE(*all, hops);
        }
        QCOMPARE(cost::hopsToAll(groups, index, false), hops);
    }
    QCOMPARE(together[0], 200);
    QCOMPARE(together[1], 0); // these are summed up group by group
}

TILESCAPE_TEST(TestLayoutIndex)

} // namespace tst_layout_index
#include "tst_layout_index.moc"
