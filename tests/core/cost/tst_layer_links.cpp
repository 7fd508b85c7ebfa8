#include "core/cost/layer_links.h"

#include "core/cost/blocking_cost.h"
#include "core/cost/hops.h"
#include "core/dataflow/partition_pieces.h"
#include "tests/registered.h"

#include <QTest>

#include <map>
#include <numeric>
#include <tuple>

namespace tst_layer_links {

using namespace tilescape;
using cost::Heading;
using cost::LinkWords;
using dataflow::Partition;
using dataflow::Split;

namespace {

/// Convolution of 4 channels into 8, on a map of 4 x 4.
network::Layer smallLayer(Count filter = 1)
{
    network::Layer layer;
    layer.kind = network::Convolution{{filter, filter}, {1, 1}, 1};
    layer.inputChannels = 4;
    layer.outputChannels = 8;
    layer.outputSize = {4, 4};
    return layer;
}

constexpr Extent chip{4, 4};

/// Every map over the memory channels, and each word moved as often as `fetches` says.
struct Sample {
    network::Layer layer;
    dataflow::LayerScheme scheme;
    dataflow::Region memory = dataflow::cornerChannels(chip);
    cost::LayerCost cost;
    cost::LayerPlaces places;
    bool spreads = false;
    Counts counts = Counts::Executed;
    dataflow::LoopNest nest;

    Sample(const network::Layer& of, const Partition& partition, bool spread, double fetches = 1)
        : layer(of), spreads(spread)
    {
        scheme.region = dataflow::wholeChip(chip);
        scheme.partition = partition;
        nest = dataflow::loopNest(dataflow::tileLayer(layer, 1, partition, Counts::Executed), {8, 8}, scheme.replication);
        cost.fetches[Storage::Buffer] = {{fetches, fetches, fetches}};
        const Partition over = dataflow::project(partition, memory.extent);
        places.input = dataflow::layOut(over, memory, 1, layer.inputChannels, network::paddedInputSize(layer));
        places.output = dataflow::layOut(over, memory, 1, layer.outputChannels, layer.outputSize);
    }

    [[nodiscard]] cost::LayerLinks links() const
    {
        return cost::layerLinks({layer, 1, nest, scheme, cost, places, memory, spreads, counts}, chip);
    }
};

Partition splitBy(Split split, Extent share)
{
    Partition partition;
    partition.shares[split] = share;
    return partition;
}

/// Link by link, the way of one word.
void walk(std::map<std::pair<Tile, Tile>, double>& words, Tile from, Tile to)
{
    const auto step = [&](Tile next) {
        words[{from, next}] += 1;
        from = next;
    };
    while (from.column != to.column) {
        step({from.row, from.column + (to.column > from.column ? 1 : -1)});
    }
    while (from.row != to.row) {
        step({from.row + (to.row > from.row ? 1 : -1), from.column});
    }
}

} // namespace

class TestLayerLinks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMeshHasTwoLinksBetweenNeighbours();
    void routesGoAlongTheRowFirst();
    void aForwardingTreeUsesEachLinkOnce();
    void noTreeIsShorter();
    void wordsWalkOneByOne_data();
    void wordsWalkOneByOne();
    void whatIsReadBackComesTheOtherWay();
    void partialSumsRunTowardsTheTileThatGathers();
    void ringsHandOnToTheTileBefore();
    void aFoldedRegionsRingsAreScaledToMeanDistances();
};

void TestLayerLinks::aMeshHasTwoLinksBetweenNeighbours()
{
    const auto links = cost::linksOf({3, 5});
    QCOMPARE(links.size(), std::size_t{2 * (3 * 4 + 2 * 5)});
    for (const cost::Link& link : links) {
        QCOMPARE(hopsBetween(link.from, link.to()), Count{1});
    }
    QVERIFY(cost::linksOf({1, 1}).empty());
}

