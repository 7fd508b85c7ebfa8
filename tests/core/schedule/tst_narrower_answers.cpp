#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_narrower_answers {

using namespace tilescape;
using schedule::Problem;
using schedule::Schedule;
using search::Goal;

/// What another goal or a narrower search space finds is no better: cases in which a heuristic once broke that.
class TestNarrowerAnswers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tilesThatFetchForThemselvesAreFew();
    void layersInTurnAreAmongThePipelines();
    void aLargeChipIsUsedInPart();
};

namespace {

Problem problemOf(const char* network, const char* hardware, Extent tiles, Count batch)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware(hardware).value();
    problem.hardware.tiles = tiles;
    problem.batch = batch;
    problem.solver = "kapla";
    problem.space.batchPartition = true;
    problem.space.accessForwarding = false;
    problem.space.keepOutputsOnChip = true;
    return problem;
}

} // namespace

/// Without forwarding every tile more fetches once more: the least energy takes few tiles, the least delay many.
void TestNarrowerAnswers::tilesThatFetchForThemselvesAreFew()
{
    for (const bool rounded : {false, true}) {
        Problem problem = problemOf("sconv", "kapla_16x16", {16, 16}, 3);
        problem.space.hybridPartition = false;
        problem.space.roundedFactors = rounded;
        problem.goal = Goal::Delay;
        const Schedule fast = schedule::solve(problem);
        problem.goal = Goal::Energy;
        const Schedule frugal = schedule::solve(problem);
        QVERIFY(fast.hasResult() && frugal.hasResult());
        QVERIFY2(frugal.totals.energy.total() <= fast.totals.energy.total(),
                 qPrintable(QString("%1 pJ, for delay %2 pJ").arg(frugal.totals.energy.total()).arg(fast.totals.energy.total())));
    }
}

/// The estimate of a pipeline may be too low. That of layers in turn on the same tiles, which loses against it, is then better once
/// layouts are known.
void TestNarrowerAnswers::layersInTurnAreAmongThePipelines()
{
    Problem problem = problemOf("lenet_c", "shared_4x4", {7, 7}, 64);
    problem.space.inputChannelPartition = true;
    problem.space.zigzagRegions = false;
    const Schedule inTurn = schedule::solve(problem);
    problem.space.spatialPipelining = true;
    const Schedule pipelined = schedule::solve(problem);
    QVERIFY(inTurn.hasResult() && pipelined.hasResult());
    QVERIFY2(pipelined.totals.energy.total() <= inTurn.totals.energy.total(),
             qPrintable(QString("%1 pJ, without pipelines %2 pJ").arg(pipelined.totals.energy.total()).arg(inTurn.totals.energy.total())));
}

/// Depth-wise layers share their weights over few tiles: on all of a large chip they would move more words than they save. What
/// distance costs, with memory at the corners farther apart, is little.
void TestNarrowerAnswers::aLargeChipIsUsedInPart()
{
    Problem problem = problemOf("mobilenet_v1", "kapla_16x16", {16, 12}, 64);
    for (const search::SpaceMode& mode : search::spaceModes()) {
        problem.space = mode.key == "tangram" ? mode.space : problem.space;
    }
    const Schedule smaller = schedule::solve(problem);
    problem.hardware.tiles = {16, 16};
    const Schedule larger = schedule::solve(problem);
    QVERIFY(smaller.hasResult() && larger.hasResult());
    QVERIFY2(larger.totals.energy.total() <= 1.02 * smaller.totals.energy.total(),
             qPrintable(QString("%1 pJ, on 16 x 12 tiles %2 pJ").arg(larger.totals.energy.total()).arg(smaller.totals.energy.total())));
}

TILESCAPE_TEST(TestNarrowerAnswers)

} // namespace tst_narrower_answers
#include "tst_narrower_answers.moc"
