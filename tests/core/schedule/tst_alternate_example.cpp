#include "core/io/files.h"
#include "core/io/project_json.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_alternate_example {

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

    /// Two layers side by side work on one item after another without waiting for each other only if the map between them has room
    /// on both sides, or goes over in groups.
    void wholeMapsBetweenRegionsHaveRoomOnBothSides()
    {
        const std::string path = TILESCAPE_SOURCE_DIR "/examples/convolutions-pipelined.tilescape";
        const schedule::Problem problem = io::readProject(io::readFile(path).value(), path).value();
        const schedule::Schedule schedule = schedule::solve(problem);
        QVERIFY(schedule.hasResult());
        const Count bufferWords = hardware::machineOf(problem.hardware).capacities.bufferWordsPerTile;
        int sideBySide = 0;
        for (std::size_t place = 0; place < schedule.layers.size(); ++place) {
            const schedule::ScheduledLayer& own = schedule.layers[place];
            const network::Layer& layer = problem.network.layers[own.layer];
            const auto isBeside = [&](std::size_t other) {
                return other < schedule.layers.size() && schedule.layers[other].slot.segment == own.slot.segment
                       && schedule.layers[other].slot.region != own.slot.region;
            };
            const auto& factors = own.scheme.blocking.factors;
            Count words = isBeside(place - 1) && factors[Loop::InputChannel][0] == 1 ? network::inputWords(layer) : 0;
            words += isBeside(place + 1) && factors[Loop::OutputChannel][0] == 1 ? network::outputWords(layer) : 0;
            QVERIFY2(words <= own.scheme.region.extent.size() * bufferWords, layer.name.c_str());
            sideBySide += isBeside(place + 1) ? 1 : 0;
        }
        QVERIFY(sideBySide > 0);
    }
};

TILESCAPE_TEST(TestAlternateExample)

} // namespace tst_alternate_example
#include "tst_alternate_example.moc"
