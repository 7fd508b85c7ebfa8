#include "core/io/library.h"
#include "core/network/training_graph.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>

namespace tst_training_graph {

using namespace tilescape;
using namespace tilescape::network;

namespace {

Layer convolution(std::string name, std::vector<std::string> inputs, Count in, Count out, Extent size, Extent stride = {1, 1})
{
    return {std::move(name), std::move(inputs), Convolution{{3, 3}, stride, 1}, in, out, size};
}

/// conv1 (stride 2, from the image), pool, conv2, and a classifier.
Network chain()
{
    Network network;
    network.name = "chain";
    network.input = {"input", 3, {32, 32}};
    network.layers = {convolution("conv1", {"input"}, 3, 8, {16, 16}, {2, 2}),
                      {"pool", {"conv1"}, Pooling{{2, 2}, {2, 2}}, 8, 8, {8, 8}},
                      convolution("conv2", {"pool"}, 8, 16, {8, 8}),
                      {"fc", {"conv2"}, FullyConnected{{8, 8}}, 16, 10, {1, 1}}};
    return network;
}

const Layer& named(const Network& network, std::string_view name)
{
    const auto found = std::find_if(network.layers.begin(), network.layers.end(),
                                    [name](const Layer& layer) { return layer.name == name; });
    if (found == network.layers.end()) {
        qFatal("no layer of this name");
    }
    return *found;
}

using Names = std::vector<std::string>;

Names namesOf(const Network& network)
{
    Names names;
    for (const Layer& layer : network.layers) {
        names.push_back(layer.name);
    }
    return names;
}

} // namespace

class TestTrainingGraph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void errorsRunBackAndEveryWeightGetsAGradient();
    void theFirstLayerPassesNoErrorOn();
    void backwardLayersTakeAsManyOperationsAsForwardOnes();
    void severalConsumersAddUpTheirErrors();
    void joinedInputsGetTheirOwnPartsOfTheError();
    void depthwiseAndGroupedLayersKeepTheirGroups();
    void transposedConvolutionsOfAnyFitCanBeTrained();
    void bothMatricesOfAProductGetAnError();
    void groupsThatAJoinCutsApartAreAFault();
    void everyNetworkOfTheLibraryCanBeTrained_data();
    void everyNetworkOfTheLibraryCanBeTrained();
};

void TestTrainingGraph::errorsRunBackAndEveryWeightGetsAGradient()
{
    const auto made = trainingGraph(chain());
    QVERIFY(made.ok());
    const Network& network = made.value();
    QCOMPARE(namesOf(network), (Names{"conv1", "pool", "conv2", "fc", "fc.bwd_data", "fc.bwd_weight", "conv2.bwd_data",
                                      "conv2.bwd_weight", "pool.bwd_data", "conv1.bwd_weight"}));
    QVERIFY(check(network).empty());
    // The loss gives the error of what the network puts out.
    QCOMPARE(network.externalInputs.size(), std::size_t{1});
    QCOMPARE(network.externalInputs.front(), (ExternalInput{"fc.error", 10, {1, 1}}));

    const Layer& data = named(network, "conv2.bwd_data");
    QCOMPARE(data.inputs, Names{"fc.bwd_data"});
    QCOMPARE(data.inputChannels, Count{16});
    QCOMPARE(data.outputChannels, Count{8});
    QCOMPARE(data.outputSize, (Extent{8, 8}));
    const Layer& gradient = named(network, "conv2.bwd_weight");
    QCOMPARE(gradient.inputs, (Names{"pool", "fc.bwd_data"}));
    QCOMPARE(outputWords(gradient), weightWords(named(network, "conv2")));
    QCOMPARE(weightWords(gradient), outputWords(named(network, "conv2"))); // the error takes the weights' place
}

void TestTrainingGraph::theFirstLayerPassesNoErrorOn()
{
    Network network = chain();
    network.layers.insert(network.layers.begin(), {"mean", {"input"}, Pooling{{1, 1}, {1, 1}}, 3, 3, {32, 32}});
    network.layers[1].inputs = {"mean"};
    const auto made = trainingGraph(network);
    QVERIFY(made.ok());
    const Names names = namesOf(made.value());
    QCOMPARE(std::count(names.begin(), names.end(), "conv1.bwd_data"), 0); // no weights lie before it
    QCOMPARE(std::count(names.begin(), names.end(), "conv1.bwd_weight"), 1);
}

