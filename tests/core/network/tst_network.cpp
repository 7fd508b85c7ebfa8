#include "core/network/network.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>

namespace tst_network {

using namespace tilescape;
using namespace tilescape::network;

namespace {

Layer convolution(std::string name, std::vector<std::string> inputs, Count in, Count out)
{
    return {std::move(name), std::move(inputs), Convolution{{3, 3}, {1, 1}, 1}, in, out, {8, 8}};
}

Layer sum(std::string name, std::vector<std::string> inputs, Count channels)
{
    const auto operands = static_cast<Count>(inputs.size());
    return {std::move(name), std::move(inputs), Elementwise{operands}, operands * channels, channels, {8, 8}};
}

Network residual()
{
    Network network;
    network.input = {"input", 4, {8, 8}};
    network.layers = {convolution("stem", {"input"}, 4, 4), convolution("left", {"stem"}, 4, 4),
                      convolution("right", {"stem"}, 4, 4), convolution("left2", {"left"}, 4, 4),
                      sum("join", {"right", "left2"}, 4)};
    return network;
}

std::vector<std::string> names(const Network& network, const std::vector<std::size_t>& order)
{
    std::vector<std::string> names;
    for (const std::size_t layer : order) {
        names.push_back(network.layers[layer].name);
    }
    return names;
}

using Names = std::vector<std::string>;

} // namespace

class TestNetwork : public QObject {
    Q_OBJECT

private slots:
    void edgesAreFoundByName()
    {
        const Network network = residual();
        const Topology topology = topologyOf(network);
        QCOMPARE(topology.sources[0].front().kind, Source::Kind::NetworkInput);
        QCOMPARE(topology.sources[4].size(), std::size_t{2});
        QCOMPARE(topology.sources[4][1], (Source{Source::Kind::Layer, 3}));
        QCOMPARE(topology.consumers[0], (std::vector<std::size_t>{1, 2}));
        QVERIFY(topology.consumers[4].empty());
        QCOMPARE(channelsOf(network, topology.sources[0][0]), Count{4});
        QCOMPARE(sizeOf(network, topology.sources[4][0]), (Extent{8, 8}));
    }

    void aSourceUsedTwiceIsOneConsumer()
    {
        Network network = residual();
        network.layers.back().inputs = {"right", "right"};
        QCOMPARE(topologyOf(network).consumers[2], (std::vector<std::size_t>{4}));
        QVERIFY(check(network).empty());
    }

    void topologicalOrderKeepsFileOrderWherePossible()
    {
        Network network = residual();
        QCOMPARE(inTopologicalOrder(network), network);
        std::swap(network.layers[0], network.layers[4]); // join, left, right, left2, stem
        const Network ordered = inTopologicalOrder(network);
        QCOMPARE(names(ordered, {0, 1, 2, 3, 4}), (Names{"stem", "left", "right", "left2", "join"}));
    }

    void scheduleFollowsABranchToItsJoin()
    {
        Network network = residual();
        network.layers.back() = convolution("join", {"right", "left2"}, 8, 4);
        QCOMPARE(names(network, scheduleOrder(network)), (Names{"stem", "left", "left2", "right", "join"}));
    }

    /// A sum works in place on what the later of its sources leaves: nothing may come between the two.
    void aJoinWithoutWeightsFollowsItsLastSource()
    {
        const Network network = residual();
        QCOMPARE(names(network, scheduleOrder(network)), (Names{"stem", "left", "right", "left2", "join"}));
    }

    void aLayerWithoutWeightsFollowsTheLayerThatFeedsItAlone()
    {
        // `pool` works in place on `a`; in plain depth-first order `b` would come between them.
        Network network;
        network.input = {"input", 4, {8, 8}};
        network.layers = {convolution("a", {"input"}, 4, 4), convolution("b", {"input"}, 4, 4), sum("pool", {"a"}, 4),
                          sum("end", {"pool", "b"}, 4)};
        QCOMPARE(names(network, scheduleOrder(network)), (Names{"a", "pool", "b", "end"}));
    }

    void scheduleOrderCopesWithDeepNetworks()
    {
        Network network;
        network.input = {"input", 4, {8, 8}};
        for (int i = 0; i < 200000; ++i) {
            network.layers.push_back(
                convolution(std::to_string(i), {i == 0 ? std::string(inputName) : std::to_string(i - 1)}, 4, 4));
        }
        const std::vector<std::size_t> order = scheduleOrder(network);
        QCOMPARE(order.size(), network.layers.size());
        QVERIFY(std::is_sorted(order.begin(), order.end()));
    }

    void totalsAddUp()
    {
        const NetworkTotals totals = totalsOf(residual());
        QCOMPARE(totals.layers, Count{5});
        QCOMPARE(totals.convolutions, Count{4});
        QCOMPARE(totals.weightWords, Count{4 * 4 * 4 * 9});
        QCOMPARE(totals.featureMapWords, Count{6 * 4 * 64});
        QCOMPARE(totals.operations, Count{4 * 4 * 4 * 9 * 64 + 2 * 4 * 64});
    }

    void aSoundNetworkHasNoFaults() { QCOMPARE(support::describe(check(residual())), std::string()); }

