#include "parallelism_samples.h"

#include "core/io/network_json.h"
#include "core/network/network.h"
#include "core/training/parallelism/array.h"
#include "core/training/parallelism/two_groups.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_parallelism {

using namespace samples;

namespace {

network::Layer sum(const std::string& name, std::vector<std::string> inputs, Count channels, Count side)
{
    const auto operands = static_cast<Count>(inputs.size());
    return {name, std::move(inputs), network::Elementwise{operands}, channels, channels, {side, side}};
}

double bytes(const Plan& plan, Kind kind) { return plan.bytesByKind[kind]; }

} // namespace

/// The communication model, on cases that can be counted by hand.
class TestParallelism : public QObject {
    Q_OBJECT

private slots:
    /// Section 3.4: a layer of 70 to 100 neurons, batch 32; a convolution of 20 to 50 channels to an 8 x 8 map.
    void theExamplesOfSection34()
    {
        const Graph fc = graphOf(chain({70, 100}));
        QCOMPARE(planOf(fc, Strategy::Data, twoGroups({}), 32).totalBytes, 56'000.0);
        QCOMPARE(planOf(fc, Strategy::Model, twoGroups({}), 32).totalBytes, 25'600.0);
        network::Network network;
        network.input = {"input", 20, {12, 12}};
        network.layers = {conv("conv", "input", 20, 50, 8, 5)};
        const Graph graph = graphOf(network);
        QCOMPARE(planOf(graph, Strategy::Data, twoGroups({}), 32).totalBytes, 200'000.0);
        QCOMPARE(planOf(graph, Strategy::Model, twoGroups({}), 32).totalBytes, 819'200.0);
    }

    /// Table 2 between two layers of 10 to 20 to 5 neurons, batch 8: the map is 160 words.
    void table2_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<double>("featureMap"); // words, one direction
        QTest::addColumn<double>("error");
        QTest::addColumn<double>("literalError");
        QTest::newRow("data data") << 0 << 0 << 0.0 << 0.0 << 0.0;
        QTest::newRow("data model") << 0 << 1 << 40.0 << 40.0 << 40.0;
        QTest::newRow("model model") << 1 << 1 << 0.0 << 0.0 << 80.0;
        QTest::newRow("model data") << 1 << 0 << 0.0 << 80.0 << 80.0;
    }

    void table2()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        QFETCH(double, featureMap);
        QFETCH(double, error);
        QFETCH(double, literalError);
        const Graph graph = graphOf(chain({10, 20, 5}));
        const Choices choices{static_cast<Choice>(first), static_cast<Choice>(second)};
        Settings settings = twoGroups({});
        Plan plan = price(graph, 8, settings, {choices});
        QCOMPARE(bytes(plan, Kind::FeatureMap), featureMap * 2 * 4); // two directions, four bytes
        QCOMPARE(bytes(plan, Kind::Error), error * 2 * 4);
        const double gradients = (first == 0 ? 200 : 0) + (second == 0 ? 100 : 0);
        const double sums = (first == 1 ? 160 : 0) + (second == 1 ? 40 : 0);
        QCOMPARE(bytes(plan, Kind::Gradient), gradients * 2 * 4);
        QCOMPARE(bytes(plan, Kind::PartialSum), sums * 2 * 4);
        settings.modelToModel = ModelToModel::HalfError;
        settings.interDirections = Directions::One;
        settings.wordBits = 16;
        plan = price(graph, 8, settings, {choices});
        QCOMPARE(bytes(plan, Kind::Error), literalError * 2);
        QCOMPARE(bytes(plan, Kind::Gradient), gradients * 2 * 2);
    }

    void aLevelLeavesHalfToTheNext()
    {
        const Graph graph = graphOf(chain({10, 20}));
        Settings settings;
        settings.levels = 2;
        const auto total = [&](Halving halving, Choice upper, Choice lower) {
            settings.halving = halving;
            return price(graph, 8, settings, {{upper}, {lower}}).totalBytes / 8; // words of one direction
        };
        QCOMPARE(total(Halving::Both, Choice::Data, Choice::Model), 200 + 2 * 80.0);
        QCOMPARE(total(Halving::Both, Choice::Model, Choice::Data), 160 + 2 * 100.0);
        QCOMPARE(total(Halving::Channels, Choice::Data, Choice::Model), 200 + 2 * 160.0);
        QCOMPARE(total(Halving::Batch, Choice::Model, Choice::Data), 160 + 2 * 200.0);
        QCOMPARE(total(Halving::None, Choice::Model, Choice::Data), 160 + 2 * 200.0);
    }

    void partsAddUpToTheTotal()
    {
        for (const char* name : {"vgg_a", "googlenet", "resnet50", "lstm_gnmt"}) {
            const Plan plan = planOf(graphNamed(name), Strategy::HyPar);
            double byVertex = 0;
            double byLevel = 0;
            for (std::size_t level = 0; level < plan.levels.size(); ++level) {
                byLevel += plan.bytesByLevel[level];
                for (const PerKind& parts : plan.bytes[level]) {
                    byVertex += total(parts);
                }
            }
            QVERIFY(isSame(byVertex, plan.totalBytes));
            QVERIFY(isSame(byLevel, plan.totalBytes));
            QVERIFY(isSame(total(plan.bytesByKind), plan.totalBytes));
            QVERIFY(isSame(totalBytes(plan.graph, paperBatch, {}, plan.levels), plan.totalBytes));
            QVERIFY(isSame(plan.computeJoules + plan.memoryJoules + plan.communicationJoules, plan.energyJoules));
            QVERIFY(plan.exact);
        }
    }

    /// Each input of a layer is paid for; a pooling between two layers takes no choice and makes the map smaller.
    void branchesAreCutAtTheirLayersWithWeights()
    {
        network::Network network;
        network.input = {"input", 4, {8, 8}};
        network::Layer pool{"pool", {"a"}, network::Pooling{{2, 2}, {2, 2}}, 4, 4, {4, 4}};
        network::Layer joined = conv("d", "b", 8, 4, 4, 1);
        joined.inputs = {"b", "c"};
        network.layers = {conv("a", "input", 4, 4, 8, 1), pool, conv("b", "pool", 4, 4, 4, 1), conv("c", "pool", 4, 4, 4, 1),
                          joined};
        QVERIFY(network::check(network).empty());
        const Graph graph = graphOf(network);
        QCOMPARE(graph.vertices.size(), std::size_t{4});
        QCOMPARE(graph.vertices[0].outputWords, 4 * 16.0); // after pooling
        QCOMPARE(graph.edges.size(), std::size_t{4});
        QCOMPARE(graph.edgesInto(3).size(), std::size_t{2});
        QCOMPARE(graph.edgesInto(3)[0].words, 64.0);
    }

    /// A sum lies split along batch or channels: data-parallel layers around it that must not communicate make it the former.
    void aSumOfSeveralMapsIsAVertexOfItsOwn()
    {
        network::Network network;
        network.input = {"input", 4, {4, 4}};
        network.layers = {conv("a", "input", 4, 4, 4, 1), conv("b", "a", 4, 4, 4, 1), sum("sum", {"a", "b"}, 4, 4),
                          conv("c", "sum", 4, 4, 4, 1)};
        const Graph graph = graphOf(network);
        QCOMPARE(graph.vertices.size(), std::size_t{4});
        QVERIFY(graph.vertices[2].join);
        const auto between = [&](Choice join, Choice last) {
            const Plan plan = price(graph, 2, twoGroups({}), {{Choice::Data, Choice::Data, join, last}});
            return bytes(plan, Kind::FeatureMap) + bytes(plan, Kind::Error);
        };
        const double quarter = 2 * 4.0 * 0.25 * 4 * 16 * 2; // both directions, bytes, of the map of two samples
        QCOMPARE(between(Choice::Data, Choice::Data), 0.0);
        QCOMPARE(between(Choice::Data, Choice::Model), 2 * quarter);
        QCOMPARE(between(Choice::Model, Choice::Data), 6 * quarter); // into it twice, and out of it
        QCOMPARE(between(Choice::Model, Choice::Model), 4 * quarter);
    }

    void slicesOfJoinedInputsCountWhatIsRead()
    {
        network::Network network;
        network.input = {"input", 4, {1, 1}};
        network::Layer half = dense("c", "a", 4, 2);
        half.inputs = {"a", "b"};
        half.firstInputChannel = 2;
        network.layers = {dense("a", "input", 4, 3), dense("b", "input", 4, 5), half};
        QVERIFY(network::check(network).empty());
        const Graph graph = graphOf(network);
        QCOMPARE(graph.edges[0].words, 1.0);
        QCOMPARE(graph.edges[1].words, 3.0);
        QCOMPARE(graph.vertices[2].inputWords, 4.0);
    }

    void networksWithoutLayersOrLevels()
    {
        const Plan empty = planOf(graphOf(network::Network{}), Strategy::HyPar);
        QCOMPARE(empty.totalBytes, 0.0);
        QCOMPARE(empty.stepSeconds, 0.0);
        Settings alone;
        alone.levels = 0;
        const Plan one = planOf(graphNamed("lenet_c"), Strategy::HyPar, alone);
        QCOMPARE(one.totalBytes, 0.0);
        QCOMPARE(one.stepSeconds, 2.0 * 3 * 4397000 * 256 / 1075.2e9);
        QCOMPARE(scaling(graphOf(network::Network{}), 1, {}).back().hyparGain, 1.0);
    }

    void groupsHalveTheirLongerSide()
    {
        QCOMPARE(gridOf(4), (Extent{4, 4}));
        QCOMPARE(gridOf(3), (Extent{2, 4}));
        QCOMPARE(groupAt(4, 2), (Extent{4, 2}));
        QCOMPARE(groupAt(4, 4), (Extent{2, 1}));
        Settings settings;
        QCOMPARE(levelBandwidth(settings, 1), 25.6e9);
        settings.topology = Topology::Torus;
        for (Count level = 1; level <= 4; ++level) {
            QCOMPARE(levelBandwidth(settings, level), 12.8e9); // 8 links of 1600 Mb/s cross the cuts of each level
        }
        settings.bandwidth = Bandwidth::Growing;
        settings.levels = 6;
        QCOMPARE(levelBandwidth(settings, 1), 16 * 1.6e9);
        QCOMPARE(levelBandwidth(settings, 6), 32 * 1.6e9);
    }

    void settingsAreReadFromText()
    {
        Settings settings;
        QVERIFY(setFromText(settings, "levels", "6").empty());
        QVERIFY(setFromText(settings, "model_to_model", "half_error").empty());
        QCOMPARE(settings.levels, Count{6});
        QCOMPARE(settings.modelToModel, ModelToModel::HalfError);
        const auto told = [&](const char* key, const char* value) {
            return QString::fromStdString(support::describe(setFromText(settings, key, value)));
        };
        QCOMPARE(told("levels", "6.5"), "levels is 6.5; a whole number between 0 and 20 is needed.");
        QCOMPARE(told("levels", "many"), "levels is 'many'; a whole number between 0 and 20 is needed.");
        QCOMPARE(told("topology", "tours"), "topology is 'tours'; perhaps 'torus' is meant.");
        QCOMPARE(told("topolgy", "torus"), "the setting 'topolgy' is unknown; perhaps 'topology' is meant.");
    }

};

TILESCAPE_TEST(TestParallelism)

} // namespace tst_parallelism
#include "tst_parallelism.moc"
