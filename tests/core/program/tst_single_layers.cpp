#include "core/dataflow/sharing.h"
#include "core/search/space/search_space.h"
#include "tests/core/program/random_programs.h"

#include <QTest>

#include <map>

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
};

void TestSingleLayers::theRightWordsComeOutAndTheWordsChargedAreMoved()
{
    Dice dice(20190417);
    Count run = 0;
    Count exact = 0;
    Count refused = 0;
    std::map<std::string, Count> kinds;
    std::map<std::string, Count> differences;
    while (run < 3000) {
        const auto schedule = randomOneLayerSchedule(dice);
        if (!schedule) {
            continue;
        }
        const auto program = program::compile(*schedule);
        if (!program) {
            QVERIFY(program.faults().front().problem.starts_with("a tile has one channel of each group"));
            ++refused;
            continue;
        }
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
    QVERIFY(refused < run / 50);
    QVERIFY2(exact > 900, qPrintable(QString::number(exact)));
}

QTEST_GUILESS_MAIN(TestSingleLayers)
#include "tst_single_layers.moc"
