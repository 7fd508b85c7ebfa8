#include "core/search/space/run_order.h"

#include "core/io/library.h"
#include "core/schedule/bound_prover.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/solve.h"
#include "core/search/space/segment_enumeration.h"
#include "tests/core/schedule/random_schedules.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace tst_run_order {

using namespace tilescape;

/// In which order the layers of a network run.
class TestRunOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLayerRunsOnceAfterItsSources_data();
    void everyLayerRunsOnceAfterItsSources();
    void theOrderOfTheFileMakesNoDifference_data();
    void theOrderOfTheFileMakesNoDifference();
    void norDoesThatOfRandomNetworks();
    void answersAndBoundsAreThoseOfAnyFile();
    void operandsOfAProductAreToldApart();
    void branchesThatReadOneMapFollowEachOther();
    void aWholeNetworkIsOneSegmentWhereItCan();
    void aDeepNetworkIsOrderedAtOnce();

private:
    using Names = std::vector<std::string>;

    static Names namesOf(const network::Network& network)
    {
        Names names;
        for (const std::size_t layer : search::runOrder(network)) {
            names.push_back(network.layers[layer].name);
        }
        return names;
    }

    /// Of the layers of each vertex, what they compute and make.
    static std::vector<std::vector<Count>> shapesOf(const network::Network& network)
    {
        std::vector<std::vector<Count>> found;
        for (const std::vector<std::size_t>& vertex : search::runVertices(network)) {
            found.emplace_back();
            for (const std::size_t layer : vertex) {
                found.back().push_back(network::operations(network.layers[layer]));
                found.back().push_back(network::outputWords(network.layers[layer]));
            }
        }
        return found;
    }

    /// The same with its layers in any other order that a file may have.
    static network::Network shuffled(network::Network network, samples::Dice& dice)
    {
        for (std::size_t last = network.layers.size(); last > 1; --last) {
            std::swap(network.layers[last - 1],
                      network.layers[static_cast<std::size_t>(dice.upTo(static_cast<Count>(last))) - 1]);
        }
        return network::inTopologicalOrder(std::move(network));
    }

    static void addNetworks()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"alexnet", "googlenet", "resnet50", "lstm_gnmt", "lstm_phoneme", "unet", "bert_tiny",
                                 "dlrm", "ncf", "yolo_v2_tiny"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
};

void TestRunOrder::everyLayerRunsOnceAfterItsSources_data() { addNetworks(); }

void TestRunOrder::everyLayerRunsOnceAfterItsSources()
{
    QFETCH(QString, name);
    const network::Network network = io::loadNetwork(name.toStdString()).value();
    const network::Topology topology = network::topologyOf(network);
    std::vector<bool> ran(network.layers.size(), false);
    for (const std::size_t layer : search::runOrder(network)) {
        QVERIFY(!ran[layer]);
        ran[layer] = true;
        for (const network::Source& source : topology.sources[layer]) {
            QVERIFY(source.kind != network::Source::Kind::Layer || ran[source.index]);
        }
    }
    QVERIFY(std::all_of(ran.begin(), ran.end(), [](bool did) { return did; }));
}

void TestRunOrder::theOrderOfTheFileMakesNoDifference_data() { addNetworks(); }

/// Layers that are alike in all may stand for each other: what is compared is what they are.
void TestRunOrder::theOrderOfTheFileMakesNoDifference()
{
    QFETCH(QString, name);
    const network::Network network = io::loadNetwork(name.toStdString()).value();
    samples::Dice dice(5);
    for (int time = 0; time < 3; ++time) {
        QCOMPARE(shapesOf(shuffled(network, dice)), shapesOf(network));
    }
}

void TestRunOrder::norDoesThatOfRandomNetworks()
{
    samples::Dice dice(6);
    for (int number = 0; number < 200; ++number) {
        const network::Network network = samples::randomNetwork(dice);
        QCOMPARE(shapesOf(shuffled(network, dice)), shapesOf(network));
    }
}

