#include "core/io/library.h"
#include "core/training/gradient/partition_choice.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_analysis {

using namespace tilescape;
using namespace tilescape::training::gradient;

namespace {

Settings of(std::string_view npu)
{
    Settings settings;
    for (const NpuPreset& preset : npuPresets()) {
        if (preset.name == npu) {
            settings.npu = preset.npu;
        }
    }
    return settings;
}

std::vector<LayerGemm> products(const char* name, Count batch, const Settings& settings)
{
    return gemmsOf(io::loadNetwork(name).value(), batch, settings);
}

NetworkResult run(const char* name, Count batch, const Settings& settings, const AnalysisControl& control = {})
{
    return analyse(io::loadNetwork(name).value(), batch, settings, control).value();
}

/// Of a handful of networks of Table 4 that differ most.
const std::vector<const char*> someNetworks{"mobilenet_v1", "resnet50", "yolo_v2_tiny", "bert_tiny", "t5_small"};

double meanReduction(std::string_view npu, Count batch, Strategy strategy, void (*change)(Settings&) = nullptr)
{
    Settings settings = of(npu);
    if (change != nullptr) {
        change(settings);
    }
    double sum = 0;
    for (const char* name : someNetworks) {
        const NetworkResult result = run(name, batch, settings);
        sum += 1 - double(result.trainingCycles(strategy)) / double(result.trainingCycles(Strategy::Sequential));
    }
    return sum / double(someNetworks.size());
}

} // namespace

class TestAnalysis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSearchFindsWhatTryingAllFinds();
    void aBestChoiceIsNeverSlowerThanWhatItChoosesFrom();
    void techniquesAddUpOnBothMachines();
    void scarceBandwidthMakesOrdersWorthMore();
    void theBatchHardlyMatters();
    void anyNumberOfThreadsGivesTheSame();
    void equalProductsAreSimulatedOnce();
    void severalCoresRunAllPartitions();
    void theNearestNeighboursChooseBetterThanTheMajority();
    void badSettingsAreSaidInOneSentence_data();
    void badSettingsAreSaidInOneSentence();
    void aStoppedAnalysisSaysSo();
    void productsAreCountedAsTheyAreDone();
};

void TestAnalysis::theSearchFindsWhatTryingAllFinds()
{
    const Settings settings = of("small");
    for (const Gemm& gemm : {Gemm{500, 300, 200}, Gemm{1568, 1152, 128, 1568 * 128}, Gemm{64, 2000, 90}}) {
        const TileCandidates candidates = tileCandidates(gemm, settings);
        QCOMPARE(candidates.tooManySteps, Count{0});
        for (const Order order : allOrders) {
            Simulator simulator(settings);
            Count least = std::numeric_limits<Count>::max();
            for (const TileShape& shape : candidates.shapes) {
                const Tiling tiling(gemm, shape, settings);
                least = std::min(least, simulator.run(tiling, planOf(tiling, order, settings))->ticks);
            }
            const auto found = fastest(simulator, gemm, settings, candidates.shapes,
                                       [&](const Tiling& tiling) { return planOf(tiling, order, settings); }, {});
            QCOMPARE(found->ticks, least);
        }
    }
}

void TestAnalysis::aBestChoiceIsNeverSlowerThanWhatItChoosesFrom()
{
    for (const char* npu : {"small", "large"}) {
        const NetworkResult result = run("googlenet", 4, of(npu));
        for (const LayerResult& layer : result.layers) {
            const auto ticks = [&](Strategy strategy) { return layer.of(strategy).ticks; };
            for (const Order order : allOrders) {
                QVERIFY(ticks(Strategy::Best) <= layer.orders[order].ticks);
                QVERIFY(order == Order::Sequential || ticks(Strategy::Ideal) <= layer.orders[order].ticks);
            }
            QVERIFY(ticks(Strategy::Partitioned) <= ticks(Strategy::Rearranged));
            QVERIFY(ticks(Strategy::FreeDy) <= ticks(Strategy::Sequential));
            QCOMPARE(layer.partitions.size(), std::size_t{1 + 3 * 2});
        }
        QVERIFY(result.trainingCycles(Strategy::Best) <= result.trainingCycles(Strategy::Ideal));
    }
}

void TestAnalysis::techniquesAddUpOnBothMachines()
{
    // The order of the bars of Fig. 12; the averages themselves are reported, not asked for.
    for (const auto& [npu, batch] : {std::pair{"small", Count{4}}, std::pair{"large", Count{8}}}) {
        const double interleaved = meanReduction(npu, batch, Strategy::Interleaved);
        const double rearranged = meanReduction(npu, batch, Strategy::Rearranged);
        QVERIFY(rearranged > 0);
        QVERIFY(interleaved < rearranged);
        QVERIFY(meanReduction(npu, batch, Strategy::Ideal) >= rearranged);
        QVERIFY(meanReduction(npu, batch, Strategy::Partitioned) >= rearranged);
        QVERIFY(npu != std::string("large") || interleaved > 0);
    }
}

void TestAnalysis::scarceBandwidthMakesOrdersWorthMore()
{
    // Fig. 15, with folds that fill and drain: back to back, the large machine waits for DRAM at every bandwidth.
    const auto saved = [](void (*change)(Settings&)) { return meanReduction("large", 8, Strategy::Partitioned, change); };
    const double full = saved([](Settings& settings) { settings.compute = ComputeModel::FillAndDrain; });
    const double half = saved([](Settings& settings) {
        settings.compute = ComputeModel::FillAndDrain;
        settings.npu.dramMegabytesPerSecond /= 2;
    });
    const double quarter = saved([](Settings& settings) {
        settings.compute = ComputeModel::FillAndDrain;
        settings.npu.dramMegabytesPerSecond /= 4;
    });
    QVERIFY(full < half);
    QVERIFY(half < quarter);
}