void TestLayerLinks::routesGoAlongTheRowFirst()
{
    LinkWords words({2, 2});
    words.send({0, 0}, {1, 1}, 7);
    words.send({1, 1}, {0, 0}, 2);
    words.send({1, 0}, {1, 0}, 100);
    QCOMPARE(words.at({{0, 0}, Heading::East}), 7.0);
    QCOMPARE(words.at({{0, 1}, Heading::South}), 7.0);
    QCOMPARE(words.at({{1, 1}, Heading::West}), 2.0);
    QCOMPARE(words.at({{1, 0}, Heading::North}), 2.0);
    QCOMPARE(words.sum(), 18.0);
    QCOMPARE(words.largest(), 7.0);
}

/// All tiles need all 32 weights: from the corner that reads them each of the other 15 tiles gets them over one link.
void TestLayerLinks::aForwardingTreeUsesEachLinkOnce()
{
    const Sample sample(smallLayer(), splitBy(Split::Map, chip), true);
    const LinkWords weights = sample.links().words[Tensor::Weight];
    std::map<Tile, double> arriving;
    for (const cost::Link& link : cost::linksOf(chip)) {
        QVERIFY(weights.at(link) == 0 || weights.at(link) == 32);
        arriving[link.to()] += weights.at(link);
    }
    for (Count row = 0; row < 4; ++row) {
        for (Count column = 0; column < 4; ++column) {
            QCOMPARE((arriving[{row, column}]), row == 0 && column == 0 ? 0.0 : 32.0);
        }
    }
}

/// Kruskal's tree over the tiles that need a piece, in whatever order it grows, and the way to it from the nearest channel.
void TestLayerLinks::noTreeIsShorter()
{
    int grouped = 0;
    for (const Extent map : {Extent{4, 4}, Extent{2, 4}, Extent{4, 1}, Extent{1, 2}, Extent{2, 2}, Extent{1, 1}}) {
        for (const bool mapOutside : {false, true}) {
            Partition partition = splitBy(Split::Map, map);
            partition.shares[Split::OutputChannel] = {4 / map.height, 4 / map.width};
            if (mapOutside) {
                partition.order = {Split::Map, Split::OutputChannel, Split::Batch, Split::InputChannel};
            }
            const Sample sample(smallLayer(3), partition, true, 3);
            std::map<Count, std::vector<Tile>> needed; // by first output channel
            for (const Tile tile : sample.scheme.region.tiles) {
                const auto piece = dataflow::tilePiece(sample.layer, 1, partition, dataflow::partIndices(partition, tile.row, tile.column), Counts::Executed);
                if (piece.weightOutputChannels.size() > 0) {
                    needed[piece.weightOutputChannels.begin].push_back(tile);
                }
            }
            double wordHops = 0;
            for (const auto& [channel, tiles] : needed) {
                std::vector<std::size_t> tree(tiles.size());
                std::iota(tree.begin(), tree.end(), std::size_t{0});
                std::vector<std::tuple<Count, std::size_t, std::size_t>> edges;
                Count nearest = hopsBetween({0, 0}, {3, 3});
                for (std::size_t i = 0; i < tiles.size(); ++i) {
                    for (const Tile corner : sample.memory.tiles) {
                        nearest = std::min(nearest, hopsBetween(corner, tiles[i]));
                    }
                    for (std::size_t j = 0; j < i; ++j) {
                        edges.emplace_back(hopsBetween(tiles[i], tiles[j]), i, j);
                    }
                }
                std::sort(edges.begin(), edges.end());
                Count hops = nearest;
                for (const auto& [length, from, to] : edges) {
                    if (tree[from] != tree[to]) {
                        hops += length;
                        std::replace(tree.begin(), tree.end(), std::size_t{tree[from]}, std::size_t{tree[to]});
                    }
                }
                const Count channels = std::min<Count>(8, ceilDivide(8, partition.shares[Split::OutputChannel].size()));
                wordHops += static_cast<double>(3 * hops * 4 * channels * 9);
                grouped += tiles.size() > 1 ? 1 : 0;
            }
            if (8 % partition.shares[Split::OutputChannel].size() == 0) {
                QCOMPARE(sample.links().words[Tensor::Weight].sum(), wordHops);
            }
        }
    }
    QVERIFY(grouped > 10);
}

