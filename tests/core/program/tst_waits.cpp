#include "core/program/compile.h"
#include "core/program/machine.h"
#include "core/schedule/evaluate.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_waits {

using namespace tilescape;

namespace {

network::Layer convolution(const char* name, const char* input, Count inputChannels, Count outputChannels, Extent size)
{
    return {name, {input}, network::Convolution{{1, 1}, {1, 1}, 1}, inputChannels, outputChannels, size};
}

schedule::Problem problemOf(Extent tiles, Count batch, std::vector<network::Layer> layers)
{
    schedule::Problem problem;
    const network::Layer& first = layers.front();
    problem.network = {"waits", "", {"input", first.inputChannels, network::paddedInputSize(first)}, {}, std::move(layers)};
    problem.hardware.tiles = tiles;
    problem.hardware.peArray = {1, 2};
    problem.batch = batch;
    problem.space.keepOutputsOnChip = true;
    return problem;
}

/// The first two layers on the same tiles in one segment.
schedule::Schedule evaluated(const schedule::Problem& problem, const dataflow::LayerScheme& first, const dataflow::LayerScheme& second)
{
    return schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {},
                              {{0, {0, 0, 0}, first}, {1, {0, 0, 1}, second}});
}

/// Executes the program under many interleavings.
void verifyRuns(const schedule::Schedule& schedule)
{
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    const auto program = program::compile(schedule);
    QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const program::Execution execution = program::execute(program.value(), {1, seed});
        QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
    }
}

} // namespace

/// Waits that would go round in a circle if a schedule were compiled as it stands.
class TestWaits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tilesThatReadEachOthersWeightsInEveryBatchGroup();
    void aLayerThatNeedsAllOfItsInputInItsFirstTurn();
};

/// Weights of two layers on the same tiles come in for every batch group. Tiles hold them once between them, and a tile that is ahead
/// by a group may not have the reading that is counted for another.
void TestWaits::tilesThatReadEachOthersWeightsInEveryBatchGroup()
{
    schedule::Problem problem =
        problemOf({1, 3}, 4, {convolution("first", "input", 2, 3, {1, 3}), convolution("second", "first", 3, 2, {1, 3})});
    problem.space.bufferSharing = true;
    problem.space.bufferBypass = {{false, false, false}};
    dataflow::LayerScheme first;
    first.region = dataflow::wholeChip(problem.hardware.tiles);
    first.partition.shares[dataflow::Split::Map] = {1, 3};
    dataflow::LayerScheme second = first;
    first.blocking.factors[Loop::OutputChannel] = {1, 1, 3};
    first.blocking.factors[Loop::InputChannel] = {1, 1, 2};
    first.blocking.factors[Loop::Batch] = {4, 1, 1};
    first.sharing.group[Tensor::Weight] = first.sharing.subgroup[Tensor::Weight] = 3;
    second.blocking.factors[Loop::OutputChannel] = {1, 2, 1};
    second.blocking.factors[Loop::InputChannel] = {1, 1, 3};
    second.blocking.factors[Loop::Batch] = {4, 1, 1};
    verifyRuns(evaluated(problem, first, second));
}

/// The first layer hands on its channels in two turns; the second goes through other channels in as many, and has all of its input in
/// each. Without room for both side by side it would wait in its first turn for what is made in the second.
void TestWaits::aLayerThatNeedsAllOfItsInputInItsFirstTurn()
{
    schedule::Problem problem = problemOf({1, 1}, 1, {convolution("maker", "input", 4, 8, {1, 2}), convolution("taker", "maker", 8, 8, {1, 2})});
    problem.space.bufferBypass = {{false, false, false}};
    dataflow::LayerScheme maker;
    maker.region = dataflow::wholeChip(problem.hardware.tiles);
    dataflow::LayerScheme taker = maker;
    maker.blocking.factors[Loop::OutputChannel] = {2, 4, 1};
    maker.blocking.factors[Loop::InputChannel] = {1, 4, 1};
    taker.blocking.factors[Loop::OutputChannel] = {2, 4, 1};
    taker.blocking.factors[Loop::InputChannel] = {1, 8, 1};
    problem.hardware.bufferBytesPerTile = 1e6;
    const schedule::Schedule roomy = evaluated(problem, maker, taker);
    verifyRuns(roomy);
    Count most = 0;
    Count all = 0;
    for (const schedule::ScheduledLayer& layer : roomy.layers) {
        const PerTensor<double>& held = layer.cost.wordsHeld[Storage::Buffer];
        const auto words = static_cast<Count>(held[Tensor::Weight] + held[Tensor::Input] + held[Tensor::Output]);
        most = std::max(most, words);
        all += words;
    }
    Count refused = 0;
    for (Count words = most; words <= all; ++words) { // from room for either alone to room for both
        problem.hardware.bufferBytesPerTile = 2.0 * static_cast<double>(words);
        const schedule::Schedule tight = evaluated(problem, maker, taker);
        QVERIFY2(tight.hasResult(), support::describe(tight.diagnostics).c_str());
        if (const auto program = program::compile(tight)) {
            verifyRuns(tight);
            if (QTest::currentTestFailed()) {
                return;
            }
        } else {
            QVERIFY(program.faults().front().problem.starts_with("the layers of its region do not fit"));
            ++refused;
        }
    }
    QVERIFY(refused > 0);
}

TILESCAPE_TEST(TestWaits)

} // namespace tst_waits
#include "tst_waits.moc"