void TestAnalysis::theBatchHardlyMatters()
{
    // Fig. 16: between 8 and 32, less than two points.
    const double eight = meanReduction("large", 8, Strategy::Partitioned);
    for (const Count batch : {16, 32}) {
        QVERIFY(std::abs(meanReduction("large", batch, Strategy::Partitioned) - eight) < 0.02);
    }
}

void TestAnalysis::anyNumberOfThreadsGivesTheSame()
{
    const auto at = [](int threads) {
        AnalysisControl control;
        control.threads = threads;
        return run("mobilenet_v1", 4, of("small"), control);
    };
    const NetworkResult one = at(1);
    const NetworkResult two = at(2);
    for (std::size_t i = 0; i < one.layers.size(); ++i) {
        QCOMPARE(one.layers[i].orders, two.layers[i].orders);
        QCOMPARE(one.layers[i].forward, two.layers[i].forward);
        QCOMPARE(one.layers[i].bestPartition, two.layers[i].bestPartition);
    }
}

void TestAnalysis::equalProductsAreSimulatedOnce()
{
    // A thousand copies of a list take no longer than one, which shows in the time limit of the test.
    const Settings settings = of("large");
    const std::vector<std::vector<LayerGemm>> lists(1000, products("bert_large", 8, settings));
    const auto results = analyse(lists, settings);
    QCOMPARE(results.value().size(), std::size_t{1000});
    QCOMPARE(results.value().back().back().orders, results.value().front().back().orders);
}

void TestAnalysis::severalCoresRunAllPartitions()
{
    Settings settings = of("large");
    settings.cores = 4;
    const NetworkResult result = run("bert_tiny", 32, settings);
    for (const LayerResult& layer : result.layers) {
        QCOMPARE(layer.partitions.size(), allPartitions.size());
        for (const PartitionMeasure& cut : layer.partitions) {
            QCOMPARE(cut.parts, Count{4});
        }
    }
}

void TestAnalysis::theNearestNeighboursChooseBetterThanTheMajority()
{
    const Settings settings = of("large");
    std::vector<std::vector<LayerGemm>> lists;
    for (const char* name : {"resnet50", "googlenet", "mobilenet_v1", "faster_rcnn", "bert_large", "t5_large", "yolo_v2_tiny"}) {
        lists.push_back(products(name, 8, settings));
    }
    const auto results = analyse(lists, settings);
    const auto samples = samplesOf(results.value());
    QVERIFY(samples.size() > 50);
    // A product is its own nearest neighbour.
    for (const PartitionSample& sample : samples) {
        QCOMPARE(nearestPartition(samples, sample.gemm), sample.fastest);
    }
    const ChoiceQuality quality = crossValidate(samples, 0.8, 200, 1);
    QVERIFY(quality.accuracy > quality.majority);
    QVERIFY(quality.timeSaved > 0);
    QVERIFY(quality.timeSaved <= quality.timeSavedIdeal);
}

void TestAnalysis::badSettingsAreSaidInOneSentence_data()
{
    QTest::addColumn<Settings>("settings");
    QTest::addColumn<Gemm>("gemm");
    QTest::addColumn<QString>("said");
    Settings cores = of("small");
    cores.cores = 9;
    QTest::newRow("cores") << cores << Gemm{8, 8, 8} << "cores is 9; it lies between 1 and 8";
    Settings scratchpad = of("small");
    scratchpad.npu.scratchpadBytes = 1000;
    QTest::newRow("scratchpad") << scratchpad << Gemm{8, 8, 8} << "no tile of the array's side fits";
    QTest::newRow("steps") << of("small") << Gemm{1 << 20, 1 << 20, 1 << 16} << "steps with every tile that fits";
    Settings slow = of("small");
    slow.npu.dramMegabytesPerSecond = 99999999;
    slow.npu.frequencyMhz = 99998;
    QTest::newRow("ticks") << slow << Gemm{1 << 24, 1 << 20, 1 << 20} << "too large to count its time exactly";
}

void TestAnalysis::badSettingsAreSaidInOneSentence()
{
    QFETCH(Settings, settings);
    QFETCH(Gemm, gemm);
    QFETCH(QString, said);
    const auto result = analyse({{LayerGemm{"gemm", 0, gemm, 1}}}, settings);
    QVERIFY(!result);
    const QString text = QString::fromStdString(support::describe(result.faults()));
    QVERIFY2(text.contains(said), qPrintable(text));
}

void TestAnalysis::aStoppedAnalysisSaysSo()
{
    AnalysisControl control;
    std::stop_source source;
    control.stop = source.get_token();
    source.request_stop();
    const auto result = analyse(io::loadNetwork("bert_tiny").value(), 4, of("small"), control);
    QVERIFY(!result);
    QVERIFY(support::describe(result.faults()).find("stopped") != std::string::npos);
}

/// Two products that differ, of three layers.
void TestAnalysis::productsAreCountedAsTheyAreDone()
{
    std::vector<std::pair<std::size_t, std::size_t>> told;
    AnalysisControl control;
    control.threads = 2;
    control.onProgress = [&told](std::size_t done, std::size_t total) { told.emplace_back(done, total); };
    const LayerGemm product{"a", 0, {64, 32, 16}, 1};
    QVERIFY(analyse({{product, {"b", 1, {64, 32, 16}, 1}, {"c", 2, {32, 32, 16}, 1}}}, of("small"), control));
    QCOMPARE(told, (std::vector<std::pair<std::size_t, std::size_t>>{{1, 2}, {2, 2}}));
}

TILESCAPE_TEST(TestAnalysis)

} // namespace tst_analysis
#include "tst_analysis.moc"
