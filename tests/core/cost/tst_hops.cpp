#include "core/cost/hops.h"

#include <QTest>

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
};

void TestHops::aTileOnAMemoryChannelHasNoWay()
{
    const auto corners = dataflow::cornerChannels({1, 1});
    const Partition whole;
    const auto traffic = cost::trafficOf(smallLayer(), 1, dataflow::wholeChip({1, 1}), whole, corners, false);
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
                                         dataflow::cornerChannels(chip), false);
    QCOMPARE(traffic.weightHops, Count{32 * 4 * (0 + 1 + 1 + 2)});
}

void TestHops::forwardingCountsEachLinkOfTheTreeOnce()
{
    // The same with forwarding: 12 tiles beside the corners, each one hop from one that has the weights.
    Partition partition;
    partition.shares[Split::Map] = chip;
    const auto traffic = cost::trafficOf(smallLayer(), 1, dataflow::wholeChip(chip), partition,
                                         dataflow::cornerChannels(chip), true);
    QCOMPARE(traffic.weightHops, Count{32 * 12});
}

void TestHops::partialSumsMeetAtOneTile()
{
    // Two tiles side by side hold half of the input channels each; the whole output (128 words) lies at the left one.
    Partition partition;
    partition.shares[Split::InputChannel] = {1, 2};
    const dataflow::Region pair = dataflow::wholeChip({1, 2});
    const auto traffic = cost::trafficOf(smallLayer(), 1, pair, partition, pair, false);
    dataflow::Layout output;
    output.pieces.push_back({{{0, 1}, {0, 8}, {0, 4}, {0, 4}}, {0, 0}});
    // Without forwarding the right one gathers: 128 words one way, half counted, and 128 words to the left.
    QCOMPARE(cost::outputHops(traffic, output, false), Count{64 + 128});
    // With forwarding the left one does.
    const auto forwarded = cost::trafficOf(smallLayer(), 1, pair, partition, pair, true);
    QCOMPARE(cost::outputHops(forwarded, output, true), Count{64});
}

QTEST_GUILESS_MAIN(TestHops)
#include "tst_hops.moc"
