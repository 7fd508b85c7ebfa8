#include "app/reproduce/adapt_flow.h"

#include "core/io/library.h"
#include "core/training/adaptflow/interconnect.h"
#include "core/training/adaptflow/machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilescape::reproduce {
namespace {

using namespace training::adaptflow;
using io::PaperChart;

using Names = std::array<std::string_view, 4>;
constexpr Names networkNames{"alexnet_ungrouped", "vgg16", "resnet50", "unet_unpadded"};
constexpr Names otherNames{"alexnet", "vgg16", "resnet50", "unet"}; // two columns; padded
constexpr std::array baselines{Machine::Nvdla, Machine::ShiDianNao, Machine::Eyeriss};

/// Section 3.2, 3.3: reductions in percent, means over the four networks.
constexpr PerMachine<double> paperTime{{0, 46, 78, 26}};
constexpr PerMachine<double> paperEnergy{{0, 45, 80, 25}};

struct Run {
    std::string network;
    Selection selection;
    Comparison machines;
};

std::vector<Run> runAll(const Settings& settings, int threads, const Names& names = networkNames)
{
    std::vector<Run> runs;
    for (const std::string_view name : names) {
        const network::Network network = io::loadNetwork(std::string(name)).value();
        Run run{network.name, selectDataflows(network, 1, settings, threads), {}};
        run.machines = compareMachines(run.selection, settings, threads);
        runs.push_back(std::move(run));
    }
    return runs;
}

double meanOf(const std::vector<Run>& runs, double (*quantity)(const Comparison&, Machine), Machine baseline)
{
    double sum = 0;
    for (const Run& run : runs) {
        sum += quantity(run.machines, baseline);
    }
    return 100 * sum / static_cast<double>(runs.size());
}

/// Figure 5 or 6: a baseline's value over ours for each network, and the mean reductions that the text states.
void addFigure(Reproduction& made, const std::vector<Run>& runs, bool time, const std::string& introduction)
{
    const std::string what = time ? "time" : "energy";
    io::Comparison table{time ? "Figure 5: execution time" : "Figure 6: energy", introduction, {}};
    PaperChart chart;
    chart.title = table.title + " over Adapt-Flow's";
    chart.yLabel = "Times as much";
    chart.logarithmic = true;
    for (const Run& run : runs) {
        chart.categories.push_back(run.network);
    }
    const auto quantity = time ? timeReduction : energyReduction;
    PaperChart means;
    means.title = fmt::format("Reduction of {}, mean of four networks", what);
    means.yLabel = "%";
    means.series = {{"Paper", {}, true, 0}, {"Here", {}, false, 0}};
    for (const Machine baseline : baselines) {
        PaperChart::Series series{std::string(labelOf(baseline)), {}, false, static_cast<int>(baseline) - 1};
        table.rows.push_back({fmt::format("Reduction of {} against {}, mean", what, labelOf(baseline)), "%",
                              time ? paperTime[baseline] : paperEnergy[baseline], meanOf(runs, quantity, baseline),
                              ""});
        means.categories.emplace_back(labelOf(baseline));
        means.series[0].values.push_back(*table.rows.back().paper);
        means.series[1].values.push_back(table.rows.back().ours);
        for (const Run& run : runs) {
            const auto& totals = time ? run.machines.cycles : run.machines.energy;
            series.values.push_back(totals[baseline] / totals[Machine::AdaptFlow]);
            table.rows.push_back({fmt::format("{}, {} over Adapt-Flow's", run.network, labelOf(baseline)), "",
                                  std::nullopt, series.values.back(), ""});
        }
        chart.series.push_back(std::move(series));
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({time ? "time_means" : "energy_means", std::move(means)});
    made.figures.push_back({time ? "figure_5" : "figure_6", std::move(chart)});
}

void addReconfiguration(Reproduction& made, const std::vector<Run>& runs)
{
    io::Comparison table{"Figure 5: reconfiguration", "96 cycles a layer, of all cycles; batch 1.", {}};
    double mean = 0;
    double reconfiguration = 0; // cycles of all networks
    double all = 0;
    for (const Run& run : runs) {
        const double cycles = run.machines.cycles[Machine::AdaptFlow];
        table.rows.push_back({run.network, "%", std::nullopt, 100 * run.machines.reconfigurationShare, ""});
        mean += 100 * run.machines.reconfigurationShare / static_cast<double>(runs.size());
        reconfiguration += run.machines.reconfigurationShare * cycles;
        all += cycles;
    }
    table.rows.push_back({"Mean", "%", 0.0003, mean, ""});
    table.rows.push_back({"All networks together", "", 0.0003, reconfiguration / all,
                          "the paper's number, if it is a fraction, not per cent"});
    made.tables.push_back(std::move(table));
}

void addBandwidths(Reproduction& made, int threads)
{
    struct Limits {
        const char* name;
        Count noc, dram;
    };
    constexpr Limits limits[] = {{"NoC 256 words a cycle", 256, 0},
                                 {"NoC 64 words a cycle", 64, 0},
                                 {"NoC 256, DRAM 64 words a cycle", 256, 64}};
    io::Comparison table{"Time under other readings", "The paper states no bandwidth, and not which shapes it took.", {}};
    for (const Limits& limit : limits) {
        Settings settings;
        settings.nocWordsPerCycle = limit.noc;
        settings.dramWordsPerCycle = limit.dram;
        const std::vector<Run> runs = runAll(settings, threads);
        for (const Machine baseline : baselines) {
            table.rows.push_back({fmt::format("{}, against {}", limit.name, labelOf(baseline)), "%",
                                  paperTime[baseline], meanOf(runs, timeReduction, baseline), ""});
        }
    }
    const std::vector<Run> others = runAll({}, threads, otherNames);
    for (const Machine baseline : baselines) {
        table.rows.push_back(
            {fmt::format("AlexNet in two columns, U-Net padded on 512 x 512, against {}", labelOf(baseline)), "%",
             paperTime[baseline], meanOf(others, timeReduction, baseline), "no limits"});
    }
    made.tables.push_back(std::move(table));
}

/// How far apart the three dataflows are: of the whole network, and in its most different layer.
std::pair<double, double> spreadOf(const Selection& selection)
{
    const auto spread = [](const PerDataflow<double>& totals) {
        const auto [least, most] = std::minmax_element(totals.begin(), totals.end());
        return 100 * (*most - *least) / *most;
    };
    double layers = 0;
    for (const LayerChoice& layer : selection) {
        PerDataflow<double> totals;
        for (const Dataflow dataflow : allDataflows) {
            totals[dataflow] = layer.volumes[dataflow].total;
        }
        layers = std::max(layers, spread(totals));
    }
    return {spread(totalsOf(selection).elements), layers};
}

void addVolumes(Reproduction& made, int threads)
{
    io::Comparison table{"Difference of the DRAM volumes of WS, IS and OS",
                         "The introduction has up to 51 % on AlexNet, without buffer, tiles or precision. Best tiles for each "
                         "dataflow; partial sums of 32 bits.",
                         {}};
    PaperChart chart;
    chart.title = "DRAM volume of the network over the least possible, 108 kB of buffer, 8 bits";
    chart.yLabel = "Times the compulsory volume";
    for (const Dataflow dataflow : allDataflows) {
        chart.series.push_back({std::string(labelOf(dataflow)), {}, false, static_cast<int>(dataflow)});
    }
    chart.series.push_back({"Chosen layer by layer", {}, false, 3});
    for (const std::string_view name : networkNames) {
        const network::Network network = io::loadNetwork(std::string(name)).value();
        for (const Count kilobytes : {108, 1024, 20480}) {
            Settings settings;
            settings.bufferBytes = kilobytes << 10;
            const Selection selection = selectDataflows(network, 1, settings, threads);
            const auto [whole, layer] = spreadOf(selection);
            const bool alexnet = name == networkNames.front();
            table.rows.push_back({fmt::format("{}, {} kB, whole network", network.name, kilobytes), "%", std::nullopt, whole, ""});
            table.rows.push_back({fmt::format("{}, {} kB, most different layer", network.name, kilobytes), "%",
                                  alexnet ? std::optional(51.0) : std::nullopt, layer, ""});
            if (kilobytes == 108) {
                const Totals totals = totalsOf(selection);
                chart.categories.push_back(network.name);
                for (std::size_t i = 0; i < allDataflows.size(); ++i) {
                    chart.series[i].values.push_back(totals.elements[allDataflows[i]] / totals.compulsory);
                }
                chart.series.back().values.push_back(totals.chosenElements / totals.compulsory);
            }
        }
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({"volumes", std::move(chart)});
}

std::string areaText()
{
    std::string text = "## Section 3.4: the interconnects, 45 nm synthesis\n\n| machine | switches or buses | links |\n|---|---|---|\n";
    for (const NocArea& area : nocAreas()) {
        text += fmt::format("| {} | {} | {} |\n", area.machine, area.switches, area.links);
    }
    text += fmt::format(
        "\nNumbers of the paper, whose synthesis finds the NoC 74 % and the whole chip 2 % smaller than the baselines' "
        "on average; nothing here models area. The model's Clos network has {} stages of {} switches and {} "
        "links, its rings {}: together {}, as printed.\n",
        closStages(closPorts), closSwitches(closPorts) / closStages(closPorts), closLinks(closPorts),
        ringCount * pesPerRing, closLinks(closPorts) + ringCount * pesPerRing);
    return text;
}

} // namespace

Reproduction adaptFlow(int threads)
{
    const std::vector<Run> runs = runAll({}, threads);
    Reproduction made;
    made.title = "Adapt-Flow: a dataflow for each layer";
    made.introduction =
        "Yang et al., GLSVLSI 2022; 256 PEs of 16 multipliers, 20 MB, batch 1. The paper states neither the baselines' "
        "mappings nor bandwidths, precision or tiles; the mappings here are named and fixed, not fitted to each "
        "number. resources/manual/adapt-flow.md discusses what differs.\n\n";
    for (const Machine machine : allMachines) {
        made.introduction += fmt::format("- {}: {}\n", labelOf(machine), mappingOf(machine));
    }
    made.introduction += "\n" + areaText();
    addFigure(made, runs, true, "Cycles of the multipliers and the reconfiguration; no bandwidth in the way.");
    addReconfiguration(made, runs);
    addBandwidths(made, threads);
    addFigure(made, runs, false,
              "Units: 2 a multiply-accumulate, 8 a word of the NoC, 200 a word of DRAM, 2 for each of 4096 multipliers and cycle.");
    addVolumes(made, threads);
    return made;
}

} // namespace tilescape::reproduce