void TestTrainingGraph::backwardLayersTakeAsManyOperationsAsForwardOnes()
{
    Network network = chain();
    network.layers[0] = convolution("conv0", {"input"}, 3, 3, {32, 32});
    network.layers.insert(network.layers.begin() + 1, convolution("conv1", {"conv0"}, 3, 8, {16, 16}, {2, 2}));
    const auto made = trainingGraph(network);
    QVERIFY(made.ok());
    QVERIFY(check(made.value()).empty());
    for (const std::string name : {"conv1", "conv2", "fc"}) {
        const Count forward = operations(named(made.value(), name));
        QCOMPARE(operations(named(made.value(), name + ".bwd_data")), forward); // strides and paddings included
        QCOMPARE(operations(named(made.value(), name + ".bwd_weight")), forward);
    }
    QCOMPARE(operations(named(made.value(), "pool.bwd_data")), operations(named(made.value(), "pool")));
}

void TestTrainingGraph::severalConsumersAddUpTheirErrors()
{
    Network network;
    network.input = {"input", 4, {8, 8}};
    network.layers = {convolution("stem", {"input"}, 4, 4, {8, 8}), convolution("left", {"stem"}, 4, 4, {8, 8}),
                      {"join", {"stem", "left"}, Elementwise{2}, 8, 4, {8, 8}}};
    const auto made = trainingGraph(network);
    QVERIFY(made.ok());
    QVERIFY(check(made.value()).empty());
    // The sum hands its error on to both operands as it is.
    QCOMPARE(namesOf(made.value()), (Names{"stem", "left", "join", "left.bwd_data", "left.bwd_weight", "stem.bwd_sum",
                                           "stem.bwd_weight"}));
    QCOMPARE(named(made.value(), "left.bwd_weight").inputs, (Names{"stem", "join.error"}));
    QCOMPARE(named(made.value(), "stem.bwd_sum").inputs, (Names{"join.error", "left.bwd_data"}));
    QCOMPARE(named(made.value(), "stem.bwd_weight").inputs, (Names{"input", "stem.bwd_sum"}));
}

void TestTrainingGraph::joinedInputsGetTheirOwnPartsOfTheError()
{
    Network network;
    network.input = {"input", 4, {8, 8}};
    network.layers = {convolution("a", {"input"}, 4, 6, {8, 8}), convolution("b", {"input"}, 4, 10, {8, 8}),
                      {"pool", {"a", "b"}, Pooling{{2, 2}, {2, 2}}, 16, 16, {4, 4}},
                      convolution("c", {"a", "b"}, 16, 5, {8, 8})};
    const auto made = trainingGraph(network);
    QVERIFY(made.ok());
    QVERIFY(check(made.value()).empty());
    // Of the pooled error b takes channels 6 to 15; of the convolution's it takes all, with its part of the weights.
    const Layer& pooled = named(made.value(), "pool.bwd_data.b");
    QCOMPARE(pooled.firstInputChannel.value_or(-1), Count{6});
    QCOMPARE(named(made.value(), "pool.bwd_data.a").firstInputChannel.value_or(-1), Count{0});
    QVERIFY(!named(made.value(), "c.bwd_data.b").firstInputChannel);
    QCOMPARE(pooled.inputChannels, Count{10});
    const Layer& convolved = named(made.value(), "c.bwd_data.b");
    QCOMPARE(convolved.inputChannels, Count{5});
    QCOMPARE(convolved.outputChannels, Count{10});
    QCOMPARE(operations(named(made.value(), "c.bwd_data.a")) + operations(convolved), operations(network.layers[3]));
    QCOMPARE(named(made.value(), "b.bwd_sum").inputs, (Names{"c.bwd_data.b", "pool.bwd_data.b"}));
}

void TestTrainingGraph::depthwiseAndGroupedLayersKeepTheirGroups()
{
    Network network;
    network.input = {"input", 4, {8, 8}};
    network.layers = {convolution("stem", {"input"}, 4, 12, {8, 8}),
                      {"depth", {"stem"}, Convolution{{3, 3}, {2, 2}, 12}, 12, 12, {4, 4}},
                      {"grouped", {"depth"}, Convolution{{3, 3}, {1, 1}, 3}, 12, 6, {4, 4}}};
    const auto made = trainingGraph(network);
    QVERIFY(made.ok());
    QVERIFY(check(made.value()).empty());
    QVERIFY(isDepthwise(named(made.value(), "depth.bwd_data")));
    QVERIFY(isDepthwise(named(made.value(), "depth.bwd_weight")));
    QCOMPARE(outputWords(named(made.value(), "depth.bwd_weight")), Count{12 * 9});
    QCOMPARE(groupsOf(named(made.value(), "grouped.bwd_data")), Count{3});
    QCOMPARE(operations(named(made.value(), "grouped.bwd_weight")), operations(network.layers[2]));
    QCOMPARE(outputWords(named(made.value(), "grouped.bwd_weight")), weightWords(network.layers[2]));
}

