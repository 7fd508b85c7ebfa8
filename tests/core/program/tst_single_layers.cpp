#include "core/dataflow/sharing.h"
#include "core/program/unit_boxes.h"
#include "core/search/space/search_space.h"
#include "tests/core/cost/naive_walker.h"
#include "tests/core/program/random_programs.h"
#include "tests/registered.h"

#include <QTest>

#include <map>

namespace tst_single_layers {

using namespace samples;

namespace {

/// Whether every split cuts its dimension into equal parts, rows of transposed layers at whole strides.
bool cutsEvenly(const network::Layer& layer, Count batch, const dataflow::Partition& partition)
{
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    const auto parts = [&](dataflow::Split split) { return partition.shares[split].size(); };
    const Extent map = partition.shares[dataflow::Split::Map];
    const Extent stride = network::isTransposed(layer) ? network::strideOf(layer) : Extent{};
    return layer.outputChannels / groups % parts(dataflow::Split::OutputChannel) == 0
           && layer.inputChannels / groups % parts(dataflow::Split::InputChannel) == 0
           && batch % parts(dataflow::Split::Batch) == 0 && layer.outputSize.height % (map.height * stride.height) == 0
           && layer.outputSize.width % (map.width * stride.width) == 0;
}

/// What each difference on purpose needs, as the manual says.
bool mayDiffer(const std::string& name, const schedule::Schedule& schedule, const program::LayerCode& code,
               Tensor tensor)
{
    const network::Layer& layer = schedule.problem->network.layers[0];
    if (name == "uneven_pieces") {
        return !cutsEvenly(layer, schedule.problem->batch, code.partition);
    }
    if (name == "stripes") {
        return code.stripes > 1 && tensor == Tensor::Input;
    }
    if (name == "folds") {
        return code.folds[tensor] > 1 && !code.ranges[tensor].inBuffer;
    }
    if (name == "equal_pieces") {
        return tensor == Tensor::Input && network::isTransposed(layer)
               && search::spreadsFetches(schedule.problem->space);
    }
    return false;
}

} // namespace

class TestSingleLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRightWordsComeOutAndTheWordsChargedAreMoved();
    void oneTileMovesWhatTheNaiveWalkerMoves();
};

void TestSingleLayers::theRightWordsComeOutAndTheWordsChargedAreMoved()
{
    Dice dice(20190417);
    Count run = 0;
    Count exact = 0;
    std::map<std::string, Count> kinds;
    std::map<std::string, Count> differences;
    while (run < 3000) {
        const auto schedule = randomOneLayerSchedule(dice);
        if (!schedule) {
            continue;
        }
        const auto program = program::compile(*schedule);
        QVERIFY2(program, program ? "" : support::describe(program.faults()).c_str());
        const program::LayerCode& code = program.value().layers[0];
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const program::Execution execution = program::execute(program.value(), {seed, seed});
            QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
        }
        for (const program::Difference& difference : code.differences) {
            QVERIFY2(mayDiffer(difference.name, *schedule, code, difference.tensor), difference.name.c_str());
            ++differences[difference.name];
        }
        ++run;
        ++kinds[std::string(network::kindName(schedule->problem->network.layers[0].kind))];
        exact += code.differences.empty() ? 1 : 0;
    }
    // The dice reach every kind of layer and every difference, and mostly there is none.
    QCOMPARE(kinds.size(), std::size_t{8});
    QCOMPARE(differences.size(), std::size_t{4});
    QVERIFY2(exact > 900, qPrintable(QString::number(exact)));
}

/// The walker runs the loops iteration by iteration and shares no code with the compiler, the machine or the cost model's formulas.
void TestSingleLayers::oneTileMovesWhatTheNaiveWalkerMoves()
{
    Dice dice(20190418);
    Count run = 0;
    Count bypasses = 0;
    Count rereads = 0;
    while (run < 600) {
        const auto schedule = randomOneLayerSchedule(dice);
        if (!schedule || schedule->problem->hardware.tiles.size() > 1) {
            continue;
        }
        const auto program = program::compile(*schedule);
        const auto moves = [](const program::Difference& difference) { return difference.quantity != "hops"; };
        if (!program || std::any_of(program.value().layers[0].differences.begin(), program.value().layers[0].differences.end(), moves)) {
            continue; // units beyond the end of a loop that does not divide have no words
        }
        ++run;
        const schedule::Problem& problem = *schedule->problem;
        const network::Layer& layer = problem.network.layers[0];
        const dataflow::LayerScheme& scheme = schedule->layers[0].scheme;
        const hardware::Machine machine = hardware::machineOf(problem.hardware);
        const dataflow::LoopNest nest =
            dataflow::loopNest(dataflow::tileLayer(layer, problem.batch, scheme.partition, Counts::Executed),
                               machine.shape.peArray, scheme.replication);
        const NaiveWalker walker(nest, scheme.blocking);
        const program::Repetitions repetitions = program::repetitionsOf(layer, problem.batch, scheme.partition);
        const auto times = static_cast<double>(repetitions.groups * repetitions.images);

        const program::Execution execution = program::execute(program.value(), {.timed = true});
        QVERIFY2(execution.holds(), execution.fault ? program::describe(*execution.fault).c_str() : "");
        QCOMPARE(execution.cycles[0].executed, times * static_cast<double>(walker.iterations() * nest.cycles));
        for (const Tensor tensor : allTensors) {
            const bool kept = schedule->layers[0].cost.wordsHeld[Storage::Buffer][tensor] > 0;
            const double intoArray = times * walker.unitsInto(Storage::Register, tensor) * nest.accesses[Level::Buffer][tensor];
            const double intoBuffer = times * walker.unitsInto(Storage::Buffer, tensor) * nest.accesses[Level::Dram][tensor];
            const program::TensorCount& moved = execution.counts[0][tensor];
            QCOMPARE(static_cast<double>(moved.buffer), kept ? intoArray : 0.0);
            QCOMPARE(static_cast<double>(moved.dram), kept ? intoBuffer : intoArray);
            bypasses += kept ? 0 : 1;
            rereads += schedule->layers[0].cost.fetches[Storage::Buffer][tensor] > 1 ? 1 : 0;
        }
    }
    QVERIFY(bypasses > 50); // the dice reach both
    QVERIFY2(rereads > 50, qPrintable(QString::number(rereads)));
}

TILESCAPE_TEST(TestSingleLayers)

} // namespace tst_single_layers
#include "tst_single_layers.moc"
