#include "core/cost/blocking_cost.h"
#include "core/cost/hops.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_other_layers {

using namespace tilescape;
using dataflow::LoopNest;
using dataflow::Partition;
using dataflow::Split;
using network::Layer;

namespace {

Layer convolution(Count in, Count out, Extent size, Extent stride = {1, 1})
{
    Layer layer;
    layer.kind = network::Convolution{{3, 3}, stride, 1};
    layer.inputChannels = in;
    layer.outputChannels = out;
    layer.outputSize = size;
    return layer;
}

Layer gradientOf(const Layer& layer)
{
    Layer gradient = layer;
    gradient.kind = network::WeightGradient{network::filterOf(layer), network::strideOf(layer), network::groupsOf(layer)};
    return gradient;
}

/// Two heads: 5 x 3 matrices times 3 x 7 ones.
Layer product(bool transposedOperand)
{
    Layer layer;
    layer.kind = network::MatrixProduct{2, false, transposedOperand};
    layer.inputChannels = 2 * 3;
    layer.outputChannels = 2 * 7;
    layer.outputSize = {5, 1};
    return layer;
}

dataflow::Blocking allInRegisters(const LoopNest& nest)
{
    dataflow::Blocking blocking;
    for (const Loop loop : allLoops) {
        blocking.factors[loop][2] = nest.iterations[loop];
    }
    return blocking;
}

hardware::Machine roomyMachine()
{
    hardware::Machine machine;
    machine.capacities.registerWordsPerPe = machine.capacities.bufferWordsPerTile = 1'000'000'000;
    return machine;
}

dataflow::TileLayer whole(const Layer& layer, Count batch) { return {layer, batch, 1}; }

} // namespace

/// Layers beside convolution and pooling: the passes of training, and the products of attention.
class TestOtherLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGradientExchangesErrorAndFilter();
    void aGradientSumsOverTheBatch();
    void aReversedConvolutionOfStrideOneIsAConvolution();
    void aReversedStrideSpreadsTheSmallMap();
    void aProductOfMatricesRunsItsRowsAsALoop();
    void tilesShareWhatTheyDoNotSplit();
    void theSecondOperandComesFromWhereItLies();
    void gradientsAreGatheredAndWrittenToTheNearestChannel();
    void anElementwiseLayerReadsAllOperands();
    void groupsRunOneAfterAnotherHoweverFewChannelsATileHas();
};

void TestOtherLayers::aGradientExchangesErrorAndFilter()
{
    const Layer layer = convolution(2, 4, {8, 8});
    const LoopNest forward = dataflow::loopNests(whole(layer, 2), {3, 8}).front();
    const LoopNest backward = dataflow::loopNests(whole(gradientOf(layer), 2), {3, 8}).front();
    // The logical set, 3 x 8 PEs, and its work are the same.
    QCOMPARE(backward.operations, 9.0 * 64);
    QCOMPARE(backward.operations, forward.operations);
    QCOMPARE(backward.cycles, Count{3 * 8});
    QCOMPARE(backward.iterations, (PerLoop<Count>{{2, 4, 2}}));
    // A pass sees an input map of 10 x 10, an error map of 8 x 8, and sums up a filter of 3 x 3.
    QCOMPARE(backward.accesses[Level::Dram], (PerTensor<double>{{64, 100, 9}}));
    QCOMPARE(backward.bufferWords, (PerTensor<Count>{{64, 100, 9}}));
    // A PE keeps a row of the filter's sums, a window of the input, and one word of the error.
    QCOMPARE(backward.registerWords, (PerTensor<Count>{{1, 3, 3}}));
    QVERIFY(!backward.variesWith(Tensor::Output, Loop::Batch));
    QVERIFY(!backward.variesWith(Tensor::Weight, Loop::InputChannel));
    QVERIFY(!backward.variesWith(Tensor::Input, Loop::OutputChannel));
}

void TestOtherLayers::aGradientSumsOverTheBatch()
{
    const LoopNest nest = dataflow::loopNests(whole(gradientOf(convolution(2, 4, {8, 8})), 2), {3, 8}).front();
    const cost::LayerCost once = cost::blockingCost(nest, allInRegisters(nest), roomyMachine(), {});
    QCOMPARE(once.accesses[Level::Dram], (PerTensor<double>{{4 * 2 * 64, 2 * 2 * 100, 2 * 4 * 9}}));
    // The batch outermost, then the channels: each gradient is written for each item of the batch, and read back once.
    dataflow::Blocking blocking;
    for (const Loop loop : allLoops) {
        blocking.factors[loop][0] = nest.iterations[loop];
    }
    const cost::LayerCost split = cost::blockingCost(nest, blocking, roomyMachine(), {});
    QCOMPARE(split.accesses[Level::Dram][Tensor::Output], 2.0 * 4 * 9 * (2 + 1));
}

