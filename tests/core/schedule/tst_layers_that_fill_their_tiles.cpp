#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_layers_that_fill_their_tiles {

using namespace tilescape;
using schedule::Problem;
using schedule::Schedule;

/// Layers that leave just enough room for each other run one after the other on the same tiles, the map between them never passing
/// DRAM. Neither layer would choose these blockings by itself.
namespace {

Problem problemOf(std::vector<network::Layer> layers, Extent tiles, double bufferBytes, Count batch)
{
    Problem problem;
    problem.network = {"two", "", {"input", layers.front().inputChannels, {8, 8}}, {}, std::move(layers)};
    problem.hardware.tiles = tiles;
    problem.hardware.bufferBytesPerTile = bufferBytes;
    problem.batch = batch;
    problem.space.batchPartition = problem.space.inputChannelPartition = false;
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = true;
    return problem;
}

Schedule solved(Problem problem, const char* solver)
{
    problem.solver = solver;
    return schedule::solve(problem, {});
}

double energyOf(const Schedule& schedule) { return schedule.totals.energy.total(); }

} // namespace

class TestLayersThatFillTheirTiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMapAsLargeAsTheBufferStays();
    void halfTheBufferIsLeftForTheNext();
};

/// 64 maps of 8 x 8 words are all of the 8 KiB: weights and input must bypass the buffer, which few nests of loops can do.
void TestLayersThatFillTheirTiles::aMapAsLargeAsTheBufferStays()
{
    Problem problem = problemOf({{"conv1", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1}, 16, 64, {8, 8}},
                                 {"conv2", {"conv1"}, network::Convolution{{1, 1}, {1, 1}, 1}, 64, 40, {8, 8}}},
                                {1, 1}, 8192, 1);
    problem.hardware.dramGigabytesPerSecond = 5;
    problem.goal = search::Goal::EnergyDelay;
    const Schedule kapla = solved(problem, "kapla");
    QVERIFY(kapla.hasResult());
    QCOMPARE(kapla.segments.size(), std::size_t{1});
    const Schedule exhaustive = solved(problem, "exhaustive");
    QVERIFY(energyOf(kapla) * kapla.totals.cycles <= 1.001 * energyOf(exhaustive) * exhaustive.totals.cycles);
}

/// On eight tiles the output of the first layer is half of the buffers, and its copy for the second one the other half: what is best
/// for each by itself leaves no room, so that fewer tiles must not be taken for better.
void TestLayersThatFillTheirTiles::halfTheBufferIsLeftForTheNext()
{
    Problem problem = problemOf({{"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1}, 56, 64, {8, 8}},
                                 {"fc", {"conv"}, network::FullyConnected{{8, 8}}, 64, 40, {1, 1}}},
                                {5, 4}, 32768, 16);
    problem.space.accessForwarding = problem.space.alternateLoopOrder = true;
    const Schedule kapla = solved(problem, "kapla");
    QVERIFY(kapla.hasResult());
    // The exhaustive search tries four tiles in a row as well, which take 1.8 % less.
    const double ratio = energyOf(kapla) / energyOf(solved(problem, "exhaustive"));
    QVERIFY2(ratio <= 1.02, qPrintable(QString("%1 times the energy").arg(ratio)));
}

TILESCAPE_TEST(TestLayersThatFillTheirTiles)

} // namespace tst_layers_that_fill_their_tiles
#include "tst_layers_that_fill_their_tiles.moc"
