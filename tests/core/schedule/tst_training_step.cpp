#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/schedule/training_step.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_training_step {

using namespace tilescape;
using namespace tilescape::schedule;
using training::parallelism::Strategy;

namespace {

Problem problemOf(const char* network, Count batch, Count levels)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.batch = batch;
    problem.training.parallelism.levels = levels;
    return problem;
}

} // namespace

class TestTrainingStep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneAcceleratorHoldsEverything_data();
    void oneAcceleratorHoldsEverything();
    void dataParallelismHalvesTheBatch();
    void modelParallelismHalvesTheInputChannels();
    void forcedChoicesAreThoseOfTheProblemsOwnStep();
    void aTransposedConvolutionIsTrained();
    void thePartsAddUp();
    void everyLayerWithWeightsIsTrained();
    void aChipTooSmallIsAFault();
    void nothingToTrainIsAFault();
};

void TestTrainingStep::oneAcceleratorHoldsEverything_data()
{
    QTest::addColumn<QString>("network");
    QTest::newRow("without padding") << "lenet_c";
    QTest::newRow("with padding, which no memory holds") << "cifar_c";
}

void TestTrainingStep::oneAcceleratorHoldsEverything()
{
    QFETCH(QString, network);
    const Problem problem = problemOf(qPrintable(network), 8, 0);
    const TrainingStep step = trainingStep(problem, Strategy::HyPar).value();
    QCOMPARE(step.communicationBytes, 0.0);
    const auto backward = training::gradient::analyse(problem.network, 8, problem.training.gradient).value();
    const training::gradient::Machine machine(problem.training.gradient);
    double sequential = 0;
    for (const auto& layer : backward.layers) {
        sequential += static_cast<double>(layer.product.count)
            * machine.seconds(layer.orders[training::gradient::Order::Sequential].ticks);
    }
    for (const LayerShare& share : step.layers) {
        QCOMPARE(share.batch, Count(8));
        QCOMPARE(share.part.inputChannels, problem.network.layers[share.layer].inputChannels);
    }
    QVERIFY(std::abs(step.sequentialSeconds - sequential) <= 1e-9 * sequential);
}

void TestTrainingStep::dataParallelismHalvesTheBatch()
{
    const Problem problem = problemOf("lenet_c", 24, 2);
    const TrainingStep step = trainingStep(problem, Strategy::Data).value();
    for (const LayerShare& share : step.layers) {
        QCOMPARE(share.batch, Count(6));
        QCOMPARE(share.part.inputChannels, problem.network.layers[share.layer].inputChannels);
    }
}

void TestTrainingStep::modelParallelismHalvesTheInputChannels()
{
    const Problem problem = problemOf("lenet_c", 8, 2);
    const TrainingStep step = trainingStep(problem, Strategy::Model).value();
    for (const LayerShare& share : step.layers) {
        QCOMPARE(share.batch, Count(8));
        QCOMPARE(share.part.inputChannels, ceilDivide(problem.network.layers[share.layer].inputChannels, 4));
        QCOMPARE(share.part.outputChannels, problem.network.layers[share.layer].outputChannels);
    }
}

/// What a person forced is no part of data parallelism, nor of any other strategy that it is compared with.
void TestTrainingStep::forcedChoicesAreThoseOfTheProblemsOwnStep()
{
    Problem problem = problemOf("lenet_c", 24, 2);
    problem.training.parallelism.strategy = Strategy::Data;
    const TrainingStep free = trainingStep(problem).value();
    problem.training.parallelism.forced = {{1, "conv1", training::parallelism::Choice::Model}};
    const TrainingStep forced = trainingStep(problem).value();
    QCOMPARE(forced.forced.size(), std::size_t{1});
    QVERIFY(forced.communicationBytes != free.communicationBytes);
    const TrainingStep data = trainingStep(problem, Strategy::Data).value();
    QVERIFY(data.forced.empty());
    QCOMPARE(data.communicationBytes, free.communicationBytes);
    QCOMPARE(data.seconds(true), free.seconds(true));
}

/// Its windows overlap, so that what its output gathers is more than the map that it reads.
void TestTrainingStep::aTransposedConvolutionIsTrained()
{
    Problem problem = problemOf("lenet_c", 4, 0);
    problem.network = {"one", "", {"input", 8, {6, 7}}, {}, {}};
    problem.network.layers = {{"up", {"input"}, network::TransposedConvolution{{4, 4}, {2, 2}}, 8, 6, {12, 14}}};
    problem.solver = "kapla";
    const auto step = trainingStep(problem, Strategy::HyPar);
    QVERIFY2(bool(step), step ? "" : support::describe(step.faults()).c_str());
    QCOMPARE(step.value().layers.front().forwardSeconds, solve(problem).totals.seconds);
}

void TestTrainingStep::thePartsAddUp()
{
    const Problem problem = problemOf("lenet_c", 16, 3);
    SolveControl one;
    one.threads = 1;
    const TrainingStep step = trainingStep(problem, Strategy::HyPar, one).value();
    double forward = 0;
    double ordered = 0;
    for (const LayerShare& share : step.layers) {
        forward += share.forwardSeconds;
        ordered += share.orderedSeconds;
        QVERIFY(share.forwardSeconds > 0 && share.sequentialSeconds > 0);
    }
    QCOMPARE(step.forwardSeconds, forward);
    QCOMPARE(step.orderedSeconds, ordered);
    QCOMPARE(step.seconds(true), step.communicationSeconds + forward + ordered);
    // HyPar communicates least, and any number of threads finds the same.
    QVERIFY(step.communicationBytes <= trainingStep(problem, Strategy::Data).value().communicationBytes);
    QCOMPARE(trainingStep(problem, Strategy::HyPar).value().seconds(true), step.seconds(true));
}

/// Also a transposed convolution.
void TestTrainingStep::everyLayerWithWeightsIsTrained()
{
    Problem problem = problemOf("lenet_c", 4, 1);
    problem.network = {"n",
                       "",
                       {"input", 8, {8, 8}},
                       {},
                       {{"c", {"input"}, network::Convolution{{3, 3}, {1, 1}}, 8, 8, {8, 8}},
                        {"up", {"c"}, network::TransposedConvolution{{2, 2}, {2, 2}, 1}, 8, 64, {16, 16}}}};
    const TrainingStep step = trainingStep(problem, Strategy::HyPar).value();
    QCOMPARE(step.layers.size(), std::size_t{2});
    for (const LayerShare& share : step.layers) {
        QVERIFY2(share.forwardSeconds > 0 && share.sequentialSeconds > 0 && share.orderedSeconds > 0,
                 share.part.name.c_str());
    }
}

void TestTrainingStep::aChipTooSmallIsAFault()
{
    Problem problem = problemOf("lenet_c", 8, 1);
    problem.hardware.registerBytesPerPe = 2;
    QVERIFY(!trainingStep(problem, Strategy::Data));
}

void TestTrainingStep::nothingToTrainIsAFault()
{
    Problem problem = problemOf("lenet_c", 8, 1);
    problem.network.layers = {{"pool", {"input"}, network::Pooling{{2, 2}, {2, 2}}, 1, 1, {14, 14}}};
    problem.network.input = {"input", 1, {28, 28}};
    QVERIFY(!trainingStep(problem, Strategy::Data));
}

TILESCAPE_TEST(TestTrainingStep)

} // namespace tst_training_step
#include "tst_training_step.moc"