void TestOtherLayers::aReversedConvolutionOfStrideOneIsAConvolution()
{
    Layer reversed = convolution(4, 2, {8, 8});
    reversed.kind = network::TransposedConvolution{{3, 3}, {1, 1}, 1};
    for (const Extent array : {Extent{3, 8}, Extent{2, 3}, Extent{8, 8}, Extent{16, 16}}) {
        QCOMPARE(dataflow::loopNests(whole(reversed, 2), array),
                 dataflow::loopNests(whole(convolution(4, 2, {8, 8}), 2), array));
    }
}

void TestOtherLayers::aReversedStrideSpreadsTheSmallMap()
{
    Layer reversed = convolution(1, 1, {16, 16});
    reversed.kind = network::TransposedConvolution{{3, 3}, {2, 2}, 1};
    const LoopNest nest = dataflow::loopNests(whole(reversed, 1), {3, 8}).front();
    // As forwards: 8 x 8 positions of a filter of 3 x 3, on a set of 3 x 8 PEs.
    QCOMPARE(nest.operations, 9.0 * 64);
    QCOMPARE(nest.cycles, Count{3 * 8});
    // Each output gathers from 2 x 2 inputs: 9 x 9 of them with the margin; all 16 x 16 outputs are written.
    QCOMPARE(nest.accesses[Level::Dram], (PerTensor<double>{{9, 81, 256}}));
    QCOMPARE(nest.registerWords, (PerTensor<Count>{{3, 2, 1}}));
}

void TestOtherLayers::aProductOfMatricesRunsItsRowsAsALoop()
{
    const Layer layer = product(false);
    const LoopNest nest = dataflow::loopNests(whole(layer, 4), {1, 1}).front();
    QCOMPARE(nest.iterations, (PerLoop<Count>{{3, 7, 5}}));
    QCOMPARE(nest.repetitions, Count{2 * 4}); // both heads of every item of the batch, one after another
    const cost::LayerCost cost = cost::blockingCost(nest, allInRegisters(nest), roomyMachine(), {});
    QCOMPARE(cost.operations, 8.0 * 5 * 3 * 7);
    QCOMPARE(cost.computeCycles, 8.0 * 5 * 3 * 7);
    // Matrices of 3 x 7, 5 x 3 and 5 x 7, each once: nothing is shared between heads or items of the batch.
    QCOMPARE(cost.accesses[Level::Dram], (PerTensor<double>{{8 * 21, 8 * 15, 8 * 35}}));
    // An array of 2 x 3 takes two channels of one side and three of the other at once: two passes of 3, three of 7.
    bool found = false;
    for (const LoopNest& other : dataflow::loopNests(whole(layer, 4), {2, 3})) {
        found |= other.iterations == PerLoop<Count>{{2, 3, 5}};
    }
    QVERIFY(found);
}

void TestOtherLayers::tilesShareWhatTheyDoNotSplit()
{
    Partition partition;
    partition.shares[Split::OutputChannel] = {2, 1};
    partition.shares[Split::Map] = {1, 3};
    partition.shares[Split::Batch] = {5, 1};
    partition.shares[Split::InputChannel] = {1, 7};
    partition.order = {Split::Batch, Split::Map, Split::OutputChannel, Split::InputChannel};
    const Layer layer = convolution(70, 20, {9, 9});
    QCOMPARE(dataflow::sharersOf(layer, partition), (PerTensor<Count>{{15, 2, 7}}));
    QCOMPARE(dataflow::sharersOf(gradientOf(layer), partition), (PerTensor<Count>{{7, 2, 15}}));
    // Every item of the batch has a second operand of its own; the rows of the first share it.
    QCOMPARE(dataflow::sharersOf(product(false), partition), (PerTensor<Count>{{3, 2, 7}}));
}

void TestOtherLayers::theSecondOperandComesFromWhereItLies()
{
    // Columns of the result over two tiles, side by side. The operand lies on the left one: half of its 3 x 7 words for
    // each of two heads and four items of the batch goes one hop. Transposed or not, the words are the same.
    Partition partition;
    partition.shares[Split::OutputChannel] = {1, 2};
    const dataflow::Region pair = dataflow::wholeChip({1, 2});
    const dataflow::Region left = dataflow::wholeChip({1, 1});
    for (const bool transposed : {false, true}) {
        const cost::Traffic traffic = cost::trafficOf(product(transposed), 4, pair, partition, pair, false, Counts::Executed);
        QCOMPARE(traffic.weightHops, Count{0});
        const Extent size{transposed ? 7 : 3, 1};
        const dataflow::Layout layout = dataflow::layOut({}, left, 4, 2 * (transposed ? 3 : 7), size);
        QCOMPARE(cost::operandHops(traffic, layout, false), Count{4 * 2 * 3 * 4}); // columns 3 to 6 of 7
    }
}

