#include "core/dataflow/directives/printer.h"
#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/io/schedule_json.h"
#include "core/schedule/check_directives.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/solve.h"
#include "core/schedule/solver_cache.h"
#include "core/schedule/write_directives.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_rounded_factors {

using namespace tilescape;
using search::Goal;
using schedule::Problem;
using schedule::Schedule;

namespace {

Problem problemOf(const std::string& network, Extent tiles, Count batch)
{
    Problem problem;
    if (!network.empty()) {
        problem.network = io::loadNetwork(network).value();
    }
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = tiles;
    problem.batch = batch;
    problem.solver = "kapla";
    return problem;
}

void switchOn(Problem& problem)
{
    problem.space.batchPartition = problem.space.inputChannelPartition = true;
    problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
}

/// 127 channels everywhere, maps of 13 x 13: nothing divides.
Problem primeProblem()
{
    Problem problem = problemOf("", {1, 1}, 1);
    problem.hardware.bufferBytesPerTile = 16384;
    const network::Convolution filter{{3, 3}, {1, 1}, 1};
    problem.network = {"primes", "", {"input", 127, {13, 13}}, {}, {{"conv", {"input"}, filter, 127, 127, {13, 13}}}};
    return problem;
}

Problem rounded(Problem problem)
{
    problem.space.roundedFactors = true;
    return problem;
}

/// Both searches begin with exact factors, whose answers `cache` keeps from the one to the other.
Schedule solveWith(schedule::SolverCache& cache, const Problem& problem)
{
    schedule::SolveControl control;
    control.cache = &cache;
    return schedule::solve(problem, control);
}

double energyOf(const Schedule& schedule) { return schedule.totals.energy.total(); }

double worthOf(const Schedule& schedule, Goal goal)
{
    return goal == Goal::Energy ? energyOf(schedule)
        : goal == Goal::Delay   ? schedule.totals.cycles
                                : energyOf(schedule) * schedule.totals.cycles;
}

} // namespace

class TestRoundedFactors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLayerOfPrimesTakesStrictlyLess();
    void itNeverTakesMore_data();
    void itNeverTakesMore();
    void redundantOperationsAreCounted();
    void textComesBackEqualAndIsAccepted_data();
    void textComesBackEqualAndIsAccepted();
    void aBatchGoesOverAPrimeNumberOfRows();
    void onlyKaplaHeedsIt();
    void filesNameItWhereItIsOn();
    void threadsAndMemoryChangeNothing();
    void progressRunsOnceToItsEnd();
    void bothSearchesAreAccountedFor();
};

void TestRoundedFactors::aLayerOfPrimesTakesStrictlyLess()
{
    for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
        Problem problem = primeProblem();
        problem.goal = goal;
        const Schedule exact = schedule::solve(problem);
        const Schedule better = schedule::solve(rounded(problem));
        QVERIFY(exact.hasResult() && better.hasResult());
        QVERIFY(worthOf(better, goal) <= worthOf(exact, goal));
        if (goal == Goal::Energy) {
            QVERIFY2(energyOf(better) < 0.9 * energyOf(exact),
                     qPrintable(QString("%1 pJ, %2 pJ").arg(energyOf(better)).arg(energyOf(exact))));
            // Not even the exhaustive search finds it among exact factors.
            problem.solver = "exhaustive";
            QVERIFY(energyOf(better) < energyOf(schedule::solve(problem)));
        }
    }
}

void TestRoundedFactors::itNeverTakesMore_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("batch");
    QTest::addColumn<bool>("everyOption");
    QTest::newRow("AlexNet, 7 x 7") << "alexnet" << 7 << 7 << 64 << true;
    QTest::newRow("AlexNet, 13 x 13, layer by layer") << "alexnet" << 13 << 13 << 64 << false;
    QTest::newRow("AlexNet, 16 x 16, batch 13") << "alexnet" << 16 << 16 << 13 << true;
    QTest::newRow("MobileNet, 5 x 5") << "mobilenet_v1" << 5 << 5 << 16 << true;
    QTest::newRow("GoogLeNet, 13 x 2") << "googlenet" << 13 << 2 << 7 << false;
    QTest::newRow("MLP-M, 7 x 3") << "mlp_m" << 7 << 3 << 11 << true;
    QTest::newRow("LSTM, 4 x 4") << "lstm_phoneme" << 4 << 4 << 16 << true;
    QTest::newRow("LSTM (GNMT), 13 x 13") << "lstm_gnmt" << 13 << 13 << 64 << true;
}