/// Padded or not: the gradient of the weights meets each word of the smaller map with each of the filter's, once.
void TestTrainingGraph::transposedConvolutionsOfAnyFitCanBeTrained()
{
    for (Count filter = 1; filter <= 4; ++filter) {
        for (Count stride = 1; stride <= 3; ++stride) {
            for (Count map = 1; map <= 4; ++map) {
                for (Count size = (map - 1) * stride + 1; size <= (map - 1) * stride + std::max(filter, stride);
                     ++size) {
                    Network network;
                    network.name = "generator";
                    network.input = {"input", 2, {map, map}};
                    network.layers = {{"up",
                                       {"input"},
                                       TransposedConvolution{{filter, filter}, {stride, stride}, 1},
                                       2,
                                       3,
                                       {size, size}}};
                    QVERIFY(check(network).empty());
                    const auto made = trainingGraph(network);
                    QVERIFY(made.ok());
                    QVERIFY2(check(made.value()).empty(),
                             qPrintable(
                                 QString("%1 to %2, filter %3, stride %4").arg(map).arg(size).arg(filter).arg(stride)));
                    QCOMPARE(operations(named(made.value(), "up.bwd_weight")), 2 * 3 * map * map * filter * filter);
                }
            }
        }
    }
}

void TestTrainingGraph::bothMatricesOfAProductGetAnError()
{
    // Two heads of attention, 5 positions, 3 channels a head: scores = Q K^T, context = scores V.
    Network network;
    network.input = {"input", 6, {5, 1}};
    const auto project = [](std::string name) {
        return Layer{std::move(name), {"input"}, Convolution{{1, 1}, {1, 1}, 1}, 6, 6, {5, 1}};
    };
    network.layers = {project("q"), project("k"), project("v"),
                      {"scores", {"q", "k"}, MatrixProduct{2, false, true}, 6, 10, {5, 1}},
                      {"context", {"scores", "v"}, MatrixProduct{2, false, false}, 10, 6, {5, 1}}};
    QVERIFY(check(network).empty());
    QCOMPARE(operations(network.layers[3]), Count{2 * 5 * 5 * 3});
    const auto made = trainingGraph(network);
    QVERIFY(made.ok());
    QVERIFY(check(made.value()).empty());
    for (const std::string name : {"scores.bwd_input", "scores.bwd_operand", "context.bwd_input", "context.bwd_operand"}) {
        QCOMPARE(operations(named(made.value(), name)), Count{2 * 5 * 5 * 3});
    }
    // dK = dS^T Q: the rows of dS are summed over.
    const Layer& ofKey = named(made.value(), "scores.bwd_operand");
    QCOMPARE(ofKey.inputs, (Names{"context.bwd_input", "q"}));
    QCOMPARE(std::get<MatrixProduct>(ofKey.kind), (MatrixProduct{2, true, false}));
}

void TestTrainingGraph::groupsThatAJoinCutsApartAreAFault()
{
    Network network;
    network.input = {"input", 4, {8, 8}};
    network.layers = {convolution("a", {"input"}, 4, 3, {8, 8}), convolution("b", {"input"}, 4, 5, {8, 8}),
                      {"grouped", {"a", "b"}, Convolution{{3, 3}, {1, 1}, 2}, 8, 8, {8, 8}}};
    QVERIFY(check(network).empty());
    const auto made = trainingGraph(network);
    QVERIFY(!made.ok());
    QCOMPARE(support::describe(made.faults().front()),
             std::string("layer 'grouped': channels 0 to 2 of its input, from one source, cut its groups of 4 apart; each "
                         "source gives whole groups of channels."));
}

void TestTrainingGraph::everyNetworkOfTheLibraryCanBeTrained_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string_view each : io::networkNames()) {
        QTest::newRow(std::string(each).c_str()) << QString::fromStdString(std::string(each));
    }
}

void TestTrainingGraph::everyNetworkOfTheLibraryCanBeTrained()
{
    QFETCH(QString, name);
    const auto network = io::loadNetwork(name.toStdString());
    QVERIFY(network.ok());
    const auto made = trainingGraph(network.value());
    QVERIFY(made.ok());
    QCOMPARE(QString::fromStdString(support::describe(check(made.value()))), QString());
    // Every weight gets its gradient, once.
    Count weights = 0;
    Count gradients = 0;
    for (const Layer& layer : network.value().layers) {
        weights += hasOperand(layer) ? 0 : weightWords(layer);
    }
    for (const Layer& layer : made.value().layers) {
        gradients += isWeightGradient(layer) ? outputWords(layer) : 0;
    }
    QCOMPARE(gradients, weights);
}

TILESCAPE_TEST(TestTrainingGraph)

} // namespace tst_training_graph
#include "tst_training_graph.moc"
