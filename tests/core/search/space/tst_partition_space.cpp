#include "core/search/space/partition_space.h"
#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>

namespace tst_partition_space {

using namespace tilescape;
using search::SearchSpace;

namespace {

/// Whether some part of the map or of the output channels is empty.
bool leavesTilesIdle(const search::Splittable& what, const dataflow::PerSplit<Extent>& shares)
{
    const auto hasEmptyPart = [](Count length, Count parts) {
        return ceilDivide(length, ceilDivide(length, parts)) < parts;
    };
    const Extent map = shares[dataflow::Split::Map];
    return hasEmptyPart(what.map.height, map.height) || hasEmptyPart(what.map.width, map.width)
           || hasEmptyPart(what.outputChannels, shares[dataflow::Split::OutputChannel].size());
}

} // namespace

/// The ways in which a layer may be split over a region.
class TestPartitionSpace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySwitchOnlyAddsPartitions();
};

/// Over layers and regions of sizes that little divides; without Hybrid, tiles may be left with nothing to do as well.
void TestPartitionSpace::everySwitchOnlyAddsPartitions()
{
    samples::Dice dice(3);
    int compared = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const search::Splittable what{
            dice.upTo(8), dice.upTo(20), {dice.upTo(16), dice.once(2) ? 1 : dice.upTo(16)}, dice.upTo(20)};
        const Extent extent{dice.upTo(9), dice.upTo(9)};
        SearchSpace all;
        all.batchPartition = true;
        all.inputChannelPartition = true;
        const std::vector<dataflow::Partition> wider = search::partitions(what, extent, all);
        for (bool SearchSpace::*freedom :
             {&SearchSpace::hybridPartition, &SearchSpace::batchPartition, &SearchSpace::inputChannelPartition}) {
            SearchSpace less = all;
            less.*freedom = false;
            less.inputChannelPartition = less.inputChannelPartition && less.hybridPartition;
            for (const dataflow::Partition& partition : search::partitions(what, extent, less)) {
                if (!less.hybridPartition && leavesTilesIdle(what, partition.shares)) {
                    continue;
                }
                QVERIFY(std::find(wider.begin(), wider.end(), partition) != wider.end());
                ++compared;
            }
        }
    }
    QVERIFY(compared > 1000);
}

TILESCAPE_TEST(TestPartitionSpace)

} // namespace tst_partition_space
#include "tst_partition_space.moc"
