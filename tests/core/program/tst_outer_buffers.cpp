#include "core/io/program_json.h"
#include "core/io/program_text.h"
#include "tests/core/program/random_programs.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_outer_buffers {

using namespace samples;
using namespace tilescape::program;

namespace {

/// What random programs reach of the buffers between tiles and DRAM.
struct Reached {
    PerTensor<Count> held{{0, 0, 0}};     ///< programs in which such a buffer has the tensor
    PerTensor<Count> severalTiles{{0, 0, 0}}; ///< of these: some tiles need the same words
    Count levels = 0;                     ///< programs that use the second buffer
    Count refused = 0;
};

/// Each word crosses between DRAM and the buffer once, and no more room is taken than the model charges.
void checkLayer(const schedule::ScheduledLayer& placed, const LayerCode& code, const PerTensor<TensorCount>& counts, bool divides, Reached& reached)
{
    for (const Tensor tensor : allTensors) {
        QCOMPARE(code.shared[tensor].exists(), placed.cost.sharedLevel[tensor] > 0);
        QCOMPARE(counts[tensor].shared > 0, code.shared[tensor].exists());
        if (!code.shared[tensor].exists()) {
            continue;
        }
        reached.held[tensor] += 1;
        reached.levels += code.shared[tensor].level > 1 ? 1 : 0;
        reached.severalTiles[tensor] +=
            std::any_of(code.shared[tensor].groups.begin(), code.shared[tensor].groups.end(), [](const auto& tiles) { return tiles.size() > 1; }) ? 1 : 0;
        QVERIFY(counts[tensor].dram <= counts[tensor].shared);
        // The model takes what bypasses the tiles' buffers to need as much room as what does not.
        const auto words = static_cast<double>(code.sharedWords(tensor));
        if (divides) {
            QVERIFY2(code.ranges[tensor].inBuffer ? words == placed.cost.sharedWords[tensor] : words <= placed.cost.sharedWords[tensor],
                     qPrintable(QString("%1 %2").arg(words).arg(placed.cost.sharedWords[tensor])));
        }
    }
}

} // namespace

class TestOuterBuffers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyWordCrossesDramOnce_data();
    void everyWordCrossesDramOnce();
    void weightsAreFetchedFromDramOnceForAllGroups();
    void aProgramIsReadBackAsItWas();
    void aProgramThatIsBrokenIsFoundOut();
};

void TestOuterBuffers::everyWordCrossesDramOnce_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("count");
    QTest::newRow("single layers") << 0 << 600;
    QTest::newRow("layers whose tiles share their buffers") << 1 << 300;
    QTest::newRow("segments") << 2 << 150;
}

void TestOuterBuffers::everyWordCrossesDramOnce()
{
    QFETCH(int, kind);
    QFETCH(int, count);
    Dice dice(20210417 + static_cast<std::uint64_t>(kind));
    Reached reached;
    for (int run = 0; run < count;) {
        const auto schedule = kind == 0   ? randomOneLayerSchedule(dice, true)
                              : kind == 1 ? randomSharedSchedule(dice, true)
                                          : randomSegments(dice, true);
        if (!schedule || std::none_of(schedule->layers.begin(), schedule->layers.end(), [](const schedule::ScheduledLayer& placed) {
                return std::any_of(placed.cost.sharedLevel.begin(), placed.cost.sharedLevel.end(), [](Count level) { return level > 0; });
            })) {
            continue;
        }
        const auto program = compile(*schedule);
        if (!program) {
            reached.refused += 1;
            continue;
        }
        ++run;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            ExecutionOptions options{seed, seed};
            options.timed = seed == 3;
            const Execution execution = execute(program.value(), options);
            QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
            for (std::size_t place = 0; place < program.value().layers.size() && seed == 1; ++place) {
                const LayerCode& code = program.value().layers[place];
                checkLayer(schedule->layers[place], code, execution.counts[place], code.differences.empty() && kind == 0, reached);
            }
        }
    }
    for (const Tensor tensor : allTensors) {
        QVERIFY2(reached.held[tensor] >= 30 && reached.severalTiles[tensor] >= 10,
                 qPrintable(QString("%1 %2").arg(reached.held[tensor]).arg(reached.severalTiles[tensor])));
    }
    QVERIFY2(reached.levels > 10, qPrintable(QString::number(reached.levels)));
    QVERIFY2(reached.refused < 3 * count, qPrintable(QString::number(reached.refused)));
}