void TestLayerLinks::wordsWalkOneByOne_data()
{
    QTest::addColumn<int>("split");
    QTest::addColumn<int>("filter");
    for (const Split split : {Split::Map, Split::OutputChannel}) {
        for (const int filter : {1, 3}) {
            QTest::addRow("split %d, filter %d", static_cast<int>(split), filter) << static_cast<int>(split) << filter;
        }
    }
}

/// Without forwarding each tile fetches each of its words by itself: as the walk of every single word has it.
void TestLayerLinks::wordsWalkOneByOne()
{
    QFETCH(int, split);
    QFETCH(int, filter);
    const Extent share = static_cast<Split>(split) == Split::Map ? chip : Extent{2, 4};
    Sample sample(smallLayer(filter), splitBy(static_cast<Split>(split), share), false);
    sample.scheme.region.extent = share;
    PerTensor<std::map<std::pair<Tile, Tile>, double>> naive;
    for (Count row = 0; row < share.height; ++row) {
        for (Count column = 0; column < share.width; ++column) {
            const Tile tile = sample.scheme.region.at(row, column);
            const auto piece = dataflow::tilePiece(sample.layer, 1, sample.scheme.partition,
                                                   dataflow::partIndices(sample.scheme.partition, row, column), Counts::Executed);
            const auto eachWord = [&](const dataflow::MapRange& range, const dataflow::Layout& layout, auto&& visit) {
                for (Count channel = range.channel.begin; channel < range.channel.end; ++channel) {
                    for (Count y = range.row.begin; y < range.row.end; ++y) {
                        for (Count x = range.column.begin; x < range.column.end; ++x) {
                            const dataflow::MapRange word{{0, 1}, {channel, channel + 1}, {y, y + 1}, {x, x + 1}};
                            for (const auto& place : layout.pieces) {
                                if (dataflow::overlapSize(word, place.range) == 1) {
                                    visit(place.at);
                                }
                            }
                        }
                    }
                }
            };
            eachWord(piece.input, sample.places.input, [&](Tile at) { walk(naive[Tensor::Input], at, tile); });
            eachWord(piece.output, *sample.places.output, [&](Tile at) { walk(naive[Tensor::Output], tile, at); });
            const Tile corner{row < 2 ? 0 : 3, column < 2 ? 0 : 3};
            const Count weights = piece.weightInputChannels.size() * piece.weightOutputChannels.size() * filter * filter;
            for (Count word = 0; word < weights; ++word) {
                walk(naive[Tensor::Weight], corner, tile);
            }
        }
    }
    const cost::LayerLinks links = sample.links();
    for (const Tensor tensor : allTensors) {
        for (const cost::Link& link : cost::linksOf(chip)) {
            QCOMPARE(links.words[tensor].at(link), (naive[tensor][{link.from, link.to()}]));
        }
    }
}

void TestLayerLinks::whatIsReadBackComesTheOtherWay()
{
    // Written three times and read back twice: five fetches. The route back goes along its own row first.
    Partition whole;
    Sample sample(smallLayer(), whole, true, 5);
    sample.scheme.region = {{1, 1}, {{1, 1}}};
    sample.places.output->pieces = {{{{0, 1}, {0, 8}, {0, 4}, {0, 4}}, {0, 0}}};
    const LinkWords output = sample.links().words[Tensor::Output];
    QCOMPARE(output.at({{1, 1}, Heading::West}), 128.0 * 3);
    QCOMPARE(output.at({{1, 0}, Heading::North}), 128.0 * 3);
    QCOMPARE(output.at({{0, 0}, Heading::East}), 128.0 * 2);
    QCOMPARE(output.at({{0, 1}, Heading::South}), 128.0 * 2);
    QCOMPARE(output.sum(), 128.0 * 2 * 5);
}

