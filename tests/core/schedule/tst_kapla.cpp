#include "core/io/library.h"
#include "core/io/schedule_json.h"
#include "core/io/search_text.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/solve.h"
#include "core/schedule/solver_cache.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <stop_token>
#include <thread>

namespace tst_kapla {

using namespace tilescape;
using search::SegmentOutcome;
using search::Goal;
using schedule::Problem;
using schedule::Schedule;

namespace {

Problem problemOf(const std::string& network, const std::string& chip, Extent tiles, Count batch)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware(chip).value();
    problem.hardware.tiles = tiles;
    problem.batch = batch;
    problem.solver = "kapla";
    return problem;
}

void switchOn(Problem& problem)
{
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
}

double energyOf(const Schedule& schedule) { return schedule.totals.energy.total(); }

} // namespace

class TestKapla : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void staysCloseToExhaustiveSearch_data();
    void staysCloseToExhaustiveSearch();
    void schedulesArePricedAsAnyOther();
    void sixteenThousandTilesAreScheduled();
    void anyNumberOfThreadsGivesTheSameBytes();
    void whatIsRememberedChangesNothing();
    void editOfOneLayerLeavesTheOthersKnown();
    void stoppedAtAnyMomentLeavesNothingHalfKnown();
    void progressMovesThroughTheWholeSearch();
    void aLongSearchStopsSoon();
    void enoughGivesTheBestSoFar();
    void everySegmentIsAccountedFor();
    void segmentsCountAlikeOnAnyThreadsAndFromMemory();
    void eachGoalWinsItsOwnRace();
    void manyEqualSchedulesDoNotMultiply();
    void whatFitsNowhereIsNamed();
    void whatFitsOnlyPastTheBufferIsFound();
};

void TestKapla::staysCloseToExhaustiveSearch_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<int>("side");
    QTest::addColumn<bool>("pipelined");
    QTest::addColumn<int>("sharedBytes");
    QTest::addRow("AlexNet, one tile") << "alexnet" << "eyeriss_isca16" << 1 << false << 0;
    QTest::addRow("AlexNet, 4 x 4") << "alexnet" << "kapla_16x16" << 4 << false << 0;
    QTest::addRow("MLP-M, 4 x 4, pipelined") << "mlp_m" << "kapla_16x16" << 4 << true << 0;
    QTest::addRow("LSTM, 4 x 4, pipelined") << "lstm_phoneme" << "kapla_16x16" << 4 << true << 0;
    QTest::addRow("AlexNet, 2 x 2, pipelined") << "alexnet" << "kapla_16x16" << 2 << true << 0;
    QTest::addRow("AlexNet, 4 x 4, a buffer shared by all tiles") << "alexnet" << "kapla_16x16" << 4 << false << 262144;
    QTest::addRow("AlexNet, 2 x 2, pipelined, a shared buffer") << "alexnet" << "kapla_16x16" << 2 << true << 131072;
}

void TestKapla::staysCloseToExhaustiveSearch()
{
    QFETCH(QString, network);
    QFETCH(QString, chip);
    QFETCH(int, side);
    QFETCH(bool, pipelined);
    QFETCH(int, sharedBytes);
    Problem problem = problemOf(network.toStdString(), chip.toStdString(), {side, side}, 4);
    problem.hardware.sharedBuffer = {static_cast<double>(sharedBytes), 200};
    if (pipelined) {
        switchOn(problem);
    }
    const Schedule fast = schedule::solve(problem);
    problem.solver = "exhaustive";
    const Schedule best = schedule::solve(problem);
    QVERIFY(fast.hasResult() && best.hasResult());
    const double ratio = energyOf(fast) / energyOf(best);
    QVERIFY2(ratio < 1.02, qPrintable(QString("%1 times the energy").arg(ratio)));
}

/// What the search adds up is what the detailed model finds for its schedule.
void TestKapla::schedulesArePricedAsAnyOther()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {8, 8}, 8);
    switchOn(problem);
    const Schedule solved = schedule::solve(problem);
    QVERIFY(solved.hasResult());
    const Schedule again = schedule::evaluate(solved.problem, solved.inputPartition, schedule::schemesOf(solved));
    QVERIFY2(again.hasResult(), support::describe(again.diagnostics).c_str());
    QCOMPARE(energyOf(again), energyOf(solved));
    QCOMPARE(again.totals.cycles, solved.totals.cycles);
}