namespace {

/// Two items one after another, for each of which all weights are brought in, in two halves, on two tiles that have rows of their own.
schedule::Schedule weightsAnew(double sharedWords)
{
    schedule::Problem problem;
    problem.network = {"one layer", "", {"input", 4, {4, 4}}, {}, {{"layer", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 4, 16, {4, 4}}}};
    problem.hardware.tiles = {1, 2};
    problem.hardware.peArray = {1, 4};
    problem.hardware.sharedBuffer.bytes = 2 * sharedWords;
    problem.batch = 2;
    problem.space.accessForwarding = false; // each tile fetches for itself
    problem.space.bufferBypass = {{false, false, false}};
    dataflow::LayerScheme scheme;
    scheme.region = dataflow::wholeChip({1, 2});
    scheme.partition.shares[dataflow::Split::Map] = {1, 2};
    scheme.blocking.factors[Loop::InputChannel] = {1, 4, 1};
    scheme.blocking.factors[Loop::OutputChannel] = {2, 8, 1};
    scheme.blocking.order[0] = {Loop::Batch, Loop::OutputChannel, Loop::InputChannel};
    const dataflow::LoopNest nest = dataflow::loopNest(
        dataflow::tileLayer(problem.network.layers[0], problem.batch, scheme.partition, Counts::Executed),
        {problem.hardware.peArray, problem.hardware.arrayDataflow}, scheme.replication);
    scheme.blocking.factors[Loop::Batch] = {2, nest.iterations[Loop::Batch] / 2, 1};
    return schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {{0, {}, scheme}});
}

} // namespace

void TestOuterBuffers::weightsAreFetchedFromDramOnceForAllGroups()
{
    const auto schedule = weightsAnew(64);
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    const auto program = compile(schedule);
    QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
    const LayerCode& code = program.value().layers[0];
    QCOMPARE(code.shared[Tensor::Weight].groups.size(), std::size_t{1}); // both tiles need the same
    QCOMPARE(code.sharedWords(Tensor::Weight), Count{64});               // 16 x 4, all of them
    const Execution execution = execute(program.value(), {});
    QVERIFY2(execution.holds(), execution.fault ? describe(*execution.fault).c_str() : "");
    QCOMPARE(execution.counts[0][Tensor::Weight].dram, Count{64});
    QCOMPARE(execution.counts[0][Tensor::Weight].shared, Count{4 * 64}); // each tile, for each item
    const auto without = compile(weightsAnew(32));                   // half of them have room: none are held
    QVERIFY(without.ok() && !without.value().layers[0].shared[Tensor::Weight].exists());
}

void TestOuterBuffers::aProgramIsReadBackAsItWas()
{
    Dice dice(7);
    for (int run = 0; run < 60;) {
        const auto schedule = randomOneLayerSchedule(dice, true);
        const auto program = schedule ? compile(*schedule) : support::Result<Program>(support::Diagnostics{});
        if (!schedule || !program) {
            continue;
        }
        ++run;
        const auto text = io::readProgram(io::writeProgramText(program.value()), "a");
        QVERIFY2(text.ok(), text.ok() ? "" : support::describe(text.faults()).c_str());
        QVERIFY(text.value() == program.value());
        const auto json = io::readProgramJson(io::writeProgramJson(program.value()), "a");
        QVERIFY2(json.ok(), json.ok() ? "" : support::describe(json.faults()).c_str());
        QVERIFY(json.value() == program.value());
    }
}

void TestOuterBuffers::aProgramThatIsBrokenIsFoundOut()
{
    const auto sound = compile(weightsAnew(64));
    QVERIFY(sound.ok());
    const auto faultAfter = [&](const auto& breakIt) {
        Program broken = sound.value();
        breakIt(broken);
        const Execution execution = execute(broken, {});
        return execution.fault ? QString::fromStdString(describe(*execution.fault)) : QString();
    };
    const auto check = [](const QString& fault, const char* part) { QVERIFY2(fault.contains(QLatin1String(part)), qPrintable(QString(part) + " is not in: " + fault)); };
    check(faultAfter([](Program& program) { program.layers[0].shared[Tensor::Weight].base = 1; }), "are not in a buffer of 64");
    check(faultAfter([](Program& program) { program.layers[0].shared[Tensor::Weight].groups[0].pop_back(); }), "is in no group");
    // Room for half of the weights: each half lies where the other is still needed.
    check(faultAfter([](Program& program) { program.layers[0].shared[Tensor::Weight].pieces[Axis::OutputChannel] /= 2; }), "deadlock");
    // The tiles have different inputs.
    check(faultAfter([](Program& program) {
              SharedRange& inputs = program.layers[0].shared[Tensor::Input];
              inputs = program.layers[0].shared[Tensor::Weight];
              inputs.pieces = {{1, 1, 1, 1}};
              program.sharedBuffers[0].words = 1000;
              inputs.base = 64;
          }),
          "has other words");
    check(faultAfter([](Program& program) { program.layers[0].shared[Tensor::Weight].level = 0; }), "instead of the");
}

TILESCAPE_TEST(TestOuterBuffers)

} // namespace tst_outer_buffers
#include "tst_outer_buffers.moc"