void TestLayerLinks::partialSumsRunTowardsTheTileThatGathers()
{
    // Two tiles hold half of the input channels each; the output lies at the left one. It is written twice and read back
    // once: the sums run twice, and half as often for each of the three as the reference counts.
    for (const bool spreads : {true, false}) {
        for (const Counts counts : allCounts) {
            Sample sample(smallLayer(), splitBy(Split::InputChannel, {1, 2}), spreads, 3);
            sample.counts = counts;
            sample.scheme.region = dataflow::wholeChip({1, 2});
            sample.places.output->pieces = {{{{0, 1}, {0, 8}, {0, 4}, {0, 4}}, {0, 0}}};
            const LinkWords output = sample.links().words[Tensor::Output];
            const auto traffic =
                cost::trafficOf(sample.layer, 1, sample.scheme.region, sample.scheme.partition, sample.memory, spreads, counts);
            const cost::OutputHops hops = cost::outputHops(traffic, *sample.places.output, spreads);
            QCOMPARE(output.sum(), cost::hopsOfAll({0, 0, hops}, {{1, 1, 3}}));
            const double gathered = counts == Counts::Executed ? 2 * 128 : 3 * 64;
            // Without forwarding the right one gathers, sends the sums to the left, and has them back.
            QCOMPARE(output.at({{0, 1}, Heading::West}), spreads ? gathered : 2 * 128);
            QCOMPARE(output.at({{0, 0}, Heading::East}), spreads ? 0.0 : 128 + gathered);
        }
    }
}

void TestLayerLinks::ringsHandOnToTheTileBefore()
{
    // Four tiles in a row share the weights: three hand on to the left, the first closes the ring over three links.
    Sample sample(smallLayer(), splitBy(Split::Map, {1, 4}), true, 0);
    sample.scheme.region = dataflow::wholeChip({1, 4});
    sample.scheme.sharing.group[Tensor::Weight] = sample.scheme.sharing.subgroup[Tensor::Weight] = 4;
    sample.cost.rotationRounds[Tensor::Weight] = 1;
    sample.cost.nocHopsBetweenTiles[Tensor::Weight] = 60;
    const cost::LayerLinks links = sample.links();
    for (Count column = 0; column < 3; ++column) {
        QCOMPARE(links.words[Tensor::Weight].at({{0, column + 1}, Heading::West}), 10.0);
        QCOMPARE(links.words[Tensor::Weight].at({{0, column}, Heading::East}), 10.0);
    }
    QCOMPARE(links.words[Tensor::Weight].sum(), 60.0);
    QCOMPARE(links.scaledHops, 0.0);
}

void TestLayerLinks::aFoldedRegionsRingsAreScaledToMeanDistances()
{
    // The same in a region that turns downwards: from the first to the last it is no longer as far as all neighbours added up.
    Sample sample(smallLayer(), splitBy(Split::Map, {1, 4}), true, 0);
    sample.scheme.region = {{1, 4}, {{0, 0}, {0, 1}, {1, 1}, {1, 0}}};
    sample.scheme.sharing.group[Tensor::Weight] = sample.scheme.sharing.subgroup[Tensor::Weight] = 4;
    sample.cost.rotationRounds[Tensor::Weight] = 1;
    sample.cost.nocHopsBetweenTiles[Tensor::Weight] = 60;
    sample.counts = Counts::Reference;
    const cost::LayerLinks links = sample.links();
    QCOMPARE(links.words[Tensor::Weight].at({{0, 1}, Heading::West}), 15.0);
    QCOMPARE(links.words[Tensor::Weight].at({{0, 0}, Heading::South}), 15.0);
    QCOMPARE(links.words[Tensor::Weight].sum(), 60.0);
    QCOMPARE(links.scaledHops, 60.0);
    // Counted step by step they are what crosses the links.
    sample.counts = Counts::Executed;
    QCOMPARE(sample.links().words[Tensor::Weight].sum(), 60.0);
    QCOMPARE(sample.links().scaledHops, 0.0);
}

TILESCAPE_TEST(TestLayerLinks)

} // namespace tst_layer_links
#include "tst_layer_links.moc"
