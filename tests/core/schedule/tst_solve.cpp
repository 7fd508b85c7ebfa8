#include "core/io/schedule_json.h"
#include "core/schedule/solve.h"
#include "core/schedule/solver_cache.h"
#include "tests/core/schedule/problem_samples.h"
#include "tests/registered.h"

#include <QTest>

#include <stop_token>

namespace tst_solve {

using namespace tilescape;
using search::Goal;
using samples::energyOf;
using samples::isClose;
using samples::problemOf;
using samples::tiledProblem;
using schedule::Problem;
using schedule::Schedule;
using schedule::Status;

class TestSolve : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anyNumberOfThreadsGivesTheSameBytes();
    void rememberedAnswersGiveTheSameBytes();
    void tooFewRegistersAreNamedLayerByLayer();
    void tooSmallABufferIsNamedWhereNothingMayBypass();
    void aStoppedSolveSaysSo();
    void unsoundProblemsComeBackWithReasons();
    void moreHopsThanCanBeCountedAreRefused();
    void everyNetworksHopsCanBeCountedOnTheLargestChip();
    void depthwiseAndGroupedLayersAreScheduled();
    void pipelinesGiveTheSameBytesOnAnyNumberOfThreads();
    void aChipDoesOnlyWhatItIsAbleTo();
    void trainingSchedulesTheExtendedNetwork();
    void trainingTakesThreeTimesTheOperations();
    void everyNetworkIsScheduled_data();
    void everyNetworkIsScheduled();
};

void TestSolve::anyNumberOfThreadsGivesTheSameBytes()
{
    for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
        Problem problem = tiledProblem();
        problem.goal = goal;
        schedule::SolveControl one;
        one.threads = 1;
        schedule::SolveControl many;
        many.threads = 3;
        QCOMPARE(QString::fromStdString(io::writeScheduleJson(schedule::solve(problem, one))),
                 QString::fromStdString(io::writeScheduleJson(schedule::solve(problem, many))));
    }
}

void TestSolve::rememberedAnswersGiveTheSameBytes()
{
    for (const bool pipelines : {false, true}) {
        Problem problem = tiledProblem();
        problem.space.spatialPipelining = pipelines;
        Problem other = problem;
        other.hardware.hopPj *= 3;
        schedule::SolverCache cache;
        schedule::SolveControl control;
        control.cache = &cache;
        schedule::solve(problem, control);
        // The price of a hop is not part of what is remembered.
        QCOMPARE(QString::fromStdString(io::writeScheduleJson(schedule::solve(other, control))),
                 QString::fromStdString(io::writeScheduleJson(schedule::solve(other))));
    }
}

void TestSolve::tooFewRegistersAreNamedLayerByLayer()
{
    Problem problem = problemOf("alexnet", "eyeriss_isca16", 4);
    problem.hardware.registerBytesPerPe = 32;
    const Schedule schedule = schedule::solve(problem);
    QCOMPARE(schedule.status, Status::Infeasible);
    QVERIFY(!schedule.hasResult());
    // conv1: a filter row of 11, as many inputs, one output; 16 words are there. All other layers fit.
    QCOMPARE(schedule.diagnostics.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(support::describe(schedule.diagnostics.front())),
             QString("layer 'conv1_a': no schedule fits: registers need 23 words (46 B) a PE, 16 (32 B) are there; give "
                     "each PE at least 46 B of registers."));
}

void TestSolve::tooSmallABufferIsNamedWhereNothingMayBypass()
{
    Problem problem = problemOf("vgg16", "eyeriss_isca16", 1);
    problem.space.bufferBypass = {{false, false, false}};
    problem.hardware.bufferBytesPerTile = 8 * 1024;
    const Schedule schedule = schedule::solve(problem);
    QCOMPARE(schedule.status, Status::Infeasible);
    QVERIFY(schedule.diagnostics.front().problem.find("the buffer needs ") != std::string::npos);
    QVERIFY(schedule.diagnostics.front().problem.find("4096 (8192 B) are there") != std::string::npos);
}

