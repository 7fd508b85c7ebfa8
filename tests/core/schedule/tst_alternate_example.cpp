#include "core/io/files.h"
#include "core/io/project_json.h"
#include "core/schedule/solve.h"

#include <QTest>

using namespace tilescape;

/// examples/convolutions-pipelined.tilescape shows what alternate loop order is worth: maps too large to be buffered whole
/// between layers that run side by side, on a chip with little bandwidth to DRAM.
class TestAlternateExample : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutItTheNetworkTakesATenthLongerAtLeast_data()
    {
        QTest::addColumn<int>("goal");
        for (const auto goal : {search::Goal::Energy, search::Goal::Delay, search::Goal::EnergyDelay}) {
            QTest::newRow(nameOf(goal).data()) << static_cast<int>(goal);
        }
    }

    void withoutItTheNetworkTakesATenthLongerAtLeast()
    {
        QFETCH(int, goal);
        const std::string path = TILESCAPE_SOURCE_DIR "/examples/convolutions-pipelined.tilescape";
        schedule::Problem problem = io::readProject(io::readFile(path).value(), path).value();
        problem.goal = static_cast<search::Goal>(goal);
        QCOMPARE(problem.solver, std::string("kapla"));
        QVERIFY(problem.space.alternateLoopOrder);
        const schedule::Schedule with = schedule::solve(problem);
        problem.space.alternateLoopOrder = false;
        const schedule::Schedule without = schedule::solve(problem);
        QVERIFY(with.hasResult() && without.hasResult());
        QVERIFY2(with.totals.cycles < 0.9 * without.totals.cycles,
                 qPrintable(QString("%1 and %2 cycles").arg(with.totals.cycles).arg(without.totals.cycles)));
        QVERIFY(with.totals.energy.total() < without.totals.energy.total());
    }
};

QTEST_GUILESS_MAIN(TestAlternateExample)
#include "tst_alternate_example.moc"
