#include "law_problems.h"

#include "core/schedule/evaluate.h"
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
};

TILESCAPE_TEST(AbilitiesTest)

} // namespace tst_abilities
#include "tst_abilities.moc"