void TestOtherLayers::gradientsAreGatheredAndWrittenToTheNearestChannel()
{
    // The batch over 2 x 2 tiles, a memory channel at each: all sum up the same 2 x 4 x 9 words. With forwarding these
    // run along a tree of three links, one way.
    Partition partition;
    partition.shares[Split::Batch] = {2, 2};
    const dataflow::Region chip = dataflow::wholeChip({2, 2});
    const Layer layer = gradientOf(convolution(2, 4, {8, 8}));
    const cost::Traffic traffic = cost::trafficOf(layer, 4, chip, partition, dataflow::cornerChannels({2, 2}), true, Counts::Executed);
    QCOMPARE(traffic.gradientHops, (cost::OutputHops{0, 72 * 3}));
    QCOMPARE(cost::outputHops(traffic, dataflow::Layout{}, true), (cost::OutputHops{0, 72 * 3}));
    QVERIFY(traffic.operands.size() == 4); // each tile has errors of its own
}

/// n maps in, one out, on any array: n words of input for one of output at every level, but the registers, which take them
/// one after another. The reference moves those of one map.
void TestOtherLayers::anElementwiseLayerReadsAllOperands()
{
    for (const hardware::ArrayDataflow dataflow : {hardware::ArrayDataflow::RowStationary, hardware::ArrayDataflow::Systolic}) {
        for (Count operands = 1; operands <= 4; ++operands) {
            for (const Extent size : {Extent{1, 1}, Extent{5, 3}, Extent{17, 6}}) {
                for (const Count channels : {1, 7, 64}) {
                    const Count batch = 3;
                    Layer layer;
                    layer.kind = network::Elementwise{operands};
                    layer.outputChannels = channels;
                    layer.inputChannels = channels * operands;
                    layer.outputSize = size;
                    for (const Counts counts : allCounts) {
                        const hardware::PeArray array({4, 4}, dataflow);
                        const LoopNest nest = dataflow::loopNests({layer, batch, 1, counts}, array).front();
                        cost::TileContext context;
                        context.mayBypass = {{false, false, false}};
                        const cost::LayerCost cost = cost::blockingCost(nest, allInRegisters(nest), roomyMachine(), context);
                        const auto words = static_cast<double>(channels * size.size() * batch);
                        const double maps = counts == Counts::Executed ? static_cast<double>(operands) : 1;
                        for (const Level level : {Level::Dram, Level::Buffer}) {
                            QCOMPARE(cost.accesses[level][Tensor::Input], maps * words);
                            QCOMPARE(cost.accesses[level][Tensor::Output], words);
                        }
                        QCOMPARE(cost.accesses[Level::Bus][Tensor::Input], maps * cost.accesses[Level::Bus][Tensor::Output]);
                        QCOMPARE(cost.accesses[Level::Register][Tensor::Input], static_cast<double>(operands) * words);
                        QVERIFY(cost.wordsHeld[Storage::Buffer][Tensor::Input] >= maps * words);
                        QCOMPARE(nest.registerWords[Tensor::Input], Count{1});
                    }
                }
            }
        }
    }
}

/// One tile with four groups of one channel each does them as it would four groups of two: none beside another.
void TestOtherLayers::groupsRunOneAfterAnotherHoweverFewChannelsATileHas()
{
    Layer layer = convolution(8, 8, {5, 3});
    layer.kind = network::Convolution{{3, 3}, {1, 1}, 4};
    Partition partition;
    partition.shares[Split::InputChannel] = {2, 1};
    partition.shares[Split::OutputChannel] = {1, 2};
    for (const hardware::ArrayDataflow dataflow :
         {hardware::ArrayDataflow::RowStationary, hardware::ArrayDataflow::Systolic}) {
        for (const LoopNest& nest : dataflow::loopNests(dataflow::tileLayer(layer, 2, partition, Counts::Executed),
                                                        hardware::PeArray({8, 8}, dataflow))) {
            QCOMPARE(nest.repetitions, Count{4});
            QCOMPARE(nest.iterations[Loop::InputChannel], Count{1});
            QCOMPARE(nest.iterations[Loop::OutputChannel], Count{1});
        }
    }
}

TILESCAPE_TEST(TestOtherLayers)

} // namespace tst_other_layers
#include "tst_other_layers.moc"
