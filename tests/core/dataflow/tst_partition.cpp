#include "core/dataflow/layout.h"
#include "core/dataflow/partition_pieces.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"
#include "core/search/space/partition_space.h"
#include "tests/registered.h"

#include <QTest>

#include <set>

namespace tst_partition {

using namespace tilescape;
using dataflow::Partition;
using dataflow::Split;

namespace {

network::Layer convolution(Count inputs, Count outputs, Extent size)
{
    network::Layer layer;
    layer.kind = network::Convolution{{3, 3}, {1, 1}, 1};
    layer.inputChannels = inputs;
    layer.outputChannels = outputs;
    layer.outputSize = size;
    return layer;
}

std::vector<Partition> everyPartition(const network::Layer& layer, Count batch, Extent extent)
{
    search::SearchSpace space;
    space.batchPartition = true;
    space.inputChannelPartition = true;
    return search::partitions(search::splittable(layer, batch), extent, space);
}

} // namespace

class TestPartition : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPartitionFillsTheRegion();
    void noPartitionIsListedTwice();
    void piecesCoverTheOutputOnceForEachShareOfTheInputs();
    void gridPositionInvertsPartIndices();
    void aPieceReadsTheRowsThatItsOutputsReach();
    void layoutsHoldEveryWordOnce();
    void aLargerMemoryTakesMoreOfTheBatch();
    void batchAndMapShareWeightsTogetherOnlyWhereTheyNestDirectly();
    void withoutHybridOnlyMapsAreSplit();
    void workOnManyTilesIsNeitherLostNorTooMuchToCount();
};

void TestPartition::everyPartitionFillsTheRegion()
{
    const auto found = everyPartition(convolution(16, 32, {14, 14}), 16, {4, 8});
    QVERIFY(found.size() > 100);
    for (const Partition& partition : found) {
        QCOMPARE(partition.tiles(), (Extent{4, 8}));
    }
}

void TestPartition::noPartitionIsListedTwice()
{
    const auto found = everyPartition(convolution(16, 32, {14, 14}), 16, {4, 4});
    QCOMPARE(std::set<Partition>(found.begin(), found.end()).size(), found.size());
}

void TestPartition::piecesCoverTheOutputOnceForEachShareOfTheInputs()
{
    const network::Layer layer = convolution(6, 10, {7, 5});
    const Count batch = 4;
    for (const Partition& partition : everyPartition(layer, batch, {4, 2})) {
        Count words = 0;
        for (Count row = 0; row < 4; ++row) {
            for (Count column = 0; column < 2; ++column) {
                const auto indices = dataflow::partIndices(partition, row, column);
                words += dataflow::tilePiece(layer, batch, partition, indices, Counts::Executed).output.size();
            }
        }
        QCOMPARE(words, network::outputWords(layer) * batch * partition.shares[Split::InputChannel].size());
    }
}

void TestPartition::gridPositionInvertsPartIndices()
{
    for (const Partition& partition : everyPartition(convolution(16, 32, {14, 14}), 16, {4, 8})) {
        for (Count row = 0; row < 4; ++row) {
            for (Count column = 0; column < 8; ++column) {
                const auto indices = dataflow::partIndices(partition, row, column);
                QCOMPARE(dataflow::gridPosition(partition, indices), (Extent{row, column}));
            }
        }
    }
}

void TestPartition::aPieceReadsTheRowsThatItsOutputsReach()
{
    // Output rows 7..13 of 14, stride 1, filter 3: input rows 7..15.
    Partition partition;
    partition.shares[Split::Map] = {2, 1};
    const auto piece = dataflow::tilePiece(convolution(8, 8, {14, 14}), 1, partition,
                                           dataflow::partIndices(partition, 1, 0), Counts::Executed);
    QCOMPARE(piece.output.row, (dataflow::Span{7, 14}));
    QCOMPARE(piece.input.row, (dataflow::Span{7, 16}));
    QCOMPARE(piece.input.column, (dataflow::Span{0, 16}));
}

void TestPartition::layoutsHoldEveryWordOnce()
{
    const network::Layer layer = convolution(6, 10, {7, 5});
    for (const dataflow::Region& memory : {dataflow::cornerChannels({4, 4}), dataflow::wholeChip({4, 4})}) {
        for (const Partition& partition : everyPartition(layer, 8, {4, 4})) {
            const auto layout = dataflow::layOut(dataflow::project(partition, memory.extent), memory, 8,
                                                 layer.outputChannels, layer.outputSize);
            Count words = 0;
            for (const auto& piece : layout.pieces) {
                words += piece.range.size();
            }
            QCOMPARE(words, network::outputWords(layer) * 8);
        }
    }
}

void TestPartition::aLargerMemoryTakesMoreOfTheBatch()
{
    Partition partition;
    partition.shares[Split::OutputChannel] = {2, 1};
    const Partition projected = dataflow::project(partition, {4, 4});
    QCOMPARE(projected.shares[Split::OutputChannel], (Extent{2, 1}));
    QCOMPARE(projected.shares[Split::Batch], (Extent{2, 4}));
}

void TestPartition::batchAndMapShareWeightsTogetherOnlyWhereTheyNestDirectly()
{
    Partition partition;
    partition.shares[Split::Batch] = {2, 1};
    partition.shares[Split::Map] = {1, 4};
    partition.shares[Split::OutputChannel] = {2, 1};
    const network::Layer layer = convolution(8, 8, {8, 8});
    partition.order = {Split::InputChannel, Split::Batch, Split::Map, Split::OutputChannel};
    QCOMPARE(dataflow::sharersOf(layer, partition)[Tensor::Weight], Count{8});
    partition.order = {Split::InputChannel, Split::Batch, Split::OutputChannel, Split::Map};
    QCOMPARE(dataflow::sharersOf(layer, partition)[Tensor::Weight], Count{4});
    QCOMPARE(dataflow::sharersOf(layer, partition)[Tensor::Input], Count{2});
}

void TestPartition::withoutHybridOnlyMapsAreSplit()
{
    search::SearchSpace space;
    space.hybridPartition = false;
    const network::Layer layer = convolution(16, 32, {16, 16});
    for (const Partition& partition : search::partitions(search::splittable(layer, 4), {4, 4}, space)) {
        QCOMPARE(partition.shares[Split::Map], (Extent{4, 4}));
    }
}

void TestPartition::workOnManyTilesIsNeitherLostNorTooMuchToCount()
{
    // A map of one word on 128 x 128 tiles: one of them has all the work, 2^48 operations times 2^14 images.
    network::Layer layer = convolution(Count{1} << 24, Count{1} << 24, {1, 1});
    layer.kind = network::Convolution{{1, 1}, {1, 1}, 1};
    Partition partition;
    partition.shares[Split::Map] = {128, 128};
    const dataflow::TileLayer tile = dataflow::tileLayer(layer, 1 << 14, partition, Counts::Executed);
    QCOMPARE(tile.occupancy, 1.0 / (128 * 128));
    QCOMPARE(tile.batch, Count{1 << 14});
}

TILESCAPE_TEST(TestPartition)

} // namespace tst_partition
#include "tst_partition.moc"