/// The same directives cost the same whatever the file's order, so no order may have a bound that another's answer is below.
void TestRunOrder::answersAndBoundsAreThoseOfAnyFile()
{
    samples::Dice dice(9);
    for (int number = 0; number < 12; ++number) {
        schedule::Problem problem;
        problem.network = number == 0 ? io::loadNetwork("lstm_phoneme").value() : samples::randomNetwork(dice);
        problem.hardware = io::loadHardware("kapla_16x16").value();
        problem.hardware.tiles = {4, 4};
        problem.solver = "kapla";
        problem.space.spatialPipelining = problem.space.keepOutputsOnChip = problem.space.bufferSharing = true;
        schedule::Schedule own = schedule::solve(problem);
        QVERIFY(own.hasResult() && schedule::proveBounds(own, 1));
        problem.network = shuffled(problem.network, dice);
        schedule::Schedule other = schedule::solve(problem);
        QVERIFY(other.hasResult() && schedule::proveBounds(other, 1));
        QVERIFY(std::abs(own.totals.energy.total() / other.totals.energy.total() - 1) < 1e-9);
        QVERIFY(std::abs(own.bound.energyPj / other.bound.energyPj - 1) < 1e-9);
    }
}

/// Queries and keys are alike in all but what their product takes them as.
void TestRunOrder::operandsOfAProductAreToldApart()
{
    network::Network network;
    network.input = {"input", 8, {6, 1}};
    for (const char* name : {"queries", "keys"}) {
        network.layers.push_back({name, {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 8, 8, {6, 1}});
    }
    network.layers.push_back({"scores", {"queries", "keys"}, network::MatrixProduct{2, false, true}, 8, 12, {6, 1}});
    const auto namesInOrder = [](const network::Network& own) {
        std::vector<std::string> names;
        for (const std::size_t layer : search::runOrder(own)) {
            names.push_back(own.layers[layer].name);
        }
        return names;
    };
    const std::vector<std::string> names = namesInOrder(network);
    std::swap(network.layers[0], network.layers[1]);
    QCOMPARE(namesInOrder(network), names);
}

/// Of a module of GoogLeNet, all four branches of which read one map, those of one layer come next to each other: one segment reads it once.
void TestRunOrder::branchesThatReadOneMapFollowEachOther()
{
    const Names names = namesOf(io::loadNetwork("googlenet").value());
    const auto placeOf = [&](const char* name) { return std::find(names.begin(), names.end(), name) - names.begin(); };
    QCOMPARE(std::abs(placeOf("inception_3a_1x1") - placeOf("inception_3a_pool_proj")), std::ptrdiff_t{1});
}

/// A gate goes next to what joins it, else no segment could have the whole cell, whose weights then stay on the chip.
void TestRunOrder::aWholeNetworkIsOneSegmentWhereItCan()
{
    samples::Dice dice(3);
    const network::Network cell = shuffled(io::loadNetwork("lstm_showtell").value(), dice);
    const auto segments = search::segmentsOf(cell, network::topologyOf(cell), {true, true}, search::runVertices(cell));
    QVERIFY(std::any_of(segments.begin(), segments.end(),
                        [&](const auto& segment) { return segment.layerCount() == cell.layers.size(); }));
}

void TestRunOrder::aDeepNetworkIsOrderedAtOnce()
{
    network::Network network;
    network.input = {"input", 4, {8, 8}};
    for (int i = 0; i < 50000; ++i) {
        network::Layer layer{std::to_string(i), {i == 0 ? "input" : std::to_string(i - 1)}, {}, 4, 4, {8, 8}};
        layer.kind = network::Convolution{{3, 3}, {1, 1}, 1};
        network.layers.push_back(std::move(layer));
    }
    const std::vector<std::size_t> order = search::runOrder(network);
    QCOMPARE(order.size(), network.layers.size());
    QVERIFY(std::is_sorted(order.begin(), order.end()));
}

TILESCAPE_TEST(TestRunOrder)

} // namespace tst_run_order
#include "tst_run_order.moc"