void TestRoundedFactors::itNeverTakesMore()
{
    QFETCH(QString, network);
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(int, batch);
    QFETCH(bool, everyOption);
    for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
        if (everyOption && rows * columns > 21 && goal == Goal::EnergyDelay) {
            continue; // many solves along the hull: the smaller chips try that
        }
        Problem problem = problemOf(network.toStdString(), {rows, columns}, batch);
        problem.goal = goal;
        if (everyOption) {
            switchOn(problem);
        }
        schedule::SolverCache cache;
        const Schedule exact = solveWith(cache, problem);
        const Schedule better = solveWith(cache, rounded(problem));
        QVERIFY2(exact.hasResult() && better.hasResult(), support::describe(better.diagnostics).c_str());
        QVERIFY2(worthOf(better, goal) <= worthOf(exact, goal),
                 qPrintable(QString("%1, %2").arg(worthOf(better, goal)).arg(worthOf(exact, goal))));
        QVERIFY(energyOf(better) >= better.bound.energyPj && better.totals.cycles >= better.bound.cycles);
        QVERIFY(better.totals.accesses[Level::Dram] >= better.bound.dramWords * (1 - 1e-12));
        QCOMPARE(better.bound.energyPj, exact.bound.energyPj);
        QVERIFY(better.problem->space.roundedFactors);
    }
}

void TestRoundedFactors::redundantOperationsAreCounted()
{
    const Schedule schedule = schedule::solve(rounded(primeProblem()));
    QVERIFY(schedule.hasResult());
    const cost::LayerCost& cost = schedule.layers.front().cost;
    const dataflow::Blocking& blocking = schedule.layers.front().scheme.blocking;
    double covered = 1;
    double needed = 1;
    for (const Loop loop : allLoops) {
        const auto& factors = blocking.factors[loop];
        QVERIFY(factors[0] * factors[1] * factors[2] >= cost.iterations[loop]);
        covered *= static_cast<double>(factors[0] * factors[1] * factors[2]);
        needed *= static_cast<double>(cost.iterations[loop]);
    }
    QVERIFY(covered > needed);
    QVERIFY(cost.redundantOperations > 0);
    QVERIFY(std::abs(cost.operations / covered - (cost.operations - cost.redundantOperations) / needed)
            < 1e-12 * cost.operations / covered);
    // What is left are the operations of the layer; only these make throughput.
    const auto operations = static_cast<double>(network::operations(schedule.problem->network.layers.front()));
    QVERIFY(std::abs(cost.operations - cost.redundantOperations - operations) < 1e-9 * operations);
    QVERIFY(std::abs(schedule.totals.gops * schedule.totals.seconds * 1e9 - 2 * operations) < 1e-9 * operations);
}

void TestRoundedFactors::textComesBackEqualAndIsAccepted_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("rows");
    QTest::addColumn<bool>("sharing");
    QTest::newRow("primes") << "" << 1 << false;
    QTest::newRow("AlexNet, 7 rows") << "alexnet" << 7 << false;
    QTest::newRow("AlexNet, 13 rows, shared buffers") << "alexnet" << 13 << true;
    QTest::newRow("MobileNet, 3 rows") << "mobilenet_v1" << 3 << false;
    QTest::newRow("LSTM (GNMT), 7 rows") << "lstm_gnmt" << 7 << true;
}

void TestRoundedFactors::textComesBackEqualAndIsAccepted()
{
    QFETCH(QString, network);
    QFETCH(int, rows);
    QFETCH(bool, sharing);
    Problem problem = network.isEmpty() ? primeProblem() : problemOf(network.toStdString(), {rows, rows}, 64);
    switchOn(problem);
    problem.space.bufferSharing = sharing;
    const Schedule solved = schedule::solve(rounded(problem));
    QVERIFY2(solved.hasResult(), support::describe(solved.diagnostics).c_str());

    const Schedule again = schedule::evaluate(solved.problem, solved.inputPartition, schedule::schemesOf(solved));
    QVERIFY2(again.hasResult(), support::describe(again.diagnostics).c_str());
    QCOMPARE(energyOf(again), energyOf(solved));

    const std::string text = dataflow::directives::print(schedule::writeDirectives(solved));
    const schedule::CheckedDirectives checked = schedule::checkDirectives(*solved.problem, text);
    QVERIFY2(checked.sound(), support::describe(dataflow::directives::diagnosticsOf(checked.faults, "text")).c_str());
    for (std::size_t i = 0; i < checked.layers.size(); ++i) {
        const schedule::ScheduledLayer& own = solved.layers[i];
        QVERIFY(checked.layers[i].given.scheme == own.scheme);
        // The counts read off the text are those of the model.
        const double operations = own.cost.operations;
        QVERIFY(std::abs(checked.layers[i].counts.operations - operations) <= 1e-9 * operations);
        for (const Tensor tensor : allTensors) {
            for (const Level level : {Level::Buffer, Level::Bus, Level::Register}) {
                const double words = own.cost.accesses[level][tensor];
                QVERIFY2(std::abs(checked.layers[i].counts.accesses[level][tensor] - words) <= 1e-9 * words,
                         solved.problem->network.layers[own.layer].name.c_str());
            }
        }
    }
    const Schedule priced = schedule::priceDirectives(solved.problem, checked);
    QVERIFY(priced.hasResult());
    QCOMPARE(energyOf(priced), energyOf(solved));
    QCOMPARE(priced.totals.cycles, solved.totals.cycles);
}

