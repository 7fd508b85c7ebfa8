#include "app/reproduce/hypar.h"

#include "core/io/library.h"
#include "core/training/parallelism/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::reproduce {
namespace {

using namespace training::parallelism;
using io::Comparison;
using io::SvgChart;

constexpr Count batch = 256; // Section 6.1

/// What the figures print of a network.
struct PaperRow {
    const char* name;    ///< in the paper
    const char* library; ///< here
    double performanceHypar, performanceModel; // Figure 6, over data parallelism
    double efficiencyHypar, efficiencyModel;   // Figure 7
    double modelGb, dataGb, hyparGb;           // Figure 8
};

constexpr PaperRow paperRows[] = {
    {"SFC", "sfc", 23.48, 22.19, 10.27, 9.96, 0.723, 16.9, 0.681},
    {"SCONV", "sconv", 1.00, 0.0374, 1.00, 0.198, 0.480, 0.0121, 0.0121},
    {"Lenet-c", "lenet_c", 3.05, 0.469, 1.81, 0.486, 0.112, 0.0517, 0.0161},
    {"Cifar-c", "cifar_c", 1.23, 0.100, 1.03, 0.169, 0.206, 0.0174, 0.0135},
    {"AlexNet", "alexnet_hypar", 3.27, 0.183, 1.19, 0.421, 13.0, 2.00, 0.289},
    {"VGG-A", "vgg_a", 4.97, 0.346, 1.35, 0.549, 50.1, 15.9, 1.47},
    {"VGG-B", "vgg_b", 4.06, 0.140, 1.22, 0.348, 134, 16.0, 1.47},
    {"VGG-C", "vgg_c", 3.92, 0.121, 1.21, 0.321, 157, 16.0, 1.58},
    {"VGG-D", "vgg16", 3.21, 0.130, 1.16, 0.365, 157, 16.6, 2.13},
    {"VGG-E", "vgg19", 2.73, 0.123, 1.13, 0.377, 180, 17.2, 2.76},
};
constexpr PaperRow paperMeans{"Gmean", "", 3.39, 0.241, 1.51, 0.474, 8.88, 1.83, 0.318};

Plan planOf(const Graph& graph, Strategy strategy, Settings settings = {}, Count samples = batch)
{
    settings.strategy = strategy;
    return plan(graph, samples, settings).value(); // only brute force refuses
}

struct Network {
    const PaperRow* paper;
    Plan data, model, hypar, torus;
};

std::vector<Network> planAll()
{
    Settings torus;
    torus.topology = Topology::Torus;
    std::vector<Network> all;
    for (const PaperRow& row : paperRows) {
        const Graph graph = graphOf(io::loadNetwork(row.library).value(), Maps::AfterPooling, Positions::Input);
        all.push_back({&row, planOf(graph, Strategy::Data), planOf(graph, Strategy::Model), planOf(graph, Strategy::HyPar),
                       planOf(graph, Strategy::HyPar, torus)});
    }
    return all;
}

/// One quantity of all ten networks and its geometric mean: rows of a table, and two series of a chart.
struct Quantity {
    std::string name;
    double PaperRow::*paper; ///< null where the paper prints none
    double (*ours)(const Network&);
};

void add(const Quantity& quantity, const std::string& unit, const std::vector<Network>& networks, Comparison& table,
         SvgChart& chart, int colour)
{
    SvgChart::Series paper{quantity.name + ", paper", {}, true, colour};
    SvgChart::Series ours{quantity.name, {}, false, colour};
    double logs = 0;
    const auto put = [&](const PaperRow& row, double value) {
        const auto printed = quantity.paper ? std::optional(row.*quantity.paper) : std::nullopt;
        const bool misprint = row.library == std::string_view("vgg_b") && quantity.paper == &PaperRow::hyparGb;
        table.rows.push_back({fmt::format("{}, {}", row.name, quantity.name), unit, printed, value,
                              misprint ? "probably a misprint of 1.49" : ""});
        paper.values.push_back(printed.value_or(SvgChart::none));
        ours.values.push_back(value);
    };
    for (const Network& network : networks) {
        const double value = quantity.ours(network);
        logs += std::log(value);
        put(*network.paper, value);
    }
    put(paperMeans, std::exp(logs / static_cast<double>(networks.size())));
    if (quantity.paper) {
        chart.series.push_back(std::move(paper));
    }
    chart.series.push_back(std::move(ours));
}

SvgChart chartOfNetworks(const char* title, const char* yLabel, const std::vector<Network>& networks)
{
    SvgChart chart;
    chart.title = title;
    chart.yLabel = yLabel;
    chart.logarithmic = true;
    for (const Network& network : networks) {
        chart.categories.emplace_back(network.paper->name);
    }
    chart.categories.emplace_back("Gmean");
    return chart;
}

void addFigure(Reproduction& made, const char* file, const char* title, const char* yLabel, const char* unit,
               const std::vector<Network>& networks, const std::vector<Quantity>& quantities, const char* introduction)
{
    Comparison table{title, introduction, {}};
    SvgChart chart = chartOfNetworks(title, yLabel, networks);
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        add(quantities[i], unit, networks, table, chart, static_cast<int>(i));
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({file, std::move(chart)});
}

std::string mapText(const std::vector<Network>& networks)
{
    std::string text = "## Figure 5: parallelism of each layer\n\nd: data, m: model; layers with weights from left to right. "
                       "All facts that the text states hold: SFC all model but fc1 at H3; SCONV all data; Lenet-c ddmm at H1 "
                       "and H4; VGG-A conv5_2 model at H4 only, fc1 at all levels.\n\n| network | H1 | H2 | H3 | H4 |\n"
                       "|---|---|---|---|---|\n";
    for (const Network& network : networks) {
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

void addFigures6To8(Reproduction& made, const std::vector<Network>& networks)
{
    addFigure(made, "figure_6", "Figure 6: performance over data parallelism", "Times as fast", "", networks,
              {{"HyPar", &PaperRow::performanceHypar, [](const Network& n) { return n.data.stepSeconds / n.hypar.stepSeconds; }},
               {"Model", &PaperRow::performanceModel, [](const Network& n) { return n.data.stepSeconds / n.model.stepSeconds; }}},
              "");
    addFigure(made, "figure_7", "Figure 7: energy efficiency over data parallelism", "Times as efficient", "", networks,
              {{"HyPar", &PaperRow::efficiencyHypar, [](const Network& n) { return n.data.energyJoules / n.hypar.energyJoules; }},
               {"Model", &PaperRow::efficiencyModel,
                [](const Network& n) { return n.data.energyJoules / n.model.energyJoules; }}},
              "");
    addFigure(made, "figure_8", "Figure 8: communication of a training step", "GB", "GB", networks,
              {{"HyPar", &PaperRow::hyparGb, [](const Network& n) { return n.hypar.totalBytes / 1e9; }},
               {"Data", &PaperRow::dataGb, [](const Network& n) { return n.data.totalBytes / 1e9; }},
               {"Model", &PaperRow::modelGb, [](const Network& n) { return n.model.totalBytes / 1e9; }}},
              "The column of model parallelism is met in order, not in value: no reading of Tables 1 and 2 gives it for all "
              "networks.");
    addFigure(made, "figure_12", "Figure 12: HyPar on H tree and torus, over data parallelism on the H tree", "Times as fast",
              "", networks,
              {{"H tree", &PaperRow::performanceHypar, [](const Network& n) { return n.data.stepSeconds / n.hypar.stepSeconds; }},
               {"Torus", nullptr, [](const Network& n) { return n.data.stepSeconds / n.torus.stepSeconds; }}},
              "The text prints the geometric mean of the torus, 2.23, and no single network.");
    made.tables.back().rows.back().paper = 2.23;
}

/// All combinations of the choices of some cells; the name of each from its bits.
struct Exploration {
    std::string title;
    std::string file;
    const Network* network;
    std::vector<Cell> cells;
    std::size_t hypar; ///< the combination that HyPar chose
    double paperPeak;
    double paperHypar;
    std::string peakNote;
};

void explore(Reproduction& made, const Exploration& what)
{
    const double data = what.network->data.stepSeconds;
    std::vector<double> gains;
    for (std::size_t combination = 0; combination < std::size_t{1} << what.cells.size(); ++combination) {
        gains.push_back(data / costWith(what.network->hypar, batch, {}, what.cells, combination).seconds);
    }
    Comparison table{what.title, "", {}};
    table.rows.push_back({"Peak", "", what.paperPeak, *std::max_element(gains.begin(), gains.end()), what.peakNote});
    table.rows.push_back({"HyPar", "", what.paperHypar, gains[what.hypar], ""});
    table.rows.push_back({"Least", "", std::nullopt, *std::min_element(gains.begin(), gains.end()), ""});
    made.tables.push_back(std::move(table));
    std::sort(gains.begin(), gains.end());
    SvgChart chart;
    chart.title = what.title;
    chart.xLabel = "256 combinations, from the slowest to the fastest";
    chart.yLabel = "Times as fast as data parallelism";
    chart.kind = SvgChart::Kind::Lines;
    chart.categories.assign(32, "");
    chart.series.push_back({"Every eighth combination", {}, false, 0});
    for (std::size_t i = 7; i < gains.size(); i += 8) {
        chart.series.back().values.push_back(gains[i]);
    }
    made.figures.push_back({what.file, std::move(chart)});
}

void addFigures9And10(Reproduction& made, const std::vector<Network>& networks)
{
    std::vector<Cell> lenet;
    std::vector<Cell> vgg;
    for (std::size_t i = 0; i < 4; ++i) {
        lenet.push_back({0, i});
        vgg.push_back({i, 7});
    }
    for (std::size_t i = 0; i < 4; ++i) {
        lenet.push_back({3, i});
        vgg.push_back({i, 8});
    }
    explore(made, {"Figure 9: Lenet-c, all choices at H1 and H4", "figure_9", &networks[2], lenet, 0b1100'1100, 3.05, 3.05,
                   "at ddmm, ddmm, as in the paper"});
    explore(made, {"Figure 10: VGG-A, all choices for conv5_2 and fc1", "figure_10", &networks[5], vgg, 0b1111'1000, 5.05, 4.97,
                   "printed for (mddd, mmmm); here one m in conv5_2 costs the same at any level"});
}

void addFigure11(Reproduction& made, const Network& vgg)
{
    const std::vector<ScalingPoint> points = scaling(vgg.hypar.graph, batch, {});
    Comparison table{"Figure 11: VGG-A on 1 to 64 accelerators",
                     "The text prints no values, but two facts: data parallelism gains until 8 accelerators (so here), HyPar "
                     "until 32 (here until 16).",
                     {}};
    SvgChart chart;
    chart.title = "Figure 11: gain of VGG-A over one accelerator";
    chart.xLabel = "Accelerators";
    chart.yLabel = "Times as fast as one";
    chart.kind = SvgChart::Kind::Lines;
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

/// Layers of a network's chain as a network of their own.
network::Network stretch(const network::Network& whole, const std::vector<std::string>& names)
{
    network::Network part;
    part.name = names.front();
    for (const network::Layer& layer : whole.layers) {
        if (std::find(names.begin(), names.end(), layer.name) != names.end()) {
            network::Layer& copy = part.layers.emplace_back(layer);
            if (part.layers.size() == 1) {
                part.input = {std::string(network::inputName), layer.inputChannels, layer.outputSize}; // same padding
                copy.inputs = {std::string(network::inputName)};
            }
        }
    }
    return part;
}

void addFigure13(Reproduction& made)
{
    struct Point {
        const char* name;
        bool convolutions;
        Count levels;
        double speed, energy;
    };
    constexpr Point points[] = {{"conv5, b32, h2", true, 2, 1.16, 1.05},  {"conv5, b32, h3", true, 3, 1.54, 1.16},
                                {"conv5, b32, h4", true, 4, 2.20, 1.40},  {"fc3, b4096, h2", false, 2, 1.23, 1.07},
                                {"fc3, b4096, h3", false, 3, 1.58, 1.19}, {"fc3, b4096, h4", false, 4, 2.40, 1.51}};
    const network::Network vgg = io::loadNetwork("vgg19").value();
    const std::vector<std::string> conv5{"conv13", "conv14", "conv15", "conv16", "pool5"};
    const Graph convolutions = graphOf(stretch(vgg, conv5), Maps::AfterPooling, Positions::Input);
    const Graph fc3 = graphOf(stretch(vgg, {"fc3"}), Maps::AfterPooling, Positions::Input);
    Comparison table{"Figure 13: HyPar over one weird trick, parts of VGG-E",
                     "conv5 is all four layers of that name, the last of them pooled.", {}};
    SvgChart chart;
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
    for (const Point& point : points) {
        Settings settings;
        settings.levels = point.levels;
        const Graph& graph = point.convolutions ? convolutions : fc3;
        const Count samples = point.convolutions ? 32 : 4096;
        const StepCost trick = costOf(planOf(graph, Strategy::OneWeirdTrick, settings, samples));
        const StepCost hypar = costOf(planOf(graph, Strategy::HyPar, settings, samples));
        speeds += std::log(trick.seconds / hypar.seconds);
        energies += std::log(trick.joules / hypar.joules);
        put(point.name, {point.speed, trick.seconds / hypar.seconds, point.energy, trick.joules / hypar.joules});
    }
    put("Gmean", {1.62, std::exp(speeds / 6), 1.22, std::exp(energies / 6)});
    made.tables.push_back(std::move(table));
    made.figures.push_back({"figure_13", std::move(chart)});
}

} // namespace

Reproduction hypar(int)
{
    const std::vector<Network> networks = planAll();
    Reproduction made;
    made.title = "HyPar: data or model parallelism for each layer";
    made.introduction = "Song et al., HPCA 2019; sixteen accelerators, batch 256, 32 bits. One constant is fitted: 5376 "
                        "operations for each byte of the network's bandwidth. examples/hypar/README.md discusses what differs.\n\n"
        + mapText(networks);
    addFigures6To8(made, networks);
    addFigures9And10(made, networks);
    addFigure11(made, networks[5]);
    addFigure13(made);
    return made;
}

} // namespace tilescape::reproduce
