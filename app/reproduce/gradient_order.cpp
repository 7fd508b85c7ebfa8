#include "app/reproduce/gradient_order.h"

#include "core/training/gradient/partition_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace tilescape::reproduce {
namespace {

using namespace training::gradient;
using io::Comparison;
using io::PaperChart;

std::vector<std::string> networksOfPaper()
{
    std::vector<std::string> names;
    for (const Workload& workload : workloads()) {
        names.emplace_back(workload.name);
    }
    names.emplace_back("mean");
    return names;
}

/// One value of each network and their mean.
PaperChart::Series seriesOf(const std::string& name, const Evaluation& evaluation,
                          const std::function<double(const NetworkResult&)>& value)
{
    PaperChart::Series series{name, {}, false, -1};
    for (const NetworkResult& network : evaluation.networks) {
        series.values.push_back(value(network));
    }
    series.values.push_back(evaluation.mean(value));
    return series;
}

/// Of the paper only the mean is known.
PaperChart::Series meanOfPaper(const std::string& name, double ratio, int colour)
{
    PaperChart::Series series{name + ", paper", std::vector<double>(workloads().size(), PaperChart::none), true, colour};
    series.values.push_back(ratio);
    return series;
}

PaperChart chartOf(const std::string& title, const std::string& yLabel, std::vector<PaperChart::Series> series)
{
    PaperChart chart;
    chart.title = title;
    chart.yLabel = yLabel;
    chart.categories = networksOfPaper();
    chart.series = std::move(series);
    return chart;
}

void addFigure5(Reproduction& made, const Evaluation& large)
{
    Comparison table{"Figure 5: dY in the traffic of the backward pass, large NPU", "", {}};
    table.rows.push_back({"dY of reads, mean", "%", 51.4, large.mean(dyOfReads), ""});
    table.rows.push_back({"dY of reads and writes, mean", "%", 39.0, large.mean(dyOfTraffic), ""});
    for (std::size_t i = 0; i < large.networks.size(); ++i) {
        const std::string name(workloads()[i].name);
        const auto paper = name == "dlrm" ? std::optional(68.3) : std::nullopt;
        table.rows.push_back({fmt::format("dY of reads, {}", name), "%", paper, dyOfReads(large.networks[i]), ""});
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({"figure_5", chartOf("Figure 5: dY in the traffic of the backward pass, large NPU", "Share, %",
                                                {seriesOf("of reads and writes", large, dyOfTraffic),
                                                 seriesOf("of reads", large, dyOfReads)})});
}

void addFigure6(Reproduction& made, const Evaluation& small, const Evaluation& large)
{
    const auto ratio = [](const NetworkResult& network) { return timeRatio(network, Strategy::FreeDy); };
    Comparison table{"Figure 6: speedup if the second fetch of dY were free",
                     "The paper's means are out of reach of its own shares of dY: see the discussion.", {}};
    table.rows.push_back({"Large NPU", "times", 1.43, 1 / large.mean(ratio), ""});
    table.rows.push_back({"Small NPU", "times", 1.70, 1 / small.mean(ratio), ""});
    made.tables.push_back(std::move(table));
    made.figures.push_back({"figure_6", chartOf("Figure 6: time if the second fetch of dY were free", "Time over the baseline's",
                                                {seriesOf("large NPU", large, ratio), seriesOf("small NPU", small, ratio)})});
}

void addFigure12(Reproduction& made, const NpuPreset& preset, const Evaluation& evaluation, const char* file,
                 const std::array<double, 4>& paper)
{
    constexpr std::array<Strategy, 4> strategies{Strategy::Interleaved, Strategy::Rearranged, Strategy::Ideal,
                                                 Strategy::Partitioned};
    const std::string title = fmt::format("Figure 12: time of forward and backward pass, {}", preset.label);
    Comparison table{title, "Reduction of the mean time against the sequential order.", {}};
    std::vector<PaperChart::Series> series;
    for (std::size_t i = 0; i < strategies.size(); ++i) {
        const Strategy strategy = strategies[i];
        table.rows.push_back({std::string(labelOf(strategy)), "%", paper[i], reduction(evaluation, strategy), ""});
        const std::string name(labelOf(strategy));
        series.push_back(meanOfPaper(name, 1 - paper[i] / 100, static_cast<int>(i)));
        series.push_back(seriesOf(name, evaluation, [&](const NetworkResult& network) { return timeRatio(network, strategy); }));
        series.back().colour = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < evaluation.networks.size(); ++i) {
        table.rows.push_back({fmt::format("+ Partition, {}", workloads()[i].name), "%", std::nullopt,
                              100 * (1 - timeRatio(evaluation.networks[i], Strategy::Partitioned)), ""});
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({file, chartOf(title, "Time over the baseline's", std::move(series))});
}

/// How often Algorithm 1 finds the fastest of the three orders (as fast counts, too).
double agreement(const Evaluation& evaluation)
{
    double hits = 0;
    double all = 0;
    for (const NetworkResult& network : evaluation.networks) {
        for (const LayerResult& layer : network.layers) {
            if (layer.product.gemm.inputGradient) {
                ++all;
                hits += layer.of(Strategy::Rearranged).ticks == layer.of(Strategy::Ideal).ticks ? 1 : 0;
            }
        }
    }
    return 100 * hits / all;
}

void addRules(Reproduction& made, const Evaluator& evaluator, const Evaluation& small, const Evaluation& large)
{
    Comparison table{"Algorithm 1 and the readings of its text",
                     "Printed: K > N and K > M is dW-major. Size: dX-major where dX is larger than dW. Column: dW-major where "
                     "dW has more columns than rows.",
                     {}};
    table.rows.push_back({"Printed, small NPU", "%", 23.8, reduction(small, Strategy::Rearranged), ""});
    table.rows.push_back({"Printed, large NPU", "%", 10.9, reduction(large, Strategy::Rearranged), ""});
    for (const auto& [rule, name] : {std::pair{OrderRule::Size, "Size"}, std::pair{OrderRule::Column, "Column"}}) {
        const auto change = [rule = rule](Settings& settings) { settings.rule = rule; };
        table.rows.push_back({fmt::format("{}, small NPU", name), "%", std::nullopt,
                              reduction(evaluator.run(smallNpu(), change), Strategy::Rearranged), ""});
        table.rows.push_back({fmt::format("{}, large NPU", name), "%", std::nullopt,
                              reduction(evaluator.run(largeNpu(), change), Strategy::Rearranged), ""});
    }
    table.rows.push_back({"Layers where it finds the fastest, small NPU", "%", std::nullopt, agreement(small), "the paper: mostly"});
    table.rows.push_back({"Layers where it finds the fastest, large NPU", "%", std::nullopt, agreement(large), "the paper: mostly"});
    made.tables.push_back(std::move(table));
}

void addFigure13(Reproduction& made, const Evaluation& large)
{
    struct Row {
        std::string name;
        double traffic, time;
        Count ticks;
    };
    std::vector<Row> rows;
    std::set<Gemm> seen; // 24 are the paper's top 15%: of different layers, or there would be far more
    for (std::size_t i = 0; i < large.networks.size(); ++i) {
        for (std::size_t j = 0; j < large.networks[i].layers.size(); ++j) {
            const LayerResult& layer = large.networks[i].layers[j];
            if (!layer.product.gemm.inputGradient || !seen.insert(layer.product.gemm).second) {
                continue;
            }
            const Measure& before = layer.of(Strategy::Sequential);
            const Measure& after = layer.of(Strategy::Rearranged);
            rows.push_back({fmt::format("{}_{}", workloads()[i].name, j + 1),
                            static_cast<double>(after.totalBytes()) / static_cast<double>(before.totalBytes()),
                            static_cast<double>(after.ticks) / static_cast<double>(before.ticks), before.ticks});
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.ticks > b.ticks; });
    rows.resize(24);
    Comparison table{"Figure 13: the 24 different layers that take longest, large NPU, + Rearrangement",
                     "DRAM traffic and time of the backward pass over the sequential order's. The paper names the effect, not "
                     "the numbers.",
                     {}};
    PaperChart chart;
    chart.title = table.title;
    chart.xLabel = "layers, longest first";
    chart.yLabel = "Over the baseline's";
    PaperChart::Series traffic{"DRAM traffic", {}, false, -1};
    PaperChart::Series time{"time", {}, false, -1};
    for (const Row& row : rows) {
        table.rows.push_back({row.name + ", traffic", "", std::nullopt, row.traffic, ""});
        table.rows.push_back({row.name + ", time", "", std::nullopt, row.time, ""});
        chart.categories.push_back(row.name);
        traffic.values.push_back(row.traffic);
        time.values.push_back(row.time);
    }
    chart.series = {traffic, time};
    made.tables.push_back(std::move(table));
    made.figures.push_back({"figure_13", std::move(chart)});
}

/// One line of a sweep: a mean reduction beside the paper's.
struct SweepPoint {
    std::string name;
    std::optional<double> paper;
    Evaluation evaluation;
    std::string note{};
};

void addSweep(Reproduction& made, const char* file, const std::string& title, const std::string& introduction,
              const std::vector<SweepPoint>& points)
{
    Comparison table{title, introduction, {}};
    std::vector<PaperChart::Series> series;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const SweepPoint& point = points[i];
        const auto colour = static_cast<int>(i);
        if (point.paper) {
            series.push_back(meanOfPaper(point.name, 1 - *point.paper / 100, colour));
        }
        table.rows.push_back(
            {point.name, "%", point.paper, reduction(point.evaluation, Strategy::Partitioned), point.note});
        series.push_back(seriesOf(point.name, point.evaluation, [](const NetworkResult& network) {
            return timeRatio(network, Strategy::Partitioned);
        }));
        series.back().colour = colour;
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({file, chartOf(title, "Time over the baseline's", std::move(series))});
}

const char* const reductionText = "Reduction of the mean time with all three techniques, against the sequential order on the same machine.";

void addFigures14To16(Reproduction& made, const Evaluator& evaluator, const Evaluation& large)
{
    const auto cores = [](Count count) { return [count](Settings& settings) { settings.cores = count; }; };
    const std::vector<SweepPoint> scaling{
        {"1 core", 14.5, large},
        {"2 cores", 22.4, evaluator.run(largeNpu(), cores(2)), "of section 5, with the best partitions"},
        {"4 cores", 23.7, evaluator.run(largeNpu(), cores(4))},
        {"8 cores", 27.7, evaluator.run(largeNpu(), cores(8))}};
    addSweep(made, "figure_14", "Figure 14: several cores, large NPU", reductionText, scaling);

    const auto bandwidth = [](Count part, ComputeModel compute) {
        return [part, compute](Settings& settings) {
            settings.npu.dramMegabytesPerSecond /= part;
            settings.compute = compute;
        };
    };
    addSweep(made, "figure_15", "Figure 15: DRAM bandwidth, large NPU", reductionText,
             {{"150 GB/s", 14.5, large},
              {"75 GB/s", 19.3, evaluator.run(largeNpu(), bandwidth(2, ComputeModel::BackToBack))},
              {"37.5 GB/s", 22.7, evaluator.run(largeNpu(), bandwidth(4, ComputeModel::BackToBack))}});
    addSweep(made, "figure_15_fill_and_drain", "Figure 15, each fold of the array filled and drained", reductionText,
             {{"150 GB/s", 14.5, evaluator.run(largeNpu(), bandwidth(1, ComputeModel::FillAndDrain))},
              {"75 GB/s", 19.3, evaluator.run(largeNpu(), bandwidth(2, ComputeModel::FillAndDrain))},
              {"37.5 GB/s", 22.7, evaluator.run(largeNpu(), bandwidth(4, ComputeModel::FillAndDrain))}});
    addSweep(made, "figure_16", "Figure 16: batch, large NPU", reductionText,
             {{"batch 8", 14.5, large},
              {"batch 16", 14.7, evaluator.run(largeNpu(), {}, 2)},
              {"batch 32", 14.0, evaluator.run(largeNpu(), {}, 4)}});
}

void addNeighbours(Reproduction& made, const Evaluator& evaluator, const Evaluation& small, const Evaluation& large)
{
    constexpr int repetitions = 1000; // Section 5
    Comparison table{"Choice of the partition by the nearest neighbour (section 5)",
                     "80% of the products known, 20% asked, 1,000 times; equal products count once. Reductions are those of the "
                     "backward pass of the products asked.",
                     {}};
    const auto add = [&](const char* name, const Evaluation& evaluation) {
        const auto samples = samplesOf(evaluation.layers());
        const ChoiceQuality quality = crossValidate(samples, 0.8, repetitions, 1);
        table.rows.push_back({fmt::format("Accuracy, {}", name), "%", 91, 100 * quality.accuracy, fmt::format("{} products", samples.size())});
        table.rows.push_back({fmt::format("Accuracy of the most frequent, {}", name), "%", std::nullopt, 100 * quality.majority, ""});
        table.rows.push_back({fmt::format("Reduction, {}", name), "%", std::nullopt, 100 * quality.timeSaved, ""});
        table.rows.push_back({fmt::format("Reduction with the fastest, {}", name), "%", std::nullopt, 100 * quality.timeSavedIdeal, ""});
    };
    add("small NPU", small);
    add("large NPU", large);
    add("2 cores of the large NPU", evaluator.run(largeNpu(), [](Settings& settings) { settings.cores = 2; }));
    made.tables.push_back(std::move(table));
}

void addSensitivity(Reproduction& made, const Evaluator& evaluator)
{
    Comparison table{"What the averages depend on",
                     "Reduction of the mean time; each row changes one reading of the model. R: + Rearrangement, P: + Partition.", {}};
    const std::vector<std::pair<std::string, SettingsChange>> changes{
        {"as above", {}},
        {"numbers of 2 bytes", [](Settings& s) { s.elementBytes = 2; }},
        {"steps may fill the half", [](Settings& s) { s.tileSharePercent = 100; }},
        {"step's room by the map", [](Settings& s) { s.room = StepRoom::Raw; }},
        {"im2col matrices in DRAM", [](Settings& s) { s.featureMap = FeatureMap::Expanded; }},
        {"one tile ahead", [](Settings& s) { s.time = TimeModel::OneTileAhead; }},
        {"fill and drain", [](Settings& s) { s.compute = ComputeModel::FillAndDrain; }},
        {"dY stays in major orders", [](Settings& s) { s.majorLoops = MajorLoops::DyStationary; }},
        {"tile of the sequential", [](Settings& s) { s.tile = TileChoice::BestOfSequential; }},
        {"cube of the array's side", [](Settings& s) { s.tile = TileChoice::ArrayCube; }},
        {"sequence of 128", [](Settings& s) { s.sequenceLength = 128; }},
        {"depthwise by channel", [](Settings& s) { s.depthwise = Depthwise::EachChannel; }},
    };
    for (const auto& [name, change] : changes) {
        for (const NpuPreset* preset : {&smallNpu(), &largeNpu()}) {
            const Evaluation evaluation = evaluator.run(*preset, change);
            table.rows.push_back({fmt::format("{}, {}: R", name, preset->name), "%", preset == &smallNpu() ? 23.8 : 10.9,
                                  reduction(evaluation, Strategy::Rearranged), ""});
            table.rows.push_back({fmt::format("{}, {}: P", name, preset->name), "%", preset == &smallNpu() ? 29.3 : 14.5,
                                  reduction(evaluation, Strategy::Partitioned), ""});
        }
    }
    made.tables.push_back(std::move(table));
}

} // namespace

Reproduction gradientOrder(int threads) { return gradientOrderOf(Evaluator(analyserWith(threads))); }

Reproduction gradientOrderOf(const Evaluator& evaluator)
{
    Reproduction made;
    made.title = "Interleaved gradient order";
    made.introduction = "Kim et al.: Improving data reuse in NPU on-chip memory with interleaved gradient order for DNN training, "
                        "MICRO 2023. The paper prints averages; its bars for single networks cannot be read. Averages are "
                        "reported beside ours and are no test: where and why they differ, `resources/manual/gradient-order.md` says.";
    const Evaluation small = evaluator.run(smallNpu());
    const Evaluation large = evaluator.run(largeNpu());
    addFigure5(made, large);
    addFigure6(made, small, large);
    addFigure12(made, smallNpu(), small, "figure_12_small", {0.8, 23.8, 25.1, 29.3});
    addFigure12(made, largeNpu(), large, "figure_12_large", {7.4, 10.9, 12.4, 14.5});
    addRules(made, evaluator, small, large);
    addFigure13(made, large);
    addFigures14To16(made, evaluator, large);
    addNeighbours(made, evaluator, small, large);
    addSensitivity(made, evaluator);
    return made;
}

} // namespace tilescape::reproduce