void TestKapla::sixteenThousandTilesAreScheduled()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {128, 128}, 64);
    switchOn(problem);
    problem.space.batchPartition = problem.space.inputChannelPartition = true;
    const Schedule solved = schedule::solve(problem);
    QVERIFY2(solved.hasResult(), support::describe(solved.diagnostics).c_str());
    QVERIFY(energyOf(solved) >= solved.bound.energyPj);
    std::map<Count, std::set<std::pair<Count, Tile>>> taken; // by segment: region and tile
    for (const schedule::ScheduledLayer& layer : solved.layers) {
        for (const Tile tile : layer.scheme.region.tiles) {
            taken[layer.slot.segment].emplace(layer.slot.region, tile);
        }
    }
    for (const auto& [segment, tiles] : taken) { // regions side by side fill the chip, each tile is in one of them
        std::set<Tile> distinct;
        for (const auto& [region, tile] : tiles) {
            QVERIFY(tile.row >= 0 && tile.row < 128 && tile.column >= 0 && tile.column < 128);
            distinct.insert(tile);
        }
        QCOMPARE(distinct.size(), tiles.size());
        QVERIFY(distinct.size() <= std::size_t{128 * 128});
    }
    const Schedule again = schedule::evaluate(solved.problem, solved.inputPartition, schedule::schemesOf(solved));
    QVERIFY2(again.hasResult(), support::describe(again.diagnostics).c_str());
    QCOMPARE(energyOf(again), energyOf(solved));
}

void TestKapla::anyNumberOfThreadsGivesTheSameBytes()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {8, 8}, 8);
    switchOn(problem);
    std::string first;
    for (const int threads : {1, 2, 3}) {
        schedule::SolveControl control;
        control.threads = threads;
        const std::string text = io::writeScheduleJson(schedule::solve(problem, control));
        if (first.empty()) {
            first = text;
        }
        QVERIFY(text == first);
    }
}

void TestKapla::whatIsRememberedChangesNothing()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {4, 4}, 8);
    switchOn(problem);
    const Schedule fresh = schedule::solve(problem);
    schedule::SolverCache cache;
    schedule::SolveControl control;
    control.cache = &cache;
    Problem other = problem;
    other.hardware.bufferBytesPerTile *= 2;
    schedule::solve(other, control);
    schedule::solve(problem, control);
    const Schedule again = schedule::solve(problem, control);
    QVERIFY(fresh.hasResult() && again.hasResult());
    QCOMPARE(again.totals.energy.total(), fresh.totals.energy.total());
    QCOMPARE(again.totals.cycles, fresh.totals.cycles);
    QVERIFY2(again.counts.asked > 0 && again.counts.remembered == again.counts.asked, "all was known");
    QCOMPARE(fresh.counts.remembered, Count{0});
}

void TestKapla::editOfOneLayerLeavesTheOthersKnown()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {4, 4}, 8);
    switchOn(problem);
    schedule::SolverCache cache;
    schedule::SolveControl control;
    control.cache = &cache;
    const Schedule before = schedule::solve(problem, control);
    problem.network.layers.back().outputChannels /= 2;
    const Schedule after = schedule::solve(problem, control);
    const Schedule fresh = schedule::solve(problem);
    QVERIFY(before.hasResult() && after.hasResult());
    QCOMPARE(after.totals.energy.total(), fresh.totals.energy.total());
    QVERIFY2(after.counts.remembered > 0 && after.counts.considered < fresh.counts.considered / 2,
             qPrintable(QString("%1 of %2 blockings").arg(after.counts.considered).arg(fresh.counts.considered)));
}

void TestKapla::progressMovesThroughTheWholeSearch()
{
    schedule::SolveControl control;
    std::vector<Count> told;
    control.onProgress = [&told](const schedule::Progress& progress) { told.push_back(progress.layersDone); };
    Problem problem = problemOf("vgg16", "kapla_16x16", {4, 4}, 4);
    switchOn(problem);
    const auto layers = static_cast<Count>(problem.network.layers.size());
    schedule::solve(problem, control);
    QVERIFY(std::is_sorted(told.begin(), told.end()));
    const auto isEarly = [layers](Count done) { return done < layers / 2; };
    QVERIFY(std::count_if(told.begin(), told.end(), isEarly) >= 3); // segments are listed
    QVERIFY(std::find_if_not(told.begin(), told.end(), isEarly) != told.end());
    QVERIFY(told.back() <= layers);
}

