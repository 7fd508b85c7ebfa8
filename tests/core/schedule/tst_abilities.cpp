#include "law_problems.h"

#include "core/dataflow/directives/printer.h"
#include "core/dataflow/sharing.h"
#include "core/schedule/check_directives.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/write_directives.h"
#include "tests/core/schedule/problem_samples.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_abilities {

using namespace tilescape;

/// What a chip cannot do, no schedule asks of it.
class AbilitiesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersCanRunOnChipsThatLackAbilities_data()
    {
        QTest::addColumn<QByteArray>("solver");
        QTest::newRow("KAPLA") << QByteArray("kapla");
        QTest::newRow("exhaustive") << QByteArray("exhaustive");
    }

    /// Whatever the switches ask for: schemes that `evaluate` prices, and prices alike.
    void answersCanRunOnChipsThatLackAbilities()
    {
        QFETCH(const QByteArray, solver);
        int answers = 0;
        for (unsigned seed = 0; seed < 60; ++seed) {
            samples::Dice dice(seed);
            schedule::Problem problem = samples::anyProblem(dice);
            problem.solver = solver.toStdString();
            problem.hardware.tiles = {std::min<Count>(3, problem.hardware.tiles.height), std::min<Count>(3, problem.hardware.tiles.width)};
            problem.hardware.sameLevelTransfers = !dice.once(4);
            problem.hardware.spatialPipelining = !dice.once(3);
            problem.hardware.temporalPipelining = !dice.once(2);
            const schedule::Schedule answer = schedule::solve(problem);
            if (!answer.hasResult()) {
                continue;
            }
            ++answers;
            const schedule::Schedule evaluated = schedule::evaluate(answer.problem, answer.inputPartition, schedule::schemesOf(answer));
            QVERIFY2(evaluated.hasResult(), (samples::textOf(problem) + ": " + support::describe(evaluated.diagnostics)).c_str());
            QCOMPARE(evaluated.totals.energy.total(), answer.totals.energy.total());
            QCOMPARE(evaluated.totals.cycles, answer.totals.cycles);
        }
        QVERIFY(answers > 40);
    }

    void withoutTransfersNoTilesAddUpSums_data() { answersCanRunOnChipsThatLackAbilities_data(); }

    /// Gradients of weights are sums over batch and map: tiles split their channels, those of the input, too.
    void withoutTransfersNoTilesAddUpSums()
    {
        QFETCH(const QByteArray, solver);
        int gradients = 0;
        int splits = 0;
        for (unsigned seed = 0; seed < 20; ++seed) {
            samples::Dice dice(seed);
            schedule::Problem problem = samples::anyProblem(dice);
            problem.solver = solver.toStdString();
            problem.space.training = true;
            problem.space.hybridPartition = !dice.once(4);
            problem.space.inputChannelPartition = problem.space.hybridPartition;
            problem.hardware.tiles = {std::min<Count>(3, problem.hardware.tiles.height),
                                      std::min<Count>(3, problem.hardware.tiles.width)};
            problem.hardware.sameLevelTransfers = false;
            const schedule::Schedule answer = schedule::solve(problem);
            if (!answer.hasResult()) {
                continue;
            }
            for (const schedule::ScheduledLayer& placed : answer.layers) {
                const network::Layer& layer = answer.problem->network.layers[placed.layer];
                const dataflow::Partition& partition = placed.scheme.partition;
                QVERIFY2(dataflow::sharersOf(layer, partition)[Tensor::Output] == 1,
                         (samples::textOf(problem) + ": " + layer.name).c_str());
                gradients += network::isWeightGradient(layer) ? 1 : 0;
                splits += partition.shares[dataflow::Split::InputChannel].size() > 1 ? 1 : 0;
            }
        }
        QVERIFY(gradients > 20);
        QVERIFY(splits > 5);
    }

    void sumsOfSeveralTilesAreRefusedWithoutTransfers()
    {
        schedule::Problem problem = samples::problemOf("mlp_m", "kapla_16x16", 8);
        problem.hardware.tiles = {2, 2};
        problem.space.inputChannelPartition = true;
        schedule::Schedule answer = schedule::solve(problem);
        QVERIFY(answer.hasResult());
        dataflow::Partition& partition = answer.layers.front().scheme.partition;
        partition = {};
        partition.shares[dataflow::Split::InputChannel] = {2, 2};
        const auto problems = [&] {
            return support::describe(schedule::evaluate(std::make_shared<const schedule::Problem>(problem),
                                                        answer.inputPartition, schedule::schemesOf(answer))
                                         .diagnostics);
        };
        QVERIFY2(problems().find("add up") == std::string::npos, problems().c_str());
        const std::string text = dataflow::directives::print(schedule::writeDirectives(answer));
        problem.hardware.sameLevelTransfers = false;
        QVERIFY2(problems().find("its tiles add up parts of sums") != std::string::npos, problems().c_str());
        const std::string told = support::describe(
            dataflow::directives::diagnosticsOf(schedule::checkDirectives(problem, text).faults, "text"));
        QVERIFY2(told.find("4 tiles sum up the same outputs") != std::string::npos, told.c_str());
    }
};

TILESCAPE_TEST(AbilitiesTest)

} // namespace tst_abilities
#include "tst_abilities.moc"
