#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/systolic_mapping.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>

namespace tst_systolic {

using namespace tilescape;
using dataflow::LoopNest;
using dataflow::Replication;
using network::Layer;

namespace {

hardware::PeArray systolic(Count rows, Count columns)
{
    hardware::PeArray array(rows, columns);
    array.dataflow = hardware::ArrayDataflow::Systolic;
    return array;
}

/// 3 x 3 filters, 4 channels in and 4 out, maps of 8 x 8.
Layer convolution()
{
    Layer layer;
    layer.kind = network::Convolution{{3, 3}, {1, 1}, 1};
    layer.inputChannels = 4;
    layer.outputChannels = 4;
    layer.outputSize = {8, 8};
    return layer;
}

LoopNest nest(const Layer& layer, const hardware::PeArray& array, Count taps, Count stripes)
{
    const dataflow::TileLayer tile{layer, 1, 1};
    const auto nests = dataflow::loopNests(tile, array);
    const auto found = std::find_if(nests.begin(), nests.end(), [&](const LoopNest& each) {
        return each.replication.taps == taps && each.replication.stripes == stripes;
    });
    if (found == nests.end()) {
        qFatal("no such mapping");
    }
    return *found;
}

Count cyclesOf(const LoopNest& nest)
{
    return nest.cycles * nest.iterations[Loop::InputChannel] * nest.iterations[Loop::OutputChannel]
        * nest.iterations[Loop::Batch] * nest.repetitions;
}

} // namespace

class TestSystolic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsTakeTapsAndInputChannels();
    void aWordCrossesTheBusOnceForAllPesThatUseIt();
    void moreTapsThanRowsAreFolded();
    void stripesCutTheMap();
    void depthwiseLayersUseADiagonal();
    void aProductOfMatricesFillsTheArray();
    void noMappingIsFasterThanItsPes_data();
    void noMappingIsFasterThanItsPes();
};

void TestSystolic::rowsTakeTapsAndInputChannels()
{
    // 16 rows: one channel's nine taps; five channels' three rows of taps, of which there are four; or all four channels,
    // tap after tap. Each of 64 positions takes as many cycles as a PE has taps.
    const hardware::PeArray array = systolic(16, 16);
    QCOMPARE(nest(convolution(), array, 9, 1).replication, (Replication{1, 4, 9, 1}));
    QCOMPARE(nest(convolution(), array, 3, 1).replication, (Replication{4, 4, 3, 1}));
    QCOMPARE(nest(convolution(), array, 1, 1).replication, (Replication{4, 4, 1, 1}));
    QCOMPARE(cyclesOf(nest(convolution(), array, 9, 1)), Count{64 * 1 * 4});
    QCOMPARE(cyclesOf(nest(convolution(), array, 3, 1)), Count{64 * 3});
    QCOMPARE(cyclesOf(nest(convolution(), array, 1, 1)), Count{64 * 9});
    // A PE keeps its taps, what of the input they read, and a sum.
    QCOMPARE(nest(convolution(), array, 9, 1).registerWords, (PerTensor<Count>{{1, 1, 1}}));
    QCOMPARE(nest(convolution(), array, 3, 1).registerWords, (PerTensor<Count>{{3, 3, 1}}));
    QCOMPARE(nest(convolution(), array, 1, 1).registerWords, (PerTensor<Count>{{9, 9, 1}}));
}

void TestSystolic::aWordCrossesTheBusOnceForAllPesThatUseIt()
{
    const hardware::PeArray array = systolic(16, 16);
    // Nine rows, each with a word a position; four columns of sums; 9 x 4 weights.
    QCOMPARE(nest(convolution(), array, 9, 1).accesses[Level::Bus], (PerTensor<double>{{36, 9 * 64, 4 * 64}}));
    // Rows of taps slide along rows of the map, 10 words wide: 3 x 8 of them for each of four channels.
    QCOMPARE(nest(convolution(), array, 3, 1).accesses[Level::Bus], (PerTensor<double>{{144, 4 * 3 * 8 * 10, 4 * 64}}));
    // Between memory and buffer, and buffer and array, the maps go as they are.
    const LoopNest whole = nest(convolution(), array, 9, 1);
    QCOMPARE(whole.accesses[Level::Dram], (PerTensor<double>{{36, 100, 4 * 64}}));
    QCOMPARE(whole.accesses[Level::Buffer], whole.accesses[Level::Dram]);
}