void TestSolve::aStoppedSolveSaysSo()
{
    std::stop_source source;
    source.request_stop();
    schedule::SolveControl control;
    control.stop = source.get_token();
    const Schedule schedule = schedule::solve(tiledProblem(), control);
    QCOMPARE(schedule.status, Status::Stopped);
    QVERIFY(!schedule.hasResult());
}

void TestSolve::unsoundProblemsComeBackWithReasons()
{
    Problem problem = tiledProblem();
    problem.batch = 0;
    problem.solver = "magic";
    const Schedule schedule = schedule::solve(problem);
    QCOMPARE(schedule.status, Status::Infeasible);
    QCOMPARE(schedule.diagnostics.size(), std::size_t{2});
    QCOMPARE(schedule.diagnostics.front().pointer, std::string("/batch"));
}

void TestSolve::moreHopsThanCanBeCountedAreRefused()
{
    // 2^40 words of a map, 16384 images, 16384 tiles that may fetch them from 254 hops away: beyond 2^63.
    Problem problem = tiledProblem();
    problem.network = {"wide", "", {"input", 1 << 20, {1024, 1024}}, {},
                       {{"pool", {"input"}, network::Pooling{{1024, 1024}, {1024, 1024}}, 1 << 20, 1 << 20, {1, 1}}}};
    QVERIFY2(network::check(problem.network).empty(), support::describe(network::check(problem.network)).c_str());
    problem.batch = schedule::largestBatch;
    problem.hardware.tiles = {128, 128};
    const Schedule refused = schedule::solve(problem);
    QCOMPARE(refused.status, Status::Infeasible);
    QCOMPARE(refused.diagnostics.size(), std::size_t{1});
    QVERIFY(refused.diagnostics.front().problem.find("on 128 x 128 tiles are more than hops can be counted for") != std::string::npos);
    QCOMPARE(refused.diagnostics.front().layer, std::string("pool"));
    problem.hardware.tiles = {1, 1}; // there are none
    QVERIFY(schedule::checkHops(problem).empty());
}

void TestSolve::everyNetworksHopsCanBeCountedOnTheLargestChip()
{
    Problem problem = tiledProblem();
    problem.batch = schedule::largestBatch;
    problem.hardware.tiles = {128, 128};
    for (const std::string_view name : io::networkNames()) {
        problem.network = io::loadNetwork(std::string(name)).value();
        QVERIFY2(schedule::checkHops(problem).empty(), problem.network.name.c_str());
    }
}

void TestSolve::depthwiseAndGroupedLayersAreScheduled()
{
    Problem problem = tiledProblem();
    network::Layer depthwise{"depthwise", {"input"}, network::Convolution{{3, 3}, {1, 1}, 8}, 8, 8, {16, 16}};
    network::Layer grouped{"grouped", {"depthwise"}, network::Convolution{{3, 3}, {1, 1}, 2}, 8, 12, {16, 16}};
    problem.network = {"groups", "", {"input", 8, {16, 16}}, {}, {depthwise, grouped}};
    const Schedule schedule = schedule::solve(problem);
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    // A depthwise layer has one 3x3 filter a channel; half of the grouped layer's inputs feed each of its outputs.
    QVERIFY(isClose(schedule.layers[0].cost.operations, 4.0 * 8 * 16 * 16 * 9));
    QVERIFY(isClose(schedule.layers[1].cost.operations, 4.0 * 12 * 16 * 16 * 9 * 4));
}

void TestSolve::pipelinesGiveTheSameBytesOnAnyNumberOfThreads()
{
    Problem problem = tiledProblem();
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    schedule::SolveControl one;
    one.threads = 1;
    schedule::SolveControl many;
    many.threads = 3;
    const Schedule schedule = schedule::solve(problem, one);
    QCOMPARE(QString::fromStdString(io::writeScheduleJson(schedule)),
             QString::fromStdString(io::writeScheduleJson(schedule::solve(problem, many))));
    // Something does run side by side.
    QVERIFY(schedule.segments.size() < schedule.layers.size());
}

