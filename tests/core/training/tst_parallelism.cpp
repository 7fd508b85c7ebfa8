#include "parallelism_samples.h"

#include "core/io/network_json.h"
#include "core/network/network.h"
#include "core/training/parallelism/array.h"
#include "core/training/parallelism/two_groups.h"

#include <QElapsedTimer>
#include <QTest>

#include <random>

using namespace samples;

namespace {

network::Layer dense(const std::string& name, const std::string& input, Count in, Count out)
{
    return {name, {input}, network::FullyConnected{{1, 1}}, in, out, {1, 1}};
}

network::Layer conv(const std::string& name, const std::string& input, Count in, Count out, Count side, Count filter)
{
    return {name, {input}, network::Convolution{{filter, filter}, {1, 1}, 1}, in, out, {side, side}};
}

network::Layer sum(const std::string& name, std::vector<std::string> inputs, Count channels, Count side)
{
    const auto operands = static_cast<Count>(inputs.size());
    return {name, std::move(inputs), network::Elementwise{operands}, channels, channels, {side, side}};
}

Graph graphOf(const network::Network& network)
{
    return training::parallelism::graphOf(network, Maps::AfterPooling, Positions::Input);
}

/// A chain of fully connected layers between these widths.
network::Network chain(const std::vector<Count>& widths)
{
    network::Network network;
    network.name = "chain";
    network.input.channels = widths.front();
    std::string last = "input";
    for (std::size_t i = 1; i < widths.size(); ++i) {
        const std::string name = "fc" + std::to_string(i);
        network.layers.push_back(dense(name, last, widths[i - 1], widths[i]));
        last = name;
    }
    return network;
}

/// Layers that each read some of those before them; sums of several.
Graph randomDag(std::mt19937& random, std::size_t vertices)
{
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    Graph graph;
    graph.firstEdge.push_back(0);
    for (std::size_t v = 0; v < vertices; ++v) {
        const std::size_t producers = std::min<std::size_t>(v, below(3) + (v > 0 ? 1 : 0));
        std::vector<std::size_t> chosen;
        while (chosen.size() < producers) {
            const std::size_t from = v - 1 - below(std::min<std::size_t>(v, 4));
            if (std::find(chosen.begin(), chosen.end(), from) == chosen.end()) {
                chosen.push_back(from);
            }
            if (chosen.size() == std::min<std::size_t>(v, 4)) {
                break;
            }
        }
        Vertex vertex;
        vertex.name = "v" + std::to_string(v);
        vertex.join = chosen.size() > 1 && below(2) == 0;
        vertex.weightWords = static_cast<double>(1 + below(1000));
        vertex.outputWords = static_cast<double>(1 + below(100));
        graph.vertices.push_back(vertex);
        graph.lastUse.push_back(v);
        for (const std::size_t from : chosen) {
            graph.edges.push_back({from, v, static_cast<double>(1 + below(200))});
            graph.lastUse[from] = v;
        }
        graph.firstEdge.push_back(graph.edges.size());
    }
    return graph;
}

Settings twoGroups(Strategy strategy)
{
    Settings settings;
    settings.levels = 1;
    settings.strategy = strategy;
    return settings;
}

double leastBytes(const Graph& graph, Count batch, Settings settings)
{
    double least = std::numeric_limits<double>::infinity();
    const std::size_t vertices = graph.vertices.size();
    for (std::size_t combination = 0; combination < std::size_t{1} << vertices; ++combination) {
        Choices choices;
        for (std::size_t v = 0; v < vertices; ++v) {
            choices.push_back(((combination >> v) & 1) != 0 ? Choice::Model : Choice::Data);
        }
        least = std::min(least, totalBytes(graph, batch, settings, {choices}));
    }
    return least;
}

bool isSame(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

double bytes(const Plan& plan, Kind kind) { return plan.bytesByKind[kind]; }

} // namespace

/// The communication model and the searches, on cases that can be counted by hand or tried out one by one.
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

    void dynamicProgrammingIsBruteForceOnEverySmallNetwork()
    {
        int compared = 0;
        for (const std::string_view name : io::networkNames()) {
            const Graph graph = graphNamed(std::string(name).c_str());
            if (graph.vertices.size() > 12) {
                continue;
            }
            ++compared;
            const Plan best = planOf(graph, Strategy::HyPar, twoGroups({}));
            QVERIFY2(isSame(best.totalBytes, leastBytes(graph, paperBatch, twoGroups({}))), std::string(name).c_str());
            QVERIFY(isSame(best.totalBytes, planOf(graph, Strategy::BruteForce, twoGroups({})).totalBytes));
        }
        QVERIFY(compared >= 8);
    }

