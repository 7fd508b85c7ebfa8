#include "core/search/space/partition_geometry.h"

#include "core/dataflow/layout.h"
#include "core/dataflow/partition_pieces.h"
#include "core/hardware/hardware.h"
#include "core/io/library.h"
#include "tests/core/search/space/cuts.h"
#include "tests/registered.h"

#include <QTest>

#include <cstdlib>
#include <map>
#include <set>

namespace tst_partition_geometry {

using namespace tilescape;
using dataflow::Partition;
using dataflow::Split;
using dataflow::Splits;
using search::LayerTask;
using samples::cutsOver;

namespace {

constexpr Extent region{4, 4};

LayerTask taskOf(const network::Layer& layer)
{
    LayerTask task;
    task.layer = layer;
    task.batch = 8;
    task.machine = hardware::machineOf(io::loadHardware("kapla_16x16").value());
    return task;
}

PerTensor<double> wordsOf(const network::Layer& layer, const Partition& partition)
{
    const LayerTask task = taskOf(layer);
    return search::distinctWords(task, dataflow::tileLayer(layer, task.batch, partition, Counts::Executed), partition.shares);
}

Partition cut(Split split, Extent share)
{
    Partition partition;
    partition.shares[split] = share;
    return partition;
}

} // namespace

class TestPartitionGeometry : public QObject {
    Q_OBJECT

private slots:
    void sumsGoToTheTileInTheMiddle();
    void weightsAreThereOnce();
    void errorsAreThereForEachItemAndGradientsOnce();
    void secondOperandIsThereForEachItem();
    void tilesOfOneNumberWorkOnTheSameParts();
    void outputsGoToPlacesThatStoreThem();
};

/// As the cost model gathers them: tiles that differ in some splits stand as these number them, the last one fastest.
void TestPartitionGeometry::sumsGoToTheTileInTheMiddle()
{
    const Splits splits{Split::Batch, Split::InputChannel};
    for (const Partition& partition : cutsOver(region)) {
        std::vector<Extent> group;
        dataflow::PerSplit<Extent> indices;
        for (auto& index : indices.values) {
            index = {0, 0};
        }
        const Extent batch = partition.shares[Split::Batch];
        const Extent channels = partition.shares[Split::InputChannel];
        for (Count item = 0; item < batch.size(); ++item) {
            for (Count channel = 0; channel < channels.size(); ++channel) {
                indices[Split::Batch] = {item / batch.width, item % batch.width};
                indices[Split::InputChannel] = {channel / channels.width, channel % channels.width};
                group.push_back(dataflow::gridPosition(partition, indices));
            }
        }
        const Extent middle = group[group.size() / 2];
        Count hops = 0;
        for (const Extent place : group) {
            hops += std::abs(place.height - middle.height) + std::abs(place.width - middle.width);
        }
        QCOMPARE(search::hopsToMiddle(partition, splits), static_cast<double>(hops));
    }
}

void TestPartitionGeometry::weightsAreThereOnce()
{
    const network::Layer layer{"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}}, 4, 16, {8, 8}};
    const PerTensor<double> words = wordsOf(layer, cut(Split::Batch, {2, 4}));
    QCOMPARE(words[Tensor::Weight], 4. * 16 * 9);
    QCOMPARE(words[Tensor::Input], 4. * 10 * 10 * 8);
    QCOMPARE(words[Tensor::Output], 16. * 8 * 8 * 8);
}

void TestPartitionGeometry::errorsAreThereForEachItemAndGradientsOnce()
{
    const network::Layer layer{"conv.bwd_weight", {"input", "error"}, network::WeightGradient{{3, 3}, {1, 1}}, 4, 16, {8, 8}};
    const PerTensor<double> words = wordsOf(layer, cut(Split::Batch, {2, 4}));
    QCOMPARE(words[Tensor::Weight], 16. * 8 * 8 * 8);
    QCOMPARE(words[Tensor::Output], 4. * 16 * 9);
}

void TestPartitionGeometry::secondOperandIsThereForEachItem()
{
    const network::Layer layer{"scores", {"queries", "keys"}, network::MatrixProduct{1, false, true}, 16, 32, {32, 1}};
    const PerTensor<double> words = wordsOf(layer, cut(Split::Batch, {2, 4}));
    QCOMPARE(words[Tensor::Weight], 16. * 32 * 8);
    QCOMPARE(words[Tensor::Output], 32. * 32 * 8);
}

void TestPartitionGeometry::tilesOfOneNumberWorkOnTheSameParts()
{
    const Splits splits{Split::Batch, Split::Map};
    for (const Partition& partition : cutsOver(region)) {
        const search::SideParts sides = search::sideParts(partition, splits);
        std::map<std::pair<Count, Count>, std::set<std::vector<Extent>>> partsOf;
        std::set<std::vector<Extent>> all;
        for (Count row = 0; row < region.height; ++row) {
            for (Count column = 0; column < region.width; ++column) {
                const auto indices = dataflow::partIndices(partition, row, column);
                const std::vector<Extent> parts{indices[Split::Batch], indices[Split::Map]};
                partsOf[{sides.ofRow[static_cast<std::size_t>(row)], sides.ofColumn[static_cast<std::size_t>(column)]}].insert(parts);
                all.insert(parts);
            }
        }
        QCOMPARE(static_cast<Count>(partsOf.size()), sides.parts.size());
        QCOMPARE(partsOf.size(), all.size());
        for (const auto& [number, parts] : partsOf) {
            QCOMPARE(parts.size(), std::size_t{1});
        }
    }
}

void TestPartitionGeometry::outputsGoToPlacesThatStoreThem()
{
    constexpr Extent corners{2, 2};
    for (const Partition& partition : cutsOver(region)) {
        const Partition stored = dataflow::project(partition, corners);
        const search::OutputPlaces first(partition, stored, false);
        const search::OutputPlaces last(partition, stored, true);
        bool single = true;
        for (std::size_t row = 0; row < 4; ++row) {
            for (std::size_t column = 0; column < 4; ++column) {
                const auto made = dataflow::mapPiece(
                    partition, dataflow::partIndices(partition, static_cast<Count>(row), static_cast<Count>(column)), 8, 16, {16, 16});
                if (first.addUp()) {
                    const Extent ofRow = first.ofRow(row);
                    const Extent ofColumn = first.ofColumn(column);
                    QCOMPARE(first.at(row, column),
                             static_cast<std::size_t>((ofRow.height + ofColumn.height) * corners.width + ofRow.width
                                                      + ofColumn.width));
                }
                for (const std::size_t place : {first.at(row, column), last.at(row, column)}) {
                    const auto held = dataflow::mapPiece(
                        stored, dataflow::partIndices(stored, static_cast<Count>(place / 2), static_cast<Count>(place % 2)), 8, 16, {16, 16});
                    QVERIFY(dataflow::overlaps(made, held));
                }
                single &= first.at(row, column) == last.at(row, column);
            }
        }
        QVERIFY(single || !search::OutputPlaces::areSingle(partition, stored));
    }
}

TILESCAPE_TEST(TestPartitionGeometry)

} // namespace tst_partition_geometry
#include "tst_partition_geometry.moc"
