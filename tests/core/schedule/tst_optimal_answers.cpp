#include "tests/core/schedule/law_problems.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <string>

namespace tst_optimal_answers {

using namespace tilescape;
using namespace samples;

namespace {

schedule::Schedule answerOf(Problem problem, const char* solver, Goal goal)
{
    problem.solver = solver;
    problem.goal = goal;
    schedule::SolveControl control;
    control.threads = 1;
    return schedule::solve(problem, control);
}

double valueOf(const schedule::Schedule& schedule, Goal goal)
{
    const Reached reached{true, schedule.totals.energy.total(), schedule.totals.cycles};
    return reached.of(goal);
}

} // namespace

/// An answer that is said to be optimal is that.
class TestOptimalAnswers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// On up to 4 x 4 tiles, layers one at a time, exact factors: no answer for another goal is better, and none of KAPLA.
    void nothingIsBetter()
    {
        Dice dice(71);
        int optimal = 0;
        for (int number = 0; number < 16; ++number) {
            Problem problem = anyProblem(dice);
            problem.hardware.tiles = {std::min<Count>(4, problem.hardware.tiles.height),
                                      std::min<Count>(4, problem.hardware.tiles.width)};
            problem.space.keepOutputsOnChip = false;
            problem.space.spatialPipelining = false;
            const schedule::Schedule best = answerOf(problem, "exhaustive", problem.goal);
            if (best.status != schedule::Status::Optimal) {
                continue;
            }
            ++optimal;
            for (const char* solver : {"exhaustive", "kapla"}) {
                for (const Goal goal : goals) {
                    const schedule::Schedule other = answerOf(problem, solver, goal);
                    if (other.hasResult()) {
                        const double ratio = valueOf(best, problem.goal) / valueOf(other, problem.goal);
                        const std::string told = "problem " + std::to_string(number) + ", " + textOf(problem) + ": "
                                                 + solver + " for " + std::string(nameOf(goal)) + " is "
                                                 + std::to_string(ratio) + " times as good";
                        QVERIFY2(ratio <= 1 + 1e-9, told.c_str());
                    }
                }
            }
        }
        QVERIFY2(optimal >= 3, qPrintable(QString::number(optimal)));
    }

    /// Neither where the memory decides, and a grid of fewer tiles fetches fewer words again.
    void notEvenOnFewerTiles()
    {
        Problem problem;
        problem.network = {
            "n", "", {"input", 1, {4, 4}}, {}, {{"a", {"input"}, network::Convolution{{5, 5}, {1, 1}}, 1, 2, {4, 4}}}};
        problem.hardware = io::loadHardware("shared_4x4").value();
        problem.batch = 2;
        const schedule::Schedule fast = answerOf(problem, "exhaustive", Goal::Delay);
        QCOMPARE(fast.status, schedule::Status::Optimal);
        QVERIFY(fast.totals.cycles <= answerOf(problem, "exhaustive", Goal::Energy).totals.cycles);
    }

    /// KAPLA tries every way in which the network's input may lie over memory at every tile.
    void kaplaFindsTheBestPlaceOfTheInput()
    {
        Problem problem;
        problem.network = {
            "n", "", {"input", 32, {8, 8}}, {}, {{"a", {"input"}, network::FullyConnected{{8, 8}}, 32, 56, {}}}};
        problem.hardware = io::loadHardware("kapla_16x16").value();
        problem.hardware.tiles = {8, 8};
        problem.hardware.memory = hardware::MemoryPlacement::EveryTile;
        problem.batch = 16;
        problem.space.batchPartition = true;
        const double best = valueOf(answerOf(problem, "exhaustive", Goal::Energy), Goal::Energy);
        const double found = valueOf(answerOf(problem, "kapla", Goal::Energy), Goal::Energy);
        QVERIFY2(found <= best * (1 + 1e-9), qPrintable(QString::number(found / best, 'g', 10)));
    }

    /// Of many grids only some are tried.
    void onManyTilesNoneIsSaidToBe()
    {
        Problem problem;
        problem.network = io::loadNetwork("mlp_s").value();
        problem.hardware = io::loadHardware("tangram_16x16").value();
        QCOMPARE(answerOf(problem, "exhaustive", Goal::Energy).status, schedule::Status::Feasible);
    }
};

TILESCAPE_TEST(TestOptimalAnswers)

} // namespace tst_optimal_answers
#include "tst_optimal_answers.moc"
