#include "app/reproduce/hypar.h"

#include "app/reproduce/hypar_plans.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::reproduce {
namespace {

using namespace training::parallelism;
using io::Comparison;
using io::PaperChart;

/// One quantity of all ten networks and its geometric mean: rows of a table, and two series of a chart.
struct Quantity {
    std::string name;
    double HyparRow::*paper; ///< null where the paper prints none
    double (*ours)(const HyparNetwork&);
    std::optional<double> paperMean{}; ///< where the paper prints the mean alone
};

void add(const Quantity& quantity, const std::string& unit, const std::vector<HyparNetwork>& networks, Comparison& table,
         PaperChart& chart, int colour)
{
    PaperChart::Series paper{quantity.name + ", paper", {}, true, colour};
    PaperChart::Series ours{quantity.name, {}, false, colour};
    double logs = 0;
    const auto put = [&](const HyparRow& row, double value, std::optional<double> otherwise = std::nullopt) {
        const auto printed = quantity.paper ? std::optional(row.*quantity.paper) : otherwise;
        const bool misprint = row.library == std::string_view("vgg_b") && quantity.paper == &HyparRow::hyparGb;
        table.rows.push_back({fmt::format("{}, {}", row.name, quantity.name), unit, printed, value,
                              misprint ? "probably a misprint of 1.49" : ""});
        paper.values.push_back(printed.value_or(PaperChart::none));
        ours.values.push_back(value);
    };
    for (const HyparNetwork& network : networks) {
        const double value = quantity.ours(network);
        logs += std::log(value);
        put(*network.paper, value);
    }
    put(hyparMeans, std::exp(logs / static_cast<double>(networks.size())), quantity.paperMean);
    if (quantity.paper || quantity.paperMean) {
        chart.series.push_back(std::move(paper));
    }
    chart.series.push_back(std::move(ours));
}

PaperChart chartOfNetworks(const char* title, const char* yLabel, const std::vector<HyparNetwork>& networks)
{
    PaperChart chart;
    chart.title = title;
    chart.yLabel = yLabel;
    chart.logarithmic = true;
    for (const HyparNetwork& network : networks) {
        chart.categories.emplace_back(network.paper->name);
    }
    chart.categories.emplace_back("Gmean");
    return chart;
}

void addFigure(Reproduction& made, const char* file, const char* title, const char* yLabel, const char* unit,
               const std::vector<HyparNetwork>& networks, const std::vector<Quantity>& quantities, const char* introduction)
{
    Comparison table{title, introduction, {}};
    PaperChart chart = chartOfNetworks(title, yLabel, networks);
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        add(quantities[i], unit, networks, table, chart, static_cast<int>(i));
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({file, std::move(chart)});
}

std::string mapText(const std::vector<HyparNetwork>& networks)
{
    std::string text = "## Figure 5: parallelism of each layer\n\nd: data, m: model; layers with weights from left to right. "
                       "All facts that the text states hold: SFC all model but fc1 at H3; SCONV all data; Lenet-c ddmm at H1 "
                       "and H4; VGG-A conv5_2 model at H4 only, fc1 at all levels.\n\n| network | H1 | H2 | H3 | H4 |\n"
                       "|---|---|---|---|---|\n";
    for (const HyparNetwork& network : networks) {
        text += fmt::format("| {} |", network.paper->name);
        for (const Choices& level : network.hypar.levels) {
            std::string letters;
            for (const Choice choice : level) {
                letters += choice == Choice::Data ? 'd' : 'm';
            }
            text += fmt::format(" `{}` |", letters);
        }
        text += "\n";
    }
    return text;
}

void addFigures6To8(Reproduction& made, const std::vector<HyparNetwork>& networks)
{
    addFigure(made, "figure_6", "Figure 6: performance over data parallelism", "Times as fast", "", networks,
              {{"HyPar", &HyparRow::performanceHypar, [](const HyparNetwork& n) { return n.data.stepSeconds / n.hypar.stepSeconds; }},
               {"Model", &HyparRow::performanceModel, [](const HyparNetwork& n) { return n.data.stepSeconds / n.model.stepSeconds; }}},
              "");
    addFigure(made, "figure_7", "Figure 7: energy efficiency over data parallelism", "Times as efficient", "", networks,
              {{"HyPar", &HyparRow::efficiencyHypar, [](const HyparNetwork& n) { return n.data.energyJoules / n.hypar.energyJoules; }},
               {"Model", &HyparRow::efficiencyModel,
                [](const HyparNetwork& n) { return n.data.energyJoules / n.model.energyJoules; }}},
              "");
    addFigure(made, "figure_8", "Figure 8: communication of a training step", "GB", "GB", networks,
              {{"HyPar", &HyparRow::hyparGb, [](const HyparNetwork& n) { return n.hypar.totalBytes / 1e9; }},
               {"Data", &HyparRow::dataGb, [](const HyparNetwork& n) { return n.data.totalBytes / 1e9; }},
               {"Model", &HyparRow::modelGb, [](const HyparNetwork& n) { return n.model.totalBytes / 1e9; }}},
              "The column of model parallelism is met in order, not in value: no reading of Tables 1 and 2 gives it for all "
              "networks.");
    addFigure(
        made, "figure_12", "Figure 12: HyPar on H tree and torus, over data parallelism on the H tree", "Times as fast",
        "", networks,
        {{"H tree", &HyparRow::performanceHypar,
          [](const HyparNetwork& n) { return n.data.stepSeconds / n.hypar.stepSeconds; }},
         {"Torus", nullptr, [](const HyparNetwork& n) { return n.data.stepSeconds / n.torus.stepSeconds; }, torusMean}},
        "The text prints the geometric mean of the torus, 2.23, and no single network.");
}

void explore(Reproduction& made, const char* title, const char* file, const Exploration& what,
             const std::vector<HyparNetwork>& networks, const char* peakNote)
{
    std::vector<double> gains = gainsOf(what, networks[what.network]);
    Comparison table{title, "", {}};
    table.rows.push_back({"Peak", "", what.paperPeak, *std::max_element(gains.begin(), gains.end()), peakNote});
    table.rows.push_back({"HyPar", "", what.paperHypar, gains[what.hypar], ""});
    table.rows.push_back({"Least", "", std::nullopt, *std::min_element(gains.begin(), gains.end()), ""});
    made.tables.push_back(std::move(table));
    std::sort(gains.begin(), gains.end());
    PaperChart chart;
    chart.title = title;
    chart.xLabel = "256 combinations, from the slowest to the fastest";
    chart.yLabel = "Times as fast as data parallelism";
    chart.kind = PaperChart::Kind::Lines;
    chart.categories.assign(gains.size(), "");
    chart.series.push_back({"All combinations", std::move(gains), false, 0});
    made.figures.push_back({file, std::move(chart)});
}

void addFigure11(Reproduction& made, const HyparNetwork& vgg)
{
    const std::vector<ScalingPoint> points = scaling(vgg.hypar.graph, hyparBatch, {});
    Comparison table{"Figure 11: VGG-A on 1 to 64 accelerators",
                     "The text prints no values, but two facts: data parallelism gains until 8 accelerators (so here), HyPar "
                     "until 32 (here until 16).",
                     {}};
    PaperChart chart;
    chart.title = "Figure 11: gain of VGG-A over one accelerator";
    chart.xLabel = "Accelerators";
    chart.yLabel = "Times as fast as one";
    chart.kind = PaperChart::Kind::Lines;
    chart.series = {{"Data", {}, false, 1}, {"HyPar", {}, false, 0}};
    for (const ScalingPoint& point : points) {
        const std::string count = fmt::format("{} accelerator{}", point.accelerators, point.accelerators == 1 ? "" : "s");
        chart.categories.push_back(std::to_string(point.accelerators));
        chart.series[0].values.push_back(point.dataGain);
        chart.series[1].values.push_back(point.hyparGain);
        table.rows.push_back({count + ", data, gain", "", std::nullopt, point.dataGain, ""});
        table.rows.push_back({count + ", HyPar, gain", "", std::nullopt, point.hyparGain, ""});
        table.rows.push_back({count + ", data, communication", "GB", std::nullopt, point.data.bytes / 1e9, ""});
        table.rows.push_back({count + ", HyPar, communication", "GB", std::nullopt, point.hypar.bytes / 1e9, ""});
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({"figure_11", std::move(chart)});
}

void addFigure13(Reproduction& made)
{
    Comparison table{"Figure 13: HyPar over one weird trick, parts of VGG-E",
                     "conv5 is all four layers of that name, the last of them pooled.", {}};
    PaperChart chart;
    chart.title = "Figure 13: HyPar over one weird trick";
    chart.yLabel = "Times as fast, times as efficient";
    chart.series = {{"Performance, paper", {}, true, 0}, {"Performance", {}, false, 0}, {"Energy, paper", {}, true, 1},
                    {"Energy", {}, false, 1}};
    double speeds = 0;
    double energies = 0;
    const auto put = [&](const std::string& name, const std::array<double, 4>& values) {
        table.rows.push_back({name + ", performance", "", values[0], values[1], ""});
        table.rows.push_back({name + ", energy efficiency", "", values[2], values[3], ""});
        chart.categories.push_back(name);
        for (std::size_t i = 0; i < 4; ++i) {
            chart.series[i].values.push_back(values[i]);
        }
    };
    for (const TrickRow& row : trickRows) {
        const TrickGains gains = hyparOverTrick(row);
        speeds += std::log(gains.speed);
        energies += std::log(gains.energy);
        put(row.name, {row.speed, gains.speed, row.energy, gains.energy});
    }
    put("Gmean", {1.62, std::exp(speeds / 6), 1.22, std::exp(energies / 6)});
    made.tables.push_back(std::move(table));
    made.figures.push_back({"figure_13", std::move(chart)});
}

} // namespace

Reproduction hypar(int)
{
    const std::vector<HyparNetwork> networks = planHyparNetworks();
    Reproduction made;
    made.title = "HyPar: data or model parallelism for each layer";
    made.introduction = "Song et al., HPCA 2019; sixteen accelerators, batch 256, 32 bits. One constant is fitted: 5376 "
                        "operations for each byte of the network's bandwidth. resources/manual/hypar.md discusses what differs.\n\n"
        + mapText(networks);
    addFigures6To8(made, networks);
    explore(made, "Figure 9: Lenet-c, all choices at H1 and H4", "figure_9", figure9(), networks, "at ddmm, ddmm, as in the paper");
    explore(made, "Figure 10: VGG-A, all choices for conv5_2 and fc1", "figure_10", figure10(), networks,
            "printed for (mddd, mmmm); here one m in conv5_2 costs the same at any level");
    addFigure11(made, networks[5]);
    addFigure13(made);
    return made;
}

} // namespace tilescape::reproduce
