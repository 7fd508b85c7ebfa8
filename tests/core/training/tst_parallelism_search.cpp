#include "parallelism_samples.h"

#include "core/training/parallelism/array.h"
#include "core/training/parallelism/two_groups.h"
#include "tests/registered.h"

#include <QElapsedTimer>
#include <QTest>

#include <random>

namespace tst_parallelism_search {

using namespace samples;

namespace {

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

} // namespace

/// The searches over choices, against all choices tried out one by one.
class TestParallelismSearch : public QObject {
    Q_OBJECT

private slots:
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

    /// One weird trick says nothing of sums: they lie as is best, so that of fully connected layers alone it is model parallelism.
    void theTrickLeavesJoinsToWhatIsBest()
    {
        for (const char* name : {"lstm_phoneme", "lstm_gnmt"}) {
            const Graph graph = graphNamed(name);
            QVERIFY(std::any_of(graph.vertices.begin(), graph.vertices.end(),
                                [](const Vertex& vertex) { return vertex.join; }));
            QCOMPARE(planOf(graph, Strategy::OneWeirdTrick).totalBytes, planOf(graph, Strategy::Model).totalBytes);
        }
    }

    void bruteForceRefusesWhatItCannotFinish()
    {
        Settings settings;
        settings.strategy = Strategy::BruteForce;
        const auto refused = plan(graphNamed("vgg_a"), paperBatch, settings);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.faults()[0].problem, std::string("brute force would try 2^44 combinations (11 layers and joins, 4 levels)"));
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

TILESCAPE_TEST(TestParallelismSearch)

} // namespace tst_parallelism_search
#include "tst_parallelism_search.moc"