void TestSystolic::moreTapsThanRowsAreFolded()
{
    Layer layer = convolution();
    layer.kind = network::Convolution{{11, 11}, {4, 4}, 1};
    layer.inputChannels = 3;
    // 121 taps on 16 rows: eight passes for each channel; sums come back for each.
    const LoopNest folded = nest(layer, systolic(16, 16), 121, 1);
    QCOMPARE(cyclesOf(folded), Count{3 * 8 * 64});
    QCOMPARE(folded.accesses[Level::Buffer][Tensor::Output], 8.0 * folded.accesses[Level::Dram][Tensor::Output]);
    // Each reads the rows that its taps reach: 16 taps are in two or three of the eleven rows, those of the last in one, of whose
    // eleven columns it has nine.
    QCOMPARE(folded.accesses[Level::Dram][Tensor::Input], 39.0 * 39);
    QCOMPARE(folded.accesses[Level::Buffer][Tensor::Input], 39.0 * (4 * (28 + 2) + 3 * (28 + 3)) + (28 + 1) * (28 + 9));
}

void TestSystolic::stripesCutTheMap()
{
    // Two stripes of four rows: each reads six rows of the input.
    const LoopNest halves = nest(convolution(), systolic(16, 16), 9, 2);
    QCOMPARE(halves.iterations[Loop::Batch], Count{2});
    QCOMPARE(halves.bufferWords, (PerTensor<Count>{{36, 60, 4 * 32}}));
    QCOMPARE(cyclesOf(halves), cyclesOf(nest(convolution(), systolic(16, 16), 9, 1)));
}

void TestSystolic::depthwiseLayersUseADiagonal()
{
    Layer layer = convolution();
    layer.kind = network::Convolution{{3, 3}, {1, 1}, 4};
    // Five sets of three rows: the four channels at once, on 12 of 256 PEs.
    const LoopNest diagonal = nest(layer, systolic(16, 16), 3, 1);
    QCOMPARE(cyclesOf(diagonal), Count{3 * 64});
    const auto mapping = dataflow::mapOnArray(layer, systolic(16, 16), diagonal.replication);
    QCOMPARE(mapping.utilization, 15.0 / 256);
}

void TestSystolic::aProductOfMatricesFillsTheArray()
{
    Layer layer;
    layer.kind = network::MatrixProduct{2, false, false};
    layer.inputChannels = 2 * 32;
    layer.outputChannels = 2 * 16;
    layer.outputSize = {10, 1};
    const LoopNest product = nest(layer, systolic(16, 16), 1, 1);
    QCOMPARE(product.iterations, (PerLoop<Count>{{2, 1, 10}}));
    QCOMPARE(cyclesOf(product), Count{2 * 2 * 10});
}

void TestSystolic::noMappingIsFasterThanItsPes_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("convolution") << 0;
    QTest::newRow("gradient of weights") << 1;
    QTest::newRow("reversed convolution") << 2;
    QTest::newRow("pooling") << 3;
}

void TestSystolic::noMappingIsFasterThanItsPes()
{
    QFETCH(int, kind);
    Layer layer = convolution();
    const std::array<network::LayerKind, 4> kinds{
        network::Convolution{{3, 3}, {2, 2}, 1}, network::WeightGradient{{3, 3}, {2, 2}, 1},
        network::TransposedConvolution{{3, 3}, {2, 2}, 1}, network::Pooling{{3, 3}, {2, 2}}};
    layer.kind = kinds[static_cast<std::size_t>(kind)];
    for (const Extent size : {Extent{4, 4}, Extent{16, 8}, Extent{3, 5}}) {
        for (const LoopNest& each : dataflow::loopNests({layer, 3, 1}, systolic(size.height, size.width))) {
            const Count passes = each.iterations[Loop::InputChannel] * each.iterations[Loop::OutputChannel]
                * each.iterations[Loop::Batch];
            const double operations = each.operations * static_cast<double>(passes);
            QCOMPARE(operations, static_cast<double>(3 * network::operations(layer)));
            QVERIFY(static_cast<double>(cyclesOf(each) * size.size()) >= operations * (1 - 1e-12));
        }
    }
}

TILESCAPE_TEST(TestSystolic)

} // namespace tst_systolic
#include "tst_systolic.moc"
