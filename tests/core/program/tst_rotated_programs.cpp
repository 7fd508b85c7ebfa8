#include "tests/core/program/random_programs.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_rotated_programs {

using namespace samples;
using namespace tilescape::program;

class TestRotatedPrograms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sharedBuffersGiveTheRightWordsAndMoveTheWordsCharged();
    void fourTilesRotateInputsAsInTheFigure();
};

void TestRotatedPrograms::sharedBuffersGiveTheRightWordsAndMoveTheWordsCharged()
{
    Dice dice(20190413);
    Count run = 0;
    PerTensor<Count> rotating{{0, 0, 0}};
    PerTensor<Count> lying{{0, 0, 0}}; // parts that no rotation brings to the tiles
    Count refused = 0;
    Count exact = 0;
    Count streamed = 0;
    while (run < 1200) {
        const auto schedule = randomSharedSchedule(dice);
        if (!schedule) {
            continue;
        }
        const auto program = compile(*schedule);
        if (!program) {
            refused += 1;
            QVERIFY(!program.faults().front().problem.empty() && program.faults().front().layer == "layer");
            continue;
        }
        const LayerCode& code = program.value().layers[0];
        bool shares = false;
        for (const Tensor tensor : allTensors) {
            const Range& range = code.ranges[tensor];
            rotating[tensor] += range.rotates ? 1 : 0;
            lying[tensor] += range.spread.isSpread() ? 1 : 0;
            const Count sharers = schedule->layers[0].scheme.sharing.subgroup[tensor];
            streamed += sharers > 1 && !range.rotates && !range.spread.isSpread() ? 1 : 0;
            shares |= sharers > 1;
            QVERIFY(!range.spread.isSpread() || range.spread.tiles() == sharers);
            // Parts that do not divide evenly are whole units along an axis, for the model as well.
            QVERIFY(static_cast<double>(range.words()) <= schedule->layers[0].cost.wordsHeld[Storage::Buffer][tensor]
                    || network::isTransposed(schedule->problem->network.layers[0]));
        }
        if (!shares) {
            continue;
        }
        ++run;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const Execution execution = execute(program.value(), {seed, seed});
            QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
        }
        bool rotatesExactly = true;
        for (const Difference& difference : code.differences) {
            const Range& range = code.ranges[difference.tensor];
            const bool ofRotation = range.rotates && difference.quantity == "hops" && difference.name != "shared_fetch";
            QVERIFY2(difference.name != "shared_fetch" || range.rotates || range.spread.isSpread(), difference.name.c_str());
            QVERIFY2(difference.name != "wide_fetches" || range.spread.isSpread(), difference.name.c_str());
            rotatesExactly &= !ofRotation;
        }
        exact += rotatesExactly ? 1 : 0;
    }
    // The dice reach rotation and lying still of every tensor, and sharing without either; what rotates is mostly what is charged.
    for (const Tensor tensor : allTensors) {
        QVERIFY2(rotating[tensor] >= 15, qPrintable(QString::number(rotating[tensor])));
        QVERIFY2(lying[tensor] >= 15, qPrintable(QString::number(lying[tensor])));
    }
    QVERIFY2(streamed > 300 && exact > 1100 && refused > 100,
             qPrintable(QString("%1 streamed, %2 exact, %3 refused").arg(streamed).arg(exact).arg(refused)));
}

/// Tangram 3.1, Fig. 5: four tiles compute other output channels of the same four input maps, of which each buffers one.
void TestRotatedPrograms::fourTilesRotateInputsAsInTheFigure()
{
    schedule::Problem problem;
    problem.network = {"figure 5",
                       "",
                       {"input", 4, {4, 4}},
                       {},
                       {{"layer", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 4, 16, {4, 4}}}};
    problem.hardware.tiles = {2, 2};
    problem.hardware.peArray = {1, 4};
    problem.batch = 1;
    problem.space.bufferSharing = true;
    problem.space.bufferBypass = {{false, false, false}};
    dataflow::LayerScheme scheme;
    scheme.region = dataflow::wholeChip({2, 2});
    scheme.partition.shares[dataflow::Split::OutputChannel] = {2, 2};
    scheme.replication = {1, 1};
    // For each of two pairs of output channels, all input channels go around once.
    scheme.blocking.factors[Loop::InputChannel] = {1, 4, 1};
    scheme.blocking.factors[Loop::OutputChannel] = {2, 1, 2};
    scheme.sharing.group[Tensor::Input] = scheme.sharing.subgroup[Tensor::Input] = 4;
    const auto schedule = schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {{0, {}, scheme}});
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    QCOMPARE(schedule.layers[0].cost.rotationRounds[Tensor::Input], Count{2});
    const auto program = compile(schedule);
    QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
    const Range& inputs = program.value().layers[0].ranges[Tensor::Input];
    QVERIFY(inputs.rotates);
    QCOMPARE(inputs.words(), Count{16}); // one map of four
    const Execution execution = execute(program.value(), {});
    QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
    QCOMPARE(execution.counts[0][Tensor::Input].dram, Count{64}); // each word once
    // Two rounds of three steps, in each of which four maps take a link each; the memory channels are at the tiles.
    QVERIFY(execution.counts[0][Tensor::Input].hops >= 2 * 3 * 64);
}

TILESCAPE_TEST(TestRotatedPrograms)

} // namespace tst_rotated_programs
#include "tst_rotated_programs.moc"