/// At the first sign of progress most of the work lies ahead.
void TestKapla::aLongSearchStopsSoon()
{
    Problem problem = problemOf("resnet152", "kapla_16x16", {16, 16}, 64);
    switchOn(problem);
    std::stop_source stop;
    schedule::SolveControl control;
    control.stop = stop.get_token();
    std::chrono::steady_clock::time_point stopped;
    control.onProgress = [&](const schedule::Progress&) {
        if (!stop.stop_requested()) {
            stopped = std::chrono::steady_clock::now();
            stop.request_stop();
        }
    };
    QCOMPARE(schedule::solve(problem, control).status, schedule::Status::Stopped);
    QVERIFY(std::chrono::steady_clock::now() - stopped < std::chrono::seconds(2));
}

void TestKapla::stoppedAtAnyMomentLeavesNothingHalfKnown()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {4, 4}, 8);
    switchOn(problem);
    const Schedule fresh = schedule::solve(problem);
    schedule::SolverCache cache;
    for (int moment = 0; moment < 12; ++moment) {
        std::stop_source stop;
        schedule::SolveControl control;
        control.cache = &cache;
        control.stop = stop.get_token();
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::microseconds(400 * moment * moment));
            stop.request_stop();
        });
        const Schedule stopped = schedule::solve(problem, control);
        stopper.join();
        QVERIFY(stopped.status == schedule::Status::Stopped || energyOf(stopped) == energyOf(fresh));
    }
    schedule::SolveControl control;
    control.cache = &cache;
    QCOMPARE(energyOf(schedule::solve(problem, control)), energyOf(fresh));
}

void TestKapla::enoughGivesTheBestSoFar()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {4, 4}, 8);
    switchOn(problem);
    std::stop_source enough;
    enough.request_stop();
    schedule::SolveControl control;
    control.enough = enough.get_token();
    const Schedule early = schedule::solve(problem, control);
    QVERIFY2(early.hasResult() && early.layers.size() == problem.network.layers.size(), "each layer by itself is known");
    QCOMPARE(early.status, schedule::Status::Stopped);
    QVERIFY(energyOf(schedule::solve(problem)) < energyOf(early));

    problem.goal = Goal::EnergyDelay;
    QVERIFY(schedule::solve(problem, control).hasResult());
}

void TestKapla::everySegmentIsAccountedFor()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {4, 4}, 8);
    switchOn(problem);
    for (const std::string solver : {"kapla", "exhaustive"}) {
        problem.solver = solver;
        const Schedule schedule = schedule::solve(problem);
        const search::SegmentCounts& all = schedule.segmentCounts;
        QVERIFY(all.considered() >= all.planned() && all.planned() >= static_cast<Count>(problem.network.layers.size()));
        QVERIFY(all.of[SegmentOutcome::Chained] >= static_cast<Count>(schedule.segments.size()));
        const Count byEstimates = all.of[SegmentOutcome::ByLayerEstimate] + all.of[SegmentOutcome::ByPartitionEstimate];
        QCOMPARE(byEstimates > 0, solver == "kapla");

        search::SegmentCounts sum;
        for (const search::SegmentCounts& own : schedule.segmentCountsByLayer) {
            sum += own;
        }
        QVERIFY2(sum == all, "every segment begins with one layer");
        QVERIFY(schedule.chains.tried > schedule.chains.dominated);

        QCOMPARE(schedule.segmentSearches.size(), schedule.segments.size());
        for (const schedule::SegmentSearch& search : schedule.segmentSearches) {
            QVERIFY(search.overlapping.considered() > 0 && search.overlapping.considered() < all.considered());
            const search::SearchCounts& blockings = search.blockings;
            QVERIFY(blockings.priced > 0);
            QCOMPARE(blockings.priced + blockings.tooBig + blockings.bounded, blockings.considered);
        }
    }
}