void TestRoundedFactors::aBatchGoesOverAPrimeNumberOfRows()
{
    // 64 images over 13 rows of tiles: five each, and four in the last. Without it, rows idle that do not divide them, which takes more
    // time; energy hardly counts idle tiles.
    Problem problem = problemOf("lenet_c", {13, 13}, 64);
    switchOn(problem);
    schedule::SolverCache cache;
    const Schedule exact = solveWith(cache, problem);
    const Schedule better = solveWith(cache, rounded(problem));
    QVERIFY(energyOf(better) <= energyOf(exact));
    problem.goal = Goal::Delay;
    const Schedule exactlyFast = solveWith(cache, problem);
    const Schedule faster = solveWith(cache, rounded(problem));
    QVERIFY(faster.totals.cycles < 0.9 * exactlyFast.totals.cycles);
    const auto split = [](const Schedule& schedule) {
        return std::any_of(schedule.layers.begin(), schedule.layers.end(), [](const schedule::ScheduledLayer& layer) {
            return 64 % layer.scheme.partition.shares[dataflow::Split::Batch].size() != 0;
        });
    };
    QVERIFY((split(better) || split(faster)) && !split(exact) && !split(exactlyFast));
}

void TestRoundedFactors::onlyKaplaHeedsIt()
{
    Problem problem = problemOf("mlp_m", {7, 1}, 7);
    for (const char* solver : {"exhaustive", "random", "annealing"}) {
        problem.solver = solver;
        Schedule schedule = schedule::solve(rounded(problem));
        QVERIFY(!schedule.problem->space.roundedFactors); // the schedule says so
        QVERIFY(support::describe(schedule.diagnostics).find("does not round loop counts up") != std::string::npos);
        schedule.diagnostics.clear();
        QCOMPARE(QString::fromStdString(io::writeScheduleJson(schedule)),
                 QString::fromStdString(io::writeScheduleJson(schedule::solve(problem))));
    }
    // No solver rounds up there: it would not help to choose another.
    problem.hardware = io::loadHardware("shared_4x4").value();
    for (const char* solver : {"kapla", "random"}) {
        problem.solver = solver;
        const std::string said = support::describe(schedule::solve(rounded(problem)).diagnostics);
        QVERIFY2(said.find("a chip with shared buffers") != std::string::npos, said.c_str());
        QVERIFY2(said.find("choose kapla") == std::string::npos, said.c_str());
    }
}

void TestRoundedFactors::filesNameItWhereItIsOn()
{
    const Problem problem = problemOf("mlp_s", {1, 1}, 1);
    const std::string off = io::writeProject(problem);
    QVERIFY(off.find("rounded_factors") == std::string::npos);
    const std::string on = io::writeProject(rounded(problem));
    QVERIFY(on.find("\"rounded_factors\": true") != std::string::npos);
    QVERIFY(io::readProject(on, "p").value() == rounded(problem));
    QVERIFY(io::readProject(off, "p").value() == problem);
}

void TestRoundedFactors::threadsAndMemoryChangeNothing()
{
    Problem problem = problemOf("alexnet", {5, 5}, 7);
    switchOn(problem);
    schedule::SolveControl one;
    one.threads = 1;
    const std::string fresh = io::writeScheduleJson(schedule::solve(rounded(problem), one));
    schedule::SolverCache cache;
    schedule::SolveControl control;
    control.threads = 3;
    control.cache = &cache;
    const std::string before = io::writeScheduleJson(schedule::solve(problem, control));
    const std::string after = io::writeScheduleJson(schedule::solve(rounded(problem), control));
    const auto schemes = [](const std::string& text) { return text.substr(text.find("\"input_partition\"")); };
    QVERIFY(schemes(after) == schemes(fresh)); // the counts of new work differ
    QVERIFY(schemes(io::writeScheduleJson(schedule::solve(problem, control))) == schemes(before));
}

void TestRoundedFactors::progressRunsOnceToItsEnd()
{
    Problem problem = problemOf("alexnet", {4, 4}, 4);
    schedule::SolveControl control;
    control.threads = 1;
    std::vector<double> parts;
    control.onProgress = [&parts](const schedule::Progress& progress) {
        parts.push_back(static_cast<double>(progress.layersDone) / static_cast<double>(progress.layersTotal));
    };
    schedule::solve(rounded(problem), control);
    QVERIFY(!parts.empty());
    QVERIFY(std::is_sorted(parts.begin(), parts.end()));
    QVERIFY(parts.back() <= 1);
}

void TestRoundedFactors::bothSearchesAreAccountedFor()
{
    Problem problem = problemOf("alexnet", {7, 7}, 8);
    switchOn(problem);
    const Schedule exact = schedule::solve(problem);
    const Schedule both = schedule::solve(rounded(problem));
    QVERIFY(both.segmentCounts.considered() > exact.segmentCounts.considered());
    QVERIFY(both.counts.considered > exact.counts.considered);
    search::SegmentCounts sum;
    for (const search::SegmentCounts& own : both.segmentCountsByLayer) {
        sum += own;
    }
    QVERIFY(sum == both.segmentCounts);
    QCOMPARE(both.segmentSearches.size(), both.segments.size());
}

TILESCAPE_TEST(TestRoundedFactors)

} // namespace tst_rounded_factors
#include "tst_rounded_factors.moc"
