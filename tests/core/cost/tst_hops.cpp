#include "core/cost/hops.h"

#include "core/cost/piece_groups.h"
#include "core/dataflow/partition_pieces.h"
#include "tests/registered.h"

#include <QTest>

#include <map>
#include <random>
#include <set>
#include <tuple>

namespace tst_hops {

using namespace tilescape;
using dataflow::Partition;
using dataflow::Split;

namespace {

/// 1x1 convolution of 4 channels into 8, on a map of 4 x 4.
network::Layer smallLayer()
{
    network::Layer layer;
    layer.kind = network::Convolution{{1, 1}, {1, 1}, 1};
    layer.inputChannels = 4;
    layer.outputChannels = 8;
    layer.outputSize = {4, 4};
    return layer;
}

constexpr Extent chip{4, 4};

} // namespace

class TestHops : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTileOnAMemoryChannelHasNoWay();
    void weightsComeFromTheNearestChannel();
    void forwardingCountsEachLinkOfTheTreeOnce();
    void partialSumsMeetAtOneTile();
    void inputHopsAreThoseOfEveryWordThatIsRead();
    void poolingReadsItsOwnChannels();
    void everyPartialSumIsSentOnceARound_data();
    void everyPartialSumIsSentOnceARound();
};

void TestHops::aTileOnAMemoryChannelHasNoWay()
{
    const auto corners = dataflow::cornerChannels({1, 1});
    const Partition whole;
    const auto traffic = cost::trafficOf(smallLayer(), 1, dataflow::wholeChip({1, 1}), whole, corners, false, Counts::Executed);
    const auto input = dataflow::layOut(dataflow::project(whole, {2, 2}), corners, 1, 4, {4, 4});
    QCOMPARE(traffic.weightHops, Count{0});
    QCOMPARE(cost::inputHops(traffic, input, false), Count{0});
}

void TestHops::weightsComeFromTheNearestChannel()
{
    // The map in 4 x 4 parts: all 16 tiles need all 32 weights. From the nearest corner a quadrant's four tiles are 0, 1,
    // 1 and 2 hops away.
    Partition partition;
    partition.shares[Split::Map] = chip;
    const auto traffic = cost::trafficOf(smallLayer(), 1, dataflow::wholeChip(chip), partition,
                                         dataflow::cornerChannels(chip), false, Counts::Executed);
    QCOMPARE(traffic.weightHops, Count{32 * 4 * (0 + 1 + 1 + 2)});
}

void TestHops::forwardingCountsEachLinkOfTheTreeOnce()
{
    // The same with forwarding: one corner reads them, each of the other 15 tiles is one hop from one that has them. The
    // reference reads as much, but all four corners have them.
    Partition partition;
    partition.shares[Split::Map] = chip;
    const auto traffic = cost::trafficOf(smallLayer(), 1, dataflow::wholeChip(chip), partition,
                                         dataflow::cornerChannels(chip), true, Counts::Executed);
    QCOMPARE(traffic.weightHops, Count{32 * 15});
    const auto reference = cost::trafficOf(smallLayer(), 1, dataflow::wholeChip(chip), partition,
                                           dataflow::cornerChannels(chip), true, Counts::Reference);
    QCOMPARE(reference.weightHops, Count{32 * 12});
}

void TestHops::partialSumsMeetAtOneTile()
{
    // Two tiles side by side hold half of the input channels each; the whole output (128 words) lies at the left one.
    Partition partition;
    partition.shares[Split::InputChannel] = {1, 2};
    const dataflow::Region pair = dataflow::wholeChip({1, 2});
    dataflow::Layout output;
    output.pieces.push_back({{{0, 1}, {0, 8}, {0, 4}, {0, 4}}, {0, 0}});
    const auto hops = [&](bool forwarding, Counts counts) {
        const auto traffic = cost::trafficOf(smallLayer(), 1, pair, partition, pair, forwarding, counts);
        return cost::outputHops(traffic, output, forwarding);
    };
    // Without forwarding the right one gathers: 128 words one way, and 128 words to the left. With forwarding the left one.
    QCOMPARE(hops(false, Counts::Executed), (cost::OutputHops{128, 128}));
    QCOMPARE(hops(true, Counts::Executed), (cost::OutputHops{0, 128}));
    QCOMPARE(hops(false, Counts::Reference), (cost::OutputHops{64 + 128, 0}));
    QCOMPARE(hops(true, Counts::Reference), (cost::OutputHops{64, 0}));
}