/// Counts of a segment are of its own plan, whoever found it, and when.
void TestKapla::segmentsCountAlikeOnAnyThreadsAndFromMemory()
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {4, 4}, 8);
    switchOn(problem);
    const auto tables = [&problem](int threads, schedule::SolverCache* cache) {
        schedule::SolveControl control;
        control.threads = threads;
        control.cache = cache;
        return io::writeSearchTables(schedule::solve(problem, control));
    };
    schedule::SolverCache cache;
    const std::string once = tables(1, &cache);
    QVERIFY(once.find("conv1_a") != std::string::npos);
    QCOMPARE(tables(1, &cache), once);
    QCOMPARE(tables(3, nullptr), once);
}

void TestKapla::eachGoalWinsItsOwnRace()
{
    Problem problem = problemOf("mobilenet_v1", "kapla_16x16", {4, 4}, 4);
    const Schedule cheap = schedule::solve(problem);
    problem.goal = Goal::Delay;
    const Schedule fast = schedule::solve(problem);
    problem.goal = Goal::EnergyDelay;
    const Schedule both = schedule::solve(problem);
    const auto product = [](const Schedule& schedule) { return energyOf(schedule) * schedule.totals.cycles; };
    QVERIFY(energyOf(cheap) <= energyOf(fast));
    QVERIFY(fast.totals.cycles <= cheap.totals.cycles);
    QVERIFY(product(both) <= std::min(product(cheap), product(fast)) * (1 + 1e-12));
}

/// Where only time counts, most layouts are as good as any other: all of them together would never end.
void TestKapla::manyEqualSchedulesDoNotMultiply()
{
    Problem problem = problemOf("vgg16", "kapla_16x16", {2, 2}, 64);
    switchOn(problem);
    problem.space.batchPartition = problem.space.inputChannelPartition = problem.space.training = true;
    problem.space.bufferBypass = {{false, false, false}};
    problem.goal = Goal::Delay;
    QVERIFY(schedule::solve(problem).hasResult());
}

/// Each layer under its own name, twins included, by whichever solver and whether layers may share segments or not.
void TestKapla::whatFitsNowhereIsNamed()
{
    for (const bool pipelined : {false, true}) {
        for (const std::string solver : {"kapla", "exhaustive"}) {
            Problem problem = problemOf("alexnet", "kapla_16x16", {2, 2}, 4);
            problem.space.keepOutputsOnChip = problem.space.spatialPipelining = pipelined;
            problem.hardware.registerBytesPerPe = 16;
            problem.solver = solver;
            const Schedule schedule = schedule::solve(problem);
            QCOMPARE(schedule.status, schedule::Status::Infeasible);
            QStringList layers;
            for (const support::Diagnostic& diagnostic : schedule.diagnostics) {
                layers << QString::fromStdString(diagnostic.layer);
            }
            QCOMPARE(layers.join(' '), "conv1_a conv1_b conv2_a conv2_b fc1");
            QCOMPARE(QString::fromStdString(support::describe(schedule.diagnostics.front())),
                     QString("layer 'conv1_a': no schedule fits: registers need 23 words (46 B) a PE, 8 (16 B) are there; give "
                             "each PE at least 46 B of registers."));
        }
    }
}

/// Buffers so small that some layers, or all, have room only where data pass them by; some ways to share a layer out fit
/// otherwise, too, but poorly.
void TestKapla::whatFitsOnlyPastTheBufferIsFound()
{
    for (const double bytes : {128.0, 512.0, 1024.0}) {
        Problem problem = problemOf("alexnet", "kapla_16x16", {4, 4}, 4);
        problem.space.bufferBypass = {{true, true, true}};
        problem.hardware.bufferBytesPerTile = bytes;
        const Schedule fast = schedule::solve(problem);
        problem.solver = "exhaustive";
        const Schedule best = schedule::solve(problem);
        QVERIFY(fast.hasResult() && best.hasResult());
        QVERIFY2(energyOf(fast) <= 1.02 * energyOf(best),
                 qPrintable(QString("%1 B: %2 of the best").arg(bytes).arg(energyOf(fast) / energyOf(best))));
    }
}

TILESCAPE_TEST(TestKapla)

} // namespace tst_kapla
#include "tst_kapla.moc"
