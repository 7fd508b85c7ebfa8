#include "core/io/library.h"
#include "core/io/schedule_json.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_baselines {

using namespace tilescape;
using schedule::Problem;
using schedule::Schedule;

namespace {

Problem problemOf(const char* network, Extent tiles, bool pipelined)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = tiles;
    problem.batch = 8;
    problem.space.bufferBypass = {{false, false, false}};
    if (pipelined) {
        problem.space.batchPartition = problem.space.bufferSharing = true;
        problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
        problem.space.mostVertices = 3;
    }
    problem.sampling.annealingRounds = 6;
    problem.sampling.annealingBatch = 32;
    return problem;
}

Schedule solveWith(Problem problem, const char* solver, int threads = 0)
{
    problem.solver = solver;
    schedule::SolveControl control;
    control.threads = threads;
    return schedule::solve(problem, control);
}

double energyOf(const Schedule& schedule) { return schedule.totals.energy.total(); }

} // namespace

/// The solvers that the fast one is compared with (KAPLA V).
class TestBaselines : public QObject {
    Q_OBJECT

private slots:
    void directivesFindWhatExhaustiveSearchFinds_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<int>("side");
        QTest::addColumn<bool>("pipelined");
        QTest::addRow("AlexNet, one tile") << "alexnet" << 1 << false;
        QTest::addRow("MLP-S, 4 x 4, layer by layer") << "mlp_s" << 4 << false;
        QTest::addRow("MLP-S, 4 x 4, pipelined and shared") << "mlp_s" << 4 << true;
        QTest::addRow("LSTM, 2 x 2, pipelined and shared") << "lstm_phoneme" << 2 << true;
    }

    /// Every size and order one by one, by the detailed model: what bounds and short cuts leave out is nothing.
    void directivesFindWhatExhaustiveSearchFinds()
    {
        QFETCH(QString, network);
        QFETCH(int, side);
        QFETCH(bool, pipelined);
        const Problem problem = problemOf(qPrintable(network), {side, side}, pipelined);
        const Schedule all = solveWith(problem, "directives");
        const Schedule best = solveWith(problem, "exhaustive");
        QVERIFY(all.hasResult() && best.hasResult());
        QVERIFY2(std::abs(energyOf(all) / energyOf(best) - 1) < 1e-9,
                 qPrintable(QString("%1 times the energy").arg(energyOf(all) / energyOf(best), 0, 'g', 12)));
        QCOMPARE(all.counts.considered, best.counts.considered);
        QVERIFY(all.counts.priced > best.counts.priced);
    }

    /// Where nothing but words and hops tells blockings apart, it may pay to keep what the buffer saves no fetch of.
    void directivesKeepWhatSavesNoFetch()
    {
        Problem problem = problemOf("mlp_s", {2, 1}, false);
        problem.network = {"one",
                           "",
                           {"input", 2, {6, 1}},
                           {},
                           {{"conv", {"input"}, network::Convolution{{5, 5}, {1, 1}, 1}, 2, 2, {6, 1}}}};
        problem.hardware.tiles = {2, 1};
        problem.hardware.peArray = {2, 4};
        problem.hardware.arrayDataflow = hardware::ArrayDataflow::Systolic;
        problem.hardware.memory = hardware::MemoryPlacement::EveryTile;
        problem.hardware.bufferBytesPerTile = 4096;
        problem.hardware.registerBytesPerPe = 16;
        problem.batch = 2;
        problem.space.inputChannelPartition = problem.space.batchPartition = true;
        const double kept = energyOf(solveWith(problem, "directives"));
        problem.space.bufferBypass = {{true, true, true}};
        const double all = energyOf(solveWith(problem, "directives"));
        const double best = energyOf(solveWith(problem, "exhaustive"));
        QVERIFY2(std::abs(all / best - 1) < 1e-9,
                 qPrintable(QString("%1 times the energy").arg(all / best, 0, 'g', 12)));
        QVERIFY(all <= kept * (1 + 1e-9));
    }

    void drawingEverythingIsExhaustive()
    {
        Problem problem = problemOf("mlp_s", {4, 4}, true);
        problem.sampling.probability = 1;
        QCOMPARE(energyOf(solveWith(problem, "random")), energyOf(solveWith(problem, "directives")));
    }

    void fewerDrawsLookAtLessAndFindNothingBetter()
    {
        Problem problem = problemOf("alexnet", {2, 2}, true);
        const Schedule best = solveWith(problem, "exhaustive");
        Count considered = best.counts.considered;
        for (const double probability : {0.5, 0.1}) {
            problem.sampling.probability = probability;
            const Schedule drawn = solveWith(problem, "random");
            QVERIFY(drawn.hasResult());
            QVERIFY(energyOf(drawn) > energyOf(best) * (1 - 1e-12));
            QVERIFY(drawn.counts.considered < considered);
            considered = drawn.counts.considered;
        }
    }

    void annealingComesCloseWithFewPrices()
    {
        Problem problem = problemOf("alexnet", {2, 2}, false);
        problem.sampling = {};
        const Schedule best = solveWith(problem, "exhaustive");
        const Schedule learned = solveWith(problem, "annealing");
        QVERIFY(learned.hasResult());
        const double ratio = energyOf(learned) / energyOf(best);
        QVERIFY2(ratio > 1 - 1e-12 && ratio < 1.25, qPrintable(QString("%1 times the energy").arg(ratio)));
        QVERIFY(learned.counts.priced < best.counts.priced);
    }

    void theSameSeedGivesTheSameBytesOnAnyThreads_data()
    {
        QTest::addColumn<QString>("solver");
        for (const char* solver : {"directives", "random", "annealing"}) {
            QTest::addRow("%s", solver) << solver;
        }
    }

    void theSameSeedGivesTheSameBytesOnAnyThreads()
    {
        QFETCH(QString, solver);
        const Problem problem = problemOf("mlp_s", {4, 4}, true);
        const std::string first = io::writeScheduleJson(solveWith(problem, qPrintable(solver), 1));
        QVERIFY(io::writeScheduleJson(solveWith(problem, qPrintable(solver), 3)) == first);
    }

    void anotherSeedDrawsOtherLots()
    {
        Problem problem = problemOf("mlp_s", {4, 4}, true);
        const Schedule first = solveWith(problem, "random");
        problem.sampling.seed = 2;
        QVERIFY(solveWith(problem, "random").counts.considered != first.counts.considered);
    }

    void schedulesArePricedAsAnyOther()
    {
        for (const char* solver : {"directives", "random", "annealing"}) {
            const Schedule solved = solveWith(problemOf("mlp_s", {4, 4}, true), solver);
            QVERIFY(solved.hasResult());
            const Schedule again = schedule::evaluate(solved.problem, solved.inputPartition, schedule::schemesOf(solved));
            QVERIFY2(again.hasResult(), support::describe(again.diagnostics).c_str());
            QCOMPARE(energyOf(again), energyOf(solved));
        }
    }

    void onlyWhatLooksAtEverythingIsOptimal()
    {
        const Problem problem = problemOf("mlp_s", {1, 1}, false);
        QCOMPARE(solveWith(problem, "directives").status, schedule::Status::Optimal);
        QCOMPARE(solveWith(problem, "random").status, schedule::Status::Feasible);
        QCOMPARE(solveWith(problem, "annealing").status, schedule::Status::Feasible);
    }

    void whatFitsNowhereIsNamed()
    {
        Problem problem = problemOf("mlp_s", {2, 2}, true);
        problem.hardware.registerBytesPerPe = 2;
        for (const char* solver : {"directives", "random", "annealing"}) {
            const Schedule schedule = solveWith(problem, solver);
            QVERIFY(!schedule.hasResult() && !schedule.diagnostics.empty());
            QVERIFY2(schedule.diagnostics.front().problem.find("registers need") != std::string::npos,
                     support::describe(schedule.diagnostics).c_str());
        }
    }

    void aStopEndsThem()
    {
        for (const char* solver : {"directives", "random", "annealing"}) {
            Problem problem = problemOf("vgg16", {16, 16}, true);
            problem.solver = solver;
            std::stop_source source;
            source.request_stop();
            schedule::SolveControl control;
            control.stop = source.get_token();
            QCOMPARE(schedule::solve(problem, control).status, schedule::Status::Stopped);
        }
    }

    void settingsBeyondTheirRangeAreNamed()
    {
        Problem problem = problemOf("mlp_s", {2, 2}, false);
        problem.sampling.probability = 2;
        const Schedule schedule = solveWith(problem, "random");
        QVERIFY(!schedule.hasResult());
        QCOMPARE(schedule.diagnostics.front().problem, std::string("draw_probability is 2"));
    }
};

TILESCAPE_TEST(TestBaselines)

} // namespace tst_baselines
#include "tst_baselines.moc"