namespace {

class Dice {
public:
    Count upTo(Count largest) { return std::uniform_int_distribution<Count>(1, largest)(m_engine); }

private:
    std::mt19937 m_engine{4};
};

/// A convolution, a depthwise one, pooling, or the sum of up to three maps.
network::Layer randomLayer(Dice& dice)
{
    network::Layer layer;
    layer.outputChannels = dice.upTo(9);
    layer.inputChannels = layer.outputChannels;
    layer.outputSize = {dice.upTo(5), dice.upTo(5)};
    const Extent window{dice.upTo(3), dice.upTo(3)};
    const Extent stride{dice.upTo(2), dice.upTo(2)};
    switch (dice.upTo(4)) {
    case 1:
        layer.kind = network::Convolution{window, stride, 1};
        layer.inputChannels = dice.upTo(9);
        break;
    case 2:
        layer.kind = network::Convolution{window, stride, layer.outputChannels};
        break;
    case 3:
        layer.kind = network::Pooling{window, stride};
        break;
    default:
        layer.kind = network::Elementwise{dice.upTo(3)};
        layer.inputChannels *= std::get<network::Elementwise>(layer.kind).operands;
        break;
    }
    return layer;
}

/// What one output reads: (channel, row, column) of the input.
template <typename Visit>
void eachRead(const network::Layer& layer, Count channel, Count row, Count column, const Visit& visit)
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    for (Count input = 0; input < layer.inputChannels; ++input) {
        const bool channelwise = !network::hasWeights(layer) || network::isDepthwise(layer);
        if (channelwise && input % layer.outputChannels != channel) {
            continue;
        }
        for (Count y = 0; y < filter.height; ++y) {
            for (Count x = 0; x < filter.width; ++x) {
                visit(std::tuple{input, row * stride.height + y, column * stride.width + x});
            }
        }
    }
}

} // namespace

/// Without forwarding: every tile fetches each word that an output of its own reads from where it lies.
void TestHops::inputHopsAreThoseOfEveryWordThatIsRead()
{
    Dice dice;
    int channelwise = 0;
    for (int round = 0; round < 400; ++round) {
        const network::Layer layer = randomLayer(dice);
        Partition partition;
        partition.shares[Split::OutputChannel] = {dice.upTo(3), 1};
        partition.shares[Split::Map] = {1, dice.upTo(3)};
        const dataflow::Region region = dataflow::wholeChip(partition.tiles());
        const dataflow::Region places = dataflow::wholeChip({dice.upTo(3), dice.upTo(3)});
        Partition stored;
        stored.shares[dice.upTo(2) == 1 ? Split::OutputChannel : Split::Map] = places.extent;
        const dataflow::Layout input =
            dataflow::layOut(stored, places, 1, layer.inputChannels, network::paddedInputSize(layer));

        std::map<Tile, std::set<std::tuple<Count, Count, Count>>> read;
        for (Count channel = 0; channel < layer.outputChannels; ++channel) {
            for (Count row = 0; row < layer.outputSize.height; ++row) {
                for (Count column = 0; column < layer.outputSize.width; ++column) {
                    for (const Tile tile : region.tiles) {
                        const dataflow::MapRange own =
                            dataflow::mapPiece(partition, dataflow::partIndices(partition, tile.row, tile.column), 1,
                                               layer.outputChannels, layer.outputSize);
                        const dataflow::MapRange one{{0, 1}, {channel, channel + 1}, {row, row + 1}, {column, column + 1}};
                        if (dataflow::overlapSize(own, one) == 1) {
                            eachRead(layer, channel, row, column, [&](const auto& word) { read[tile].insert(word); });
                        }
                    }
                }
            }
        }
        Count hops = 0;
        for (const auto& [tile, words] : read) {
            for (const auto& [channel, row, column] : words) {
                for (const dataflow::Layout::Piece& piece : input.pieces) {
                    const dataflow::MapRange word{{0, 1}, {channel, channel + 1}, {row, row + 1}, {column, column + 1}};
                    hops += dataflow::overlapSize(piece.range, word) * hopsBetween(piece.at, tile);
                }
            }
        }
        // A filter narrower than its stride leaves out columns between those that it reads: a piece is what lies around.
        const Extent filter = network::filterOf(layer);
        const Extent stride = network::strideOf(layer);
        const auto traffic = cost::trafficOf(layer, 1, region, partition, places, false, Counts::Executed);
        if (filter.height >= stride.height && filter.width >= stride.width) {
            QCOMPARE(cost::inputHops(traffic, input, false), hops);
            channelwise += network::hasWeights(layer) ? 0 : 1;
        } else {
            QVERIFY(cost::inputHops(traffic, input, false) >= hops);
        }
    }
    QVERIFY(channelwise > 100);
}