    void dynamicProgrammingIsBruteForceOnRandomNetworks()
    {
        std::mt19937 random(1); // NOLINT: the same networks on every run
        for (int i = 0; i < 1000; ++i) {
            const Graph graph = randomDag(random, 1 + random() % 10);
            Settings settings = twoGroups(Strategy::HyPar);
            settings.modelToModel = static_cast<ModelToModel>(random() % 2);
            settings.boundary = static_cast<Boundary>(random() % 2);
            const Count batch = 1 + static_cast<Count>(random() % 64);
            const Plan best = planOf(graph, Strategy::HyPar, settings, batch);
            QVERIFY(best.exact);
            QVERIFY2(isSame(best.totalBytes, leastBytes(graph, batch, settings)), qPrintable(QString::number(i)));
        }
    }

    /// hypar.md 2.7: all 65,536 partitions of Lenet-c.
    void levelByLevelIsTheBestOfAllForLenet()
    {
        const Graph graph = graphNamed("lenet_c");
        const Plan greedy = planOf(graph, Strategy::HyPar);
        const Plan best = planOf(graph, Strategy::BruteForce);
        QVERIFY(isSame(greedy.totalBytes, best.totalBytes));
    }

    void bruteForceRefusesWhatItCannotFinish()
    {
        Settings settings;
        settings.strategy = Strategy::BruteForce;
        const auto refused = plan(graphNamed("vgg_a"), paperBatch, settings);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.faults()[0].problem, std::string("brute force would try 2^44 combinations (11 layers and joins, 4 levels)"));
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

    void aForcedChoiceHoldsAndTheRestIsTheBestAroundIt()
    {
        const Graph graph = graphNamed("vgg_a");
        Settings settings;
        const Plan best = planOf(graph, Strategy::HyPar, settings);
        settings.forced = {{2, "fc2", Choice::Data}, {9, "fc2", Choice::Data}, {1, "pool1", Choice::Model}};
        const Plan forced = planOf(graph, Strategy::HyPar, settings);
        QCOMPARE(forced.levels[1][9], Choice::Data);
        QVERIFY(forced.totalBytes > best.totalBytes);
        QCOMPARE(forced.notes.size(), std::size_t{2}); // no such level, no such layer with weights
        settings.levels = 1;
        settings.forced = {{1, "fc2", Choice::Data}};
        QVERIFY(isSame(planOf(graphNamed("lenet_c"), Strategy::HyPar, settings).totalBytes,
                       planOf(graphNamed("lenet_c"), Strategy::BruteForce, settings).totalBytes));
        QCOMPARE(planOf(graph, Strategy::Model, settings).levels[0][9], Choice::Data);
    }

    void aSwitchedChoiceIsPricedAsIfItStoodThere()
    {
        const Plan best = planOf(graphNamed("vgg_a"), Strategy::HyPar);
        const StepCost switched = costSwitched(best, paperBatch, {}, {1, 9});
        std::vector<Choices> levels = best.levels;
        levels[1][9] = Choice::Data;
        QCOMPARE(switched.bytes, price(best.graph, paperBatch, {}, levels).totalBytes);
        QVERIFY(switched.bytes > best.totalBytes);
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
        QCOMPARE(told("levels", "many"), "levels is 'many'; a number is needed.");
        QCOMPARE(told("topology", "tours"), "topology is 'tours'; perhaps 'torus' is meant.");
        QCOMPARE(told("topolgy", "torus"), "the setting 'topolgy' is unknown; perhaps 'topology' is meant.");
    }

    void wideNetworksAreSettledEarlyAndSaySo()
    {
        network::Network network;
        network.input.channels = 8;
        network::Layer last = dense("last", "l0", 20 * 8, 4);
        last.inputs.clear();
        for (int i = 0; i < 20; ++i) {
            network.layers.push_back(dense("l" + std::to_string(i), "input", 8, 8));
            last.inputs.push_back(network.layers.back().name);
        }
        network.layers.push_back(last);
        const Plan plan = planOf(graphOf(network), Strategy::HyPar);
        QVERIFY(!plan.exact);
        QVERIFY(plan.totalBytes <= planOf(graphOf(network), Strategy::Data).totalBytes);
    }

    /// A tenth of a second on an idle machine; a search that is not linear would take hours.
    void aLongChainIsQuick()
    {
        std::vector<Count> widths;
        for (Count i = 0; i <= 100'000; ++i) {
            widths.push_back(1 + i * 37 % 64);
        }
        const network::Network network = chain(widths);
        Settings settings;
        settings.levels = 10;
        QElapsedTimer timer;
        timer.start();
        const auto found = plan(network, paperBatch, settings);
        QVERIFY(timer.elapsed() < 10'000);
        QVERIFY(found.ok() && found.value().exact);
    }
};

QTEST_GUILESS_MAIN(TestParallelism)
#include "tst_parallelism.moc"
