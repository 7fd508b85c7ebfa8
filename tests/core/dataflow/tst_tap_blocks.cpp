#include "core/dataflow/tap_blocks.h"
#include "core/dataflow/unit_pass.h"
#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_tap_blocks {

using namespace tilescape;
using dataflow::TapBlock;
using network::Layer;
using samples::Dice;

namespace {

Layer convolution(Extent filter, Extent stride, Extent outputs)
{
    Layer layer;
    layer.kind = network::Convolution{filter, stride, 1};
    layer.inputChannels = 4;
    layer.outputChannels = 4;
    layer.outputSize = outputs;
    return layer;
}

hardware::PeArray arrayOf(Count rows, hardware::ArrayDataflow dataflow) { return {Extent{rows, 8}, dataflow}; }

std::vector<TapBlock> blocksOf(const Layer& layer, const hardware::PeArray& array, Count taps = 0)
{
    return dataflow::tapBlocks(layer, dataflow::mapOnArray(layer, array, {1, 1, taps, 1}));
}

constexpr auto rowStationary = hardware::ArrayDataflow::RowStationary;
constexpr auto systolic = hardware::ArrayDataflow::Systolic;

} // namespace

class TestTapBlocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsOfTheFilterThatDoNotFitAreFolded();
    void aFoldOfASystolicArrayMayBeginWithinARow();
    void tapsAStrideApartReachNeighbours();
    void aFullyConnectedLayerReadsEachWordOnce();
    void foldsReadTheMapOnceAtLeast();
};

/// The 11 x 11 filters of AlexNet on eight rows of PEs: six, then five rows, of which each slides over the rows that it needs.
void TestTapBlocks::rowsOfTheFilterThatDoNotFitAreFolded()
{
    const Layer conv1 = convolution({11, 11}, {4, 4}, {8, 55});
    const hardware::PeArray array = arrayOf(8, rowStationary);
    QCOMPARE(blocksOf(conv1, array), (std::vector<TapBlock>{{{0, 6}, {0, 11}}, {{6, 11}, {0, 11}}}));
    QCOMPARE(dataflow::reachedBy({6, 11}, {0, 39}, 11), (dataflow::Span{6, 39}));
    const dataflow::ArrayMapping mapping = dataflow::mapOnArray(conv1, array);
    const PerLevel<PerTensor<double>> executed = dataflow::rowStationaryPass(conv1, mapping, Counts::Executed).accesses;
    QCOMPARE(executed[Level::Dram][Tensor::Input], 39.0 * 227);
    QCOMPARE(executed[Level::Buffer][Tensor::Input], (34.0 + 33) * 227);
    QCOMPARE(executed[Level::Buffer][Tensor::Output], 2.0 * 8 * 55); // sums come back for each fold
    const PerLevel<PerTensor<double>> reference =
        dataflow::rowStationaryPass(conv1, mapping, Counts::Reference).accesses;
    QCOMPARE(reference[Level::Buffer][Tensor::Input], 2 * 39.0 * 227);
}

void TestTapBlocks::aFoldOfASystolicArrayMayBeginWithinARow()
{
    const hardware::PeArray array = arrayOf(4, systolic);
    // Nine taps on four rows: three folds of three, a row of the filter each.
    QCOMPARE(blocksOf(convolution({3, 3}, {1, 1}, {8, 8}), array, 9),
             (std::vector<TapBlock>{{{0, 1}, {0, 3}}, {{1, 2}, {0, 3}}, {{2, 3}, {0, 3}}}));
    // Sixteen of 4 x 4 on three: of 3, 3, 3, 3, 3 and 1; those that begin in one row and end in the next have both.
    QCOMPARE(blocksOf(convolution({4, 4}, {1, 1}, {8, 8}), arrayOf(3, systolic), 16),
             (std::vector<TapBlock>{{{0, 1}, {0, 3}},
                                    {{0, 2}, {0, 4}},
                                    {{1, 3}, {0, 4}},
                                    {{2, 3}, {1, 4}},
                                    {{3, 4}, {0, 3}},
                                    {{3, 4}, {3, 4}}}));
    // On a map with one position a tap is a word.
    QCOMPARE(blocksOf(convolution({4, 4}, {1, 1}, {1, 1}), arrayOf(6, systolic), 16),
             (std::vector<TapBlock>{
                 {{0, 1}, {0, 4}}, {{1, 2}, {0, 2}}, {{1, 2}, {2, 4}}, {{2, 3}, {0, 4}}, {{3, 4}, {0, 4}}}));
}

/// A reversed convolution of stride two gathers two rows of the small map for each output at most: of its four rows of taps two lie on the same.
void TestTapBlocks::tapsAStrideApartReachNeighbours()
{
    Layer reversed = convolution({4, 4}, {2, 2}, {16, 16});
    reversed.kind = network::TransposedConvolution{{4, 4}, {2, 2}};
    QCOMPARE(dataflow::windowOf(reversed), (Extent{2, 2}));
    QCOMPARE(blocksOf(reversed, arrayOf(2, rowStationary)),
             (std::vector<TapBlock>{{{0, 1}, {0, 2}}, {{1, 2}, {0, 2}}}));
}

/// Whatever the fold: the same product with the map's words as channels moves the same.
void TestTapBlocks::aFullyConnectedLayerReadsEachWordOnce()
{
    Dice dice(11);
    int folded = 0;
    for (int round = 0; round < 500; ++round) {
        const Layer layer = convolution({dice.upTo(16), dice.upTo(16)}, {1, 1}, {1, 1});
        const hardware::PeArray array = arrayOf(dice.upTo(12), dice.once(2) ? systolic : rowStationary);
        for (const dataflow::LoopNest& nest : dataflow::loopNests({layer, 1, 1}, array)) {
            QCOMPARE(nest.accesses[Level::Buffer][Tensor::Input], nest.accesses[Level::Dram][Tensor::Input]);
            folded += nest.folds > 1 ? 1 : 0;
        }
    }
    QVERIFY(folded > 200);
}

void TestTapBlocks::foldsReadTheMapOnceAtLeast()
{
    Dice dice(12);
    int folded = 0;
    for (int round = 0; round < 500; ++round) {
        const Extent filter{dice.upTo(9), dice.upTo(9)};
        const Layer layer = convolution(filter, {dice.upTo(4), dice.upTo(4)}, {dice.upTo(9), dice.upTo(9)});
        const hardware::PeArray array = arrayOf(dice.upTo(6), dice.once(2) ? systolic : rowStationary);
        for (const dataflow::LoopNest& nest : dataflow::loopNests({layer, 1, 1}, array)) {
            const double once = nest.accesses[Level::Dram][Tensor::Input];
            const double read = nest.accesses[Level::Buffer][Tensor::Input];
            QVERIFY(read >= once * (1 - 1e-12) && read <= once * static_cast<double>(nest.folds) * (1 + 1e-12));
            folded += nest.folds > 1 ? 1 : 0;
        }
    }
    QVERIFY(folded > 200);
}

TILESCAPE_TEST(TestTapBlocks)

} // namespace tst_tap_blocks
#include "tst_tap_blocks.moc"
