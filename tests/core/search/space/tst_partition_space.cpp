#include "core/search/space/partition_space.h"
#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <set>

namespace tst_partition_space {

using namespace tilescape;
using dataflow::PerSplit;
using dataflow::Split;
using samples::Dice;

namespace {

Extent transposed(Extent extent) { return {extent.width, extent.height}; }

std::set<PerSplit<Extent>> transposed(const std::vector<PerSplit<Extent>>& all)
{
    std::set<PerSplit<Extent>> mirrored;
    for (PerSplit<Extent> shares : all) {
        for (const Split split : dataflow::allSplits) {
            shares[split] = transposed(shares[split]);
        }
        mirrored.insert(shares);
    }
    return mirrored;
}

} // namespace

class TestPartitionSpace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Rows of tiles are no other than columns: what may be split along the one may be along the other.
    void aTallRegionHasTheSplitsOfAWideOne()
    {
        Dice dice(5);
        std::size_t compared = 0;
        for (int round = 0; round < 2000; ++round) {
            const search::Splittable what{dice.upTo(16), dice.upTo(40), {dice.upTo(14), dice.upTo(14)}, dice.upTo(40)};
            search::Splittable turned = what;
            turned.map = transposed(what.map);
            search::SearchSpace space;
            space.batchPartition = dice.once(2);
            space.inputChannelPartition = dice.once(2);
            space.roundedFactors = dice.once(4);
            const Extent extent{dice.upTo(16), dice.upTo(16)};
            const auto tall = search::sharesOf(what, extent, space);
            const auto wide = search::sharesOf(turned, transposed(extent), space);
            QCOMPARE(transposed(tall), std::set(wide.begin(), wide.end()));
            compared += tall.size();
        }
        QVERIFY(compared > 10000);
    }

    void outputChannelsMayTakeRowsOfTiles()
    {
        const auto shares = search::sharesOf({1, 8, {7, 7}, 2}, {2, 1}, search::SearchSpace{});
        QVERIFY(std::any_of(shares.begin(), shares.end(), [](const PerSplit<Extent>& own) {
            return own[Split::OutputChannel] == Extent{2, 1};
        }));
    }
};

TILESCAPE_TEST(TestPartitionSpace)

} // namespace tst_partition_space
#include "tst_partition_space.moc"