    /// An input has a word at least where the last output begins, or as many as the padded input has (cost-model.md, Units).
    void paddingIsAllowedUpToTheFilter()
    {
        Network network;
        network.layers = {convolution("a", {"input"}, 1, 1)}; // 8 x 8 out, 3 x 3, stride 1: 8 to 10
        for (Count side = 7; side <= 11; ++side) {
            network.input = {"input", 1, {side, 8}};
            QCOMPARE(check(network).empty(), side >= 8 && side <= 10);
        }
        // A stride beyond the filter skips rows: 7 * 4 + 1 to 8 * 4.
        network.layers[0].kind = Convolution{{3, 3}, {4, 4}, 1};
        for (Count side = 28; side <= 33; ++side) {
            network.input = {"input", 1, {32, side}};
            QCOMPARE(check(network).empty(), side >= 29 && side <= 32);
        }
    }

    /// As detectors and classifiers have them, with one word of padding on either side, or pooling that rounds up.
    void oddMapsAreHalvedAndDoubled()
    {
        Network network;
        for (const auto& [odd, half] : {std::pair<Count, Count>{75, 38}, {19, 10}, {7, 4}}) {
            network.input = {"input", 1, {odd, odd}};
            for (const LayerKind& kind :
                 {LayerKind(Convolution{{3, 3}, {2, 2}, 1}), LayerKind(Pooling{{2, 2}, {2, 2}})}) {
                network.layers = {{"half", {"input"}, kind, 1, 1, {half, half}}};
                QCOMPARE(support::describe(check(network)), std::string());
            }
            network.layers = {{"half", {"input"}, Convolution{{3, 3}, {2, 2}, 1}, 1, 1, {half, half}},
                              {"again", {"half"}, TransposedConvolution{{2, 2}, {2, 2}}, 1, 1, {odd, odd}}};
            QCOMPARE(support::describe(check(network)), std::string());
        }
    }

    void oneOperandIsEnough()
    {
        Network network = residual();
        network.layers.back() = sum("copy", {"right"}, 4);
        QVERIFY(check(network).empty());
    }

    void faultsOfValuesAreTold_data()
    {
        QTest::addColumn<int>("layer");
        QTest::addColumn<Layer>("changed");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("part");
        const Network base = residual();
        const auto row = [](const char* name, int layer, Layer changed, const char* pointer, const char* part) {
            QTest::newRow(name) << layer << std::move(changed) << QString(pointer) << QString(part);
        };
        Layer layer = base.layers[1];
        layer.name = "input";
        row("reserved", 1, layer, "/layers/1/name", "reserved");
        layer.name = "";
        row("no name", 1, layer, "/layers/1/name", "empty");
        layer.name = std::string("a\0b", 3);
        row("a name that ends nowhere", 1, layer, "/layers/1/name", "control characters");
        layer = base.layers[1];
        layer.inputs.clear();
        row("no input", 1, layer, "/layers/1/inputs", "no input");
        layer = base.layers[1];
        layer.outputChannels = 0;
        row("no channels", 1, layer, "/layers/1/output_channels", "number of output channels is 0");
        layer = base.layers[1];
        layer.kind = Convolution{{3, 3}, {1, 1}, 3};
        row("groups", 1, layer, "/layers/1/groups", "3 groups do not divide 4 input and 4 output channels");
        layer = base.layers[4];
        layer.kind = Elementwise{3};
        row("operands", 4, layer, "/layers/4/operands", "3 operands are named, 2 inputs are given");
        layer = base.layers[1];
        layer.kind = FullyConnected{{8, 8}};
        row("map of a fully connected layer", 1, layer, "/layers/1/output_size", "8 x 8");
        layer = base.layers[4];
        layer.kind = Pooling{{1, 1}, {1, 1}};
        row("pooling over more channels", 4, layer, "/layers/4/output_channels", "have 8 channels, the output has 4");
        layer = base.layers[1];
        layer.outputSize = {Count{1} << 40, 8};
        row("huge", 1, layer, "/layers/1/output_size", "height is 1099511627776");
        layer = base.layers[1];
        layer.outputChannels = Count{1} << 31;
        layer.outputSize = {Count{1} << 31, Count{1} << 31};
        row("overflow", 1, layer, "/layers/1", "more than 281474976710656");
    }

    void faultsOfValuesAreTold()
    {
        QFETCH(int, layer);
        QFETCH(Layer, changed);
        QFETCH(QString, pointer);
        QFETCH(QString, part);
        Network network = residual();
        network.layers[static_cast<std::size_t>(layer)] = changed;
        const support::Diagnostics faults = check(network);
        const bool told = std::any_of(faults.begin(), faults.end(), [&](const support::Diagnostic& fault) {
            return fault.pointer == pointer.toStdString() && fault.problem.find(part.toStdString()) != std::string::npos;
        });
        QVERIFY2(told, support::describe(faults).c_str());
    }

    void aNetworkWithoutLayersIsAFault()
    {
        const support::Diagnostics faults = check(Network{});
        QCOMPARE(faults.size(), std::size_t{1});
        QCOMPARE(faults[0].pointer, std::string("/layers"));
    }

    void aCircleIsNamedOnceAndInTheDirectionOfTheData()
    {
        Network network = residual();
        network.layers[0].inputs = {"left2"};
        const support::Diagnostics faults = check(network);
        QCOMPARE(faults.size(), std::size_t{1});
        QVERIFY2(faults[0].problem.find("'stem' -> 'left' -> 'left2' -> 'stem'") != std::string::npos,
                 faults[0].problem.c_str());
    }
};

TILESCAPE_TEST(TestNetwork)

} // namespace tst_network
#include "tst_network.moc"