/// AlexNet's pool2 on 8 x 11 of 256 tiles, a batch of 64: two halves of the map, 44 parts of the channels, on the tiles that
/// made its input. One row of the map crosses the border, to a tile four rows up. The window of the reference reaches the
/// next tile's channel as well.
void TestHops::poolingReadsItsOwnChannels()
{
    network::Layer pool;
    pool.kind = network::Pooling{{3, 3}, {2, 2}};
    pool.inputChannels = pool.outputChannels = 128;
    pool.outputSize = {13, 13};
    std::vector<Tile> tiles = dataflow::wholeChip({8, 11}).tiles;
    for (Tile& tile : tiles) {
        tile.column += 5;
    }
    const dataflow::Region region{{8, 11}, tiles};
    Partition partition;
    partition.shares[Split::OutputChannel] = {4, 11};
    partition.shares[Split::Map] = {2, 1};
    partition.order = {Split::Batch, Split::InputChannel, Split::Map, Split::OutputChannel};
    const dataflow::Layout input = dataflow::layOut(partition, region, 64, 128, {27, 27});
    const auto hops = [&](Counts counts) {
        const auto traffic =
            cost::trafficOf(pool, 64, region, partition, dataflow::cornerChannels({16, 16}), true, counts);
        return cost::inputHops(traffic, input, true);
    };
    QCOMPARE(hops(Counts::Executed), Count{64} * 128 * 27 * 4);
    QCOMPARE(hops(Counts::Executed), Count{884'736});
    QCOMPARE(hops(Counts::Reference), Count{4'703'616});
}

void TestHops::everyPartialSumIsSentOnceARound_data()
{
    QTest::addColumn<bool>("forwarding");
    QTest::newRow("each tile by itself") << false;
    QTest::newRow("along a tree") << true;
}

/// Round after round, message after message: what was written before comes back to the gatherer, the other tiles send it
/// their sums, and it writes. Along a tree a tile adds up what it received before it sends that on to its parent, over the
/// shortest links that join all (Prim's, from the gatherer).
void TestHops::everyPartialSumIsSentOnceARound()
{
    QFETCH(bool, forwarding);
    Dice dice;
    for (int round = 0; round < 300; ++round) {
        network::Layer layer = smallLayer();
        layer.inputChannels = 8 * dice.upTo(3);
        layer.outputChannels = dice.upTo(9);
        Partition partition;
        partition.shares[Split::InputChannel] = {dice.upTo(4), dice.upTo(2)};
        partition.shares[Split::Map] = {dice.upTo(2), dice.upTo(2)};
        if (dice.upTo(2) == 1) {
            std::swap(partition.order[1], partition.order[3]);
        }
        const dataflow::Region region = dataflow::wholeChip(partition.tiles());
        const dataflow::Region places = dataflow::wholeChip({dice.upTo(3), dice.upTo(3)});
        Partition stored;
        stored.shares[Split::OutputChannel] = places.extent;
        const dataflow::Layout output = dataflow::layOut(stored, places, 1, layer.outputChannels, layer.outputSize);

        std::map<dataflow::MapRange, std::vector<Tile>> groups;
        for (const auto& [range, tiles] : cost::pieceGroups(layer, 1, region, partition, Counts::Executed).outputs) {
            groups[range] = tiles;
        }
        const Count writes = dice.upTo(4);
        Count sent = 0;
        for (const auto& [range, tiles] : groups) {
            const auto toMemory = [&, &own = range](Tile tile) {
                Count hops = 0;
                for (const dataflow::Layout::Piece& piece : output.pieces) {
                    hops += dataflow::overlapSize(piece.range, own) * hopsBetween(piece.at, tile);
                }
                return hops;
            };
            const Tile gatherer = forwarding ? *std::min_element(tiles.begin(), tiles.end(),
                                                                 [&](Tile a, Tile b) { return toMemory(a) < toMemory(b); })
                                             : tiles[tiles.size() / 2];
            for (Count write = 0; write < writes; ++write) {
                sent += (write > 0 ? 2 : 1) * toMemory(gatherer);
                std::vector<Tile> joined{gatherer};
                std::vector<Tile> open = tiles;
                std::erase(open, gatherer);
                while (!open.empty()) {
                    const auto distance = [&](Tile tile) {
                        Count least = hopsBetween(tile, gatherer);
                        for (const Tile other : joined) {
                            least = std::min(least, forwarding ? hopsBetween(tile, other) : least);
                        }
                        return least;
                    };
                    const auto next = std::min_element(open.begin(), open.end(),
                                                       [&](Tile a, Tile b) { return distance(a) < distance(b); });
                    sent += range.size() * distance(*next);
                    joined.push_back(*next);
                    open.erase(next);
                }
            }
        }
        const auto traffic = cost::trafficOf(layer, 1, region, partition, places, forwarding, Counts::Executed);
        const cost::OutputHops hops = cost::outputHops(traffic, output, forwarding);
        QCOMPARE(cost::hopsOfAll({0, 0, hops}, {{1, 1, 2 * writes - 1}}), static_cast<double>(sent));
    }
}

TILESCAPE_TEST(TestHops)

} // namespace tst_hops
#include "tst_hops.moc"