void TestSolve::aChipDoesOnlyWhatItIsAbleTo()
{
    Problem asked = tiledProblem();
    asked.network = io::loadNetwork("lstm_phoneme").value();
    asked.space.bufferSharing = asked.space.keepOutputsOnChip = asked.space.spatialPipelining = true;
    Problem plain = asked;
    plain.space.accessForwarding = plain.space.bufferSharing = plain.space.keepOutputsOnChip = false;
    plain.space.spatialPipelining = plain.space.gathersSums = false;
    Problem unable = asked;
    unable.hardware.sameLevelTransfers = false;
    QCOMPARE(energyOf(schedule::solve(unable)), energyOf(schedule::solve(plain)));
    QVERIFY(schedule::solve(unable).problem->space == plain.space);

    unable.hardware.sameLevelTransfers = true;
    unable.hardware.spatialPipelining = false;
    for (const schedule::ScheduledLayer& layer : schedule::solve(unable).layers) {
        QCOMPARE(layer.slot.region, Count{0});
    }
    unable.hardware.temporalPipelining = false;
    for (const schedule::ScheduledLayer& layer : schedule::solve(unable).layers) {
        QCOMPARE(layer.slot.index, Count{0});
    }
}

void TestSolve::trainingSchedulesTheExtendedNetwork()
{
    Problem problem = problemOf("mlp_m", "kapla_16x16", 8);
    problem.space.training = true;
    problem.space.batchPartition = true;
    const Schedule schedule = schedule::solve(problem);
    QVERIFY(schedule.hasResult());
    // Four layers, three that hand an error on, four gradients.
    QCOMPARE(schedule.layers.size(), std::size_t{11});
    QCOMPARE(schedule.problem->network.layers.back().name, std::string("fc1.bwd_weight"));
    // What was scheduled is a problem like any other: solved again, it gives the same.
    QVERIFY(!schedule.problem->space.training);
    QCOMPARE(energyOf(schedule::solve(*schedule.problem)), energyOf(schedule));
}

void TestSolve::trainingTakesThreeTimesTheOperations()
{
    Problem problem = problemOf("mlp_l", "kapla_16x16", 16);
    const double inference = schedule::solve(problem).totals.operations;
    problem.space.training = true;
    // All but the first layer's error: 784 x 1500 of the weights are not run through backwards.
    const double training = schedule::solve(problem).totals.operations;
    QVERIFY(isClose(training, 3 * inference - 16.0 * 784 * 1500));
}

void TestSolve::everyNetworkIsScheduled_data()
{
    QTest::addColumn<QString>("network");
    for (const std::string_view name : io::networkNames()) {
        const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        QTest::newRow(qPrintable(text)) << text;
    }
}

void TestSolve::everyNetworkIsScheduled()
{
    QFETCH(QString, network);
    const Problem problem = problemOf(network.toStdString(), "kapla_edge", 1);
    const Schedule schedule = schedule::solve(problem);
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    QCOMPARE(schedule.status, Status::Optimal);
    // Every multiply-accumulate is done, and no tensor comes from memory less than once.
    const auto totals = network::totalsOf(problem.network);
    QVERIFY(isClose(schedule.totals.operations, static_cast<double>(totals.operations)));
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        const network::Layer& layer = problem.network.layers[scheduled.layer];
        const auto& dram = scheduled.cost.accesses[Level::Dram];
        QVERIFY(dram[Tensor::Weight] >= static_cast<double>(network::weightWords(layer)) * (1 - 1e-9));
        QVERIFY(dram[Tensor::Output] >= static_cast<double>(network::outputWords(layer)) * (1 - 1e-9));
    }
}

TILESCAPE_TEST(TestSolve)

} // namespace tst_solve
#include "tst_solve.moc"
