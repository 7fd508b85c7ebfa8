#include "core/cost/blocking_cost.h"
#include "core/dataflow/directives/analysis.h"
#include "core/dataflow/directives/parser.h"
#include "core/dataflow/directives/printer.h"
#include "core/dataflow/directives/read_scheme.h"
#include "core/dataflow/directives/write_scheme.h"
#include "core/support/factors.h"
#include "tests/core/dataflow/directive_interpreter.h"
#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_directive_interpreter {

using namespace samples;
using namespace tilescape;
using namespace tilescape::dataflow;
using namespace tilescape::dataflow::directives;

namespace {

network::Layer randomLayer(Dice& dice)
{
    network::Layer layer{"made", {"read"}, network::Elementwise{2}, dice.upTo(12), dice.upTo(12), {dice.upTo(9), dice.upTo(7)}};
    const Extent filter{dice.upTo(4), dice.upTo(4)};
    const Extent stride{dice.upTo(2), dice.upTo(2)};
    switch (dice.upTo(9)) {
    case 1:
        layer.kind = network::FullyConnected{filter};
        layer.outputSize = {1, 1};
        break;
    case 2:
        layer.kind = network::Pooling{filter, stride};
        layer.inputChannels = layer.outputChannels;
        break;
    case 3:
        layer.outputChannels += 1;
        layer.inputChannels = layer.outputChannels;
        layer.kind = network::Convolution{filter, stride, layer.outputChannels};
        break;
    case 4:
        layer.inputs.emplace_back("read too");
        layer.inputChannels = 2 * layer.outputChannels;
        break;
    case 5:
        layer.kind = network::TransposedConvolution{filter, stride, 1};
        break;
    case 6:
        layer.kind = network::WeightGradient{filter, stride, 1};
        layer.inputs.emplace_back("error");
        break;
    case 7:
        layer.kind = network::MatrixProduct{2, false, false};
        layer.inputs.emplace_back("operand");
        layer.outputSize.width = 1;
        layer.inputChannels *= 2;
        layer.outputChannels *= 2;
        break;
    case 8:
        layer.kind = network::Convolution{filter, stride, 2};
        layer.inputChannels *= 2;
        layer.outputChannels *= 2;
        break;
    default:
        layer.kind = network::Convolution{filter, stride, 1};
        break;
    }
    return layer;
}

/// Splits that divide without a rest, so that all tiles do the same.
Partition randomPartition(Dice& dice, const network::Layer& layer, Count batch)
{
    Partition partition;
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    partition.shares[Split::OutputChannel] = {1, dice.pick(support::divisors(layer.outputChannels / groups))};
    partition.shares[Split::Batch] = {dice.pick(support::divisors(batch)), 1};
    // A piece of a transposed map begins where the stride does.
    if (!network::isTransposed(layer)) {
        partition.shares[Split::Map] = {dice.pick(support::divisors(layer.outputSize.height)),
                                        dice.pick(support::divisors(layer.outputSize.width))};
    }
    if (network::hasWeights(layer) && !network::isDepthwise(layer)) {
        partition.shares[Split::InputChannel] = {1, dice.pick(support::divisors(layer.inputChannels / groups))};
    }
    std::shuffle(partition.order.begin(), partition.order.end(), dice.engine());
    return partition;
}

LayerScheme randomScheme(Dice& dice, const LoopNest& nest, const Partition& partition)
{
    LayerScheme scheme;
    scheme.partition = partition;
    scheme.region = wholeChip(partition.tiles());
    scheme.replication = nest.replication;
    for (const Loop loop : allLoops) {
        const Count inner = dice.pick(support::divisors(nest.iterations[loop]));
        const Count middle = dice.pick(support::divisors(nest.iterations[loop] / inner));
        scheme.blocking.factors[loop] = {nest.iterations[loop] / inner / middle, middle, inner};
    }
    for (auto& order : scheme.blocking.order) {
        std::shuffle(order.begin(), order.end(), dice.engine());
    }
    return scheme;
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

} // namespace

class TestDirectiveInterpreter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Random schemes of every kind of layer, written as text: stepping through the text moves just the words that the
    /// analysis of the text and the cost model count.
    void steppingThroughTheTextMovesWhatIsCounted()
    {
        Dice dice(2023);
        Count bypasses = 0;
        Count reread = 0;
        Count folded = 0;
        Count padded = 0;
        for (int round = 0; round < 20000; ++round) {
            const network::Layer layer = randomLayer(dice);
            const Count batch = dice.upTo(4);
            const bool systolic = round % 4 == 0;
            const hardware::PeArray array({dice.upTo(6), dice.upTo(6)}, systolic ? hardware::ArrayDataflow::Systolic
                                                                                  : hardware::ArrayDataflow::RowStationary);
            const Partition partition = randomPartition(dice, layer, batch);
            const Counts way = dice.upTo(4) == 1 ? Counts::Reference : Counts::Executed;
            const TileLayer tile = tileLayer(layer, batch, partition, way);
            if (network::isDepthwise(tile.layer) != network::isDepthwise(layer)) {
                continue; // one channel a tile: the model no longer tells depthwise from other layers
            }
            const LoopNest nest = dice.pick(loopNests(tile, array));
            const LayerScheme scheme = randomScheme(dice, nest, partition);
            const LayerContext context{layer, batch, array, partition.tiles(), way};

            const auto fetches = cost::fetchesOf(nest, scheme.blocking);
            const PerTensor<bool> kept = cost::keptInBuffer(scheme.blocking, fetches, {{true, true, dice.upTo(2) == 1}});
            const std::string text = print(writeScheme(context, scheme, kept));
            const Reading reading = parse(text);
            QVERIFY(reading.faults.empty());
            const LayerDirectives& directives = reading.document.segments[0].regions[0].layers[0];
            Faults faults;
            const auto again = readScheme(context, directives, faults);
            QVERIFY2(again && *again == scheme, (text + support::describe(diagnosticsOf(faults, {}))).c_str());

            hardware::Machine machine;
            machine.shape.peArray = array;
            cost::TileContext around;
            around.tiles = partition.tiles().size();
            around.mayBypass = {{!kept.values[0], !kept.values[1], !kept.values[2]}};
            const cost::LayerCost cost = cost::blockingCost(nest, scheme.blocking, machine, around);
            const LayerCounts counts = countLayer(context, directives, kept, {{1, 1, 1}});
            const LayerForm form = formOf(context, partition, scheme.replication);
            const Interpreter interpreter(layer, batch, form.mapping.fold.width, directives, way);
            const Count repeats = around.tiles * form.groups;
            QVERIFY2(close(static_cast<double>(interpreter.operations() * repeats), cost.operations),
                     (text + std::to_string(interpreter.operations() * repeats) + " " + std::to_string(cost.operations)).c_str());
            QVERIFY2(close(counts.operations, cost.operations), text.c_str());
            for (const Tensor tensor : allTensors) {
                if (form.tensors[tensor].terms.empty()) {
                    continue;
                }
                const std::string& name = form.tensors[tensor].names.front();
                const bool isMap = std::any_of(
                    form.tensors[tensor].terms.begin(), form.tensors[tensor].terms.end(), [&](const FormTerm& term) {
                        return term.dim == Dim::Yo || (term.dim == Dim::Yi && network::hasWeights(layer));
                    });
                const auto moved = [&](Count words) { return static_cast<double>(words * repeats); };
                const double intoArray = moved(interpreter.onArray(name).words);
                const double intoBuffer = moved(interpreter.inBuffer(name).words);
                const auto verify = [&](Level level, double walked) {
                    const bool equal = close(walked, cost.accesses[level][tensor]) && close(walked, counts.accesses[level][tensor]);
                    if (!equal) {
                        qWarning() << name.c_str() << nameOf(level).data() << walked << cost.accesses[level][tensor]
                                   << counts.accesses[level][tensor];
                    }
                    return equal;
                };
                QVERIFY2(verify(Level::Buffer, kept[tensor] ? intoArray : 0), text.c_str());
                QVERIFY2(verify(Level::Dram, kept[tensor] ? intoBuffer : intoArray), text.c_str());
                if (!systolic) {
                    const bool perFold = isMap || form.tensors[tensor].terms.back().dim == Dim::S;
                    QVERIFY2(verify(Level::Bus, moved(interpreter.onArray(name).bus * (perFold ? interpreter.folds() : 1))),
                             text.c_str());
                }
                for (const Storage storage : allStorages) {
                    QCOMPARE(static_cast<double>(counts.words[storage][tensor]), cost.wordsHeld[storage][tensor]);
                }
                bypasses += kept[tensor] ? 0 : 1;
                reread += cost.fetches[Storage::Buffer][tensor] > 1 ? 1 : 0;
                folded += interpreter.folds() > 1 ? 1 : 0;
                padded += form.dims[Loop::Batch] == Dim::P ? 1 : 0;
            }
        }
        // The dice reach both sides of every rule.
        QVERIFY(bypasses > 500);
        QVERIFY(reread > 500);
        QVERIFY(folded > 500);
        QVERIFY(padded > 500);
    }
};

TILESCAPE_TEST(TestDirectiveInterpreter)

} // namespace tst_directive_interpreter
#include "tst_directive_interpreter.moc"
