#include "app/reproduce/kapla.h"

#include "app/reproduce/kapla_goals.h"
#include "app/reproduce/kapla_race.h"
#include "app/reproduce/kapla_sensitivity.h"
#include "app/reproduce/kapla_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace tilescape::reproduce {

namespace {

using search::Goal;
using io::Comparison;
using io::PaperChart;

/// What the paper says of one solver in one figure: energy over the exhaustive one's.
struct PaperMeans {
    char racer;
    std::optional<double> mean;
    std::optional<double> worst;
};

/// One figure: a scene, a goal, and on how many tiles each network is run by each solver.
struct Race {
    const char* file;
    const char* title;
    const char* introduction;
    Scene scene;
    Goal goal = Goal::Energy;
    std::vector<PaperMeans> paper;
    double targetMean = 0; ///< of KAPLA's, the project's own; 0: none
    double targetWorst = 0;
};

bool isSmall(const RacedNetwork& network)
{
    return std::any_of(smallNetworks.begin(), smallNetworks.end(),
                       [&](const RacedNetwork& small) { return std::string_view(small.name) == network.name; });
}

bool isLarge(const RacedNetwork& network)
{
    const std::string name = network.name;
    return name == "GoogLeNet" || name == "ResNet";
}

/// Tiles along each side of the chip; none where the solver is left out.
std::optional<int> sideOf(const Race& race, const RacedNetwork& network, char racer, bool full)
{
    if (race.scene == Scene::Edge) {
        return 1;
    }
    if (full) {
        return 16;
    }
    const bool slow = racer == 'S' || racer == 'M';
    if (race.goal != Goal::Energy) {
        return slow || !isSmall(network) ? std::nullopt : std::optional(4);
    }
    if (isSmall(network)) {
        return slow ? 4 : 16;
    }
    if (race.scene == Scene::Training) {
        return slow ? std::nullopt : std::optional(4);
    }
    const bool leftOut = racer == 'S' || (racer == 'M' && isLarge(network));
    return leftOut ? std::nullopt : std::optional(slow || isLarge(network) ? 4 : 16);
}

/// Over the exhaustive search's, on the same chip.
struct Ratios {
    char racer = 'K';
    std::vector<std::optional<double>> values; ///< by network
    [[nodiscard]] std::vector<double> present() const
    {
        std::vector<double> found;
        for (const std::optional<double>& value : values) {
            if (value) {
                found.push_back(*value);
            }
        }
        return found;
    }
};

double meanOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::string against(double value, double target)
{
    if (target == 0) {
        return "";
    }
    return value <= target ? fmt::format("target {:.4g}: met", target)
                           : fmt::format("target {:.4g}: missed by {:.2g} %", target, 100 * (value - target));
}

class KaplaFigures {
public:
    KaplaFigures(Reproduction& made, Races& races, bool full) : m_made(made), m_races(races), m_full(full) {}

    void add(const Race& race)
    {
        Comparison table{race.title, race.introduction, {}};
        std::vector<Ratios> all;
        for (const Racer& racer : racers) {
            all.push_back(ratiosOf(race, racer, table));
        }
        addMeans(race, all, table);
        m_made.tables.push_back(std::move(table));
        addChart(race, all);
    }

    /// Times of the runs of one figure.
    void addSpeeds(const Race& race, double paperOverB, std::optional<double> paperOverM, std::optional<double> paperOverR)
    {
        Comparison table{fmt::format("Table IV: time of the solvers, {}", race.scene == Scene::Training ? "training" : "inference"),
                         "Seconds of the processor. The cells of the paper's table are missing in its text; it names the "
                         "means. A ratio compares runs on chips of the same size.",
                         {}};
        std::vector<std::pair<char, std::vector<double>>> speedups;
        for (const char baseline : {'B', 'S', 'R', 'M'}) {
            std::vector<double> ratios;
            for (const RacedNetwork& network : racedNetworks) {
                if (const auto side = sideOf(race, network, baseline, m_full)) {
                    const double own = m_races.run(caseOf(race, network, baseline, *side)).userSeconds;
                    const double fast = m_races.run(caseOf(race, network, 'K', *side)).userSeconds;
                    table.rows.push_back({fmt::format("{}, {}", network.name, baseline), "s", std::nullopt, own,
                                          fmt::format("{} x {} tiles; KAPLA {:.3g} s", *side, *side, fast)});
                    ratios.push_back(own / fast);
                }
            }
            speedups.emplace_back(baseline, std::move(ratios));
        }
        for (const auto& [baseline, ratios] : speedups) {
            const std::optional<double> paper = baseline == 'B'   ? std::optional(paperOverB)
                                                : baseline == 'M' ? paperOverM
                                                : baseline == 'R' ? paperOverR
                                                                  : std::nullopt;
            table.rows.push_back({fmt::format("mean, KAPLA faster than {}", baseline), "", paper, meanOf(ratios),
                                  fmt::format("{} networks", ratios.size())});
            if (baseline == 'B') {
                const double median = medianOf(ratios);
                table.rows.push_back({"median, KAPLA faster than B", "", std::nullopt, median,
                                      median >= 500 ? "target 500: met" : fmt::format("target 500: missed, {:.2g} of it", median / 500)});
            }
        }
        m_made.tables.push_back(std::move(table));
    }

    /// Where the energy goes, of B and K side by side (the bars of Fig. 7).
    void addBreakdown(const Race& race)
    {
        PaperChart chart{"Figure 7: energy by part, B beside K", "", "energy / B's", {}, {}, PaperChart::Kind::StackedBars};
        struct Part {
            const char* name;
            double cost::Energy::*value;
        };
        for (const Part& part : {Part{"operations", &cost::Energy::mac}, Part{"registers", &cost::Energy::registers},
                                 Part{"bus", &cost::Energy::bus}, Part{"buffer", &cost::Energy::buffer},
                                 Part{"network on chip", &cost::Energy::noc}, Part{"DRAM", &cost::Energy::dram},
                                 Part{"static", &cost::Energy::staticPower}}) {
            PaperChart::Series series{part.name, {}};
            for (const RacedNetwork& network : racedNetworks) {
                const int side = *sideOf(race, network, 'B', m_full);
                const double whole = m_races.run(caseOf(race, network, 'B', side)).energy.total();
                for (const char racer : {'B', 'K'}) {
                    series.values.push_back(m_races.run(caseOf(race, network, racer, side)).energy.*part.value / whole);
                }
            }
            chart.series.push_back(std::move(series));
        }
        for (const RacedNetwork& network : racedNetworks) {
            chart.categories.push_back(fmt::format("{} B", network.name));
            chart.categories.push_back(fmt::format("{} K", network.name));
        }
        m_made.figures.push_back({"kapla-fig7-parts", std::move(chart)});
    }

private:
    static RaceCase caseOf(const Race& race, const RacedNetwork& network, char racer, int side)
    {
        return {race.scene, network.library, racer, side, race.goal};
    }

    Ratios ratiosOf(const Race& race, const Racer& racer, Comparison& table)
    {
        Ratios ratios{racer.letter, {}};
        for (const RacedNetwork& network : racedNetworks) {
            const auto side = sideOf(race, network, racer.letter, m_full);
            if (!side) {
                ratios.values.emplace_back();
                continue;
            }
            const RaceResult& best = m_races.run(caseOf(race, network, 'B', *side));
            const RaceResult& own = m_races.run(caseOf(race, network, racer.letter, *side));
            const double ratio = valueOf(race.goal, own) / valueOf(race.goal, best);
            ratios.values.emplace_back(ratio);
            if (racer.letter != 'B') {
                const double bound = valueOf(race.goal, own.boundPj, own.boundCycles);
                table.rows.push_back({fmt::format("{}, {}", network.name, racer.letter), "", std::nullopt, ratio,
                                      fmt::format("{} x {} tiles; {:.3f} of the proven bound", *side, *side,
                                                  valueOf(race.goal, own) / bound)});
            }
        }
        return ratios;
    }

    static void addMeans(const Race& race, const std::vector<Ratios>& all, Comparison& table)
    {
        for (const Ratios& ratios : all) {
            const std::vector<double> present = ratios.present();
            if (ratios.racer == 'B' || present.empty()) {
                continue;
            }
            const auto paper = std::find_if(race.paper.begin(), race.paper.end(),
                                            [&](const PaperMeans& row) { return row.racer == ratios.racer; });
            const bool known = paper != race.paper.end();
            const bool fast = ratios.racer == 'K';
            const double mean = meanOf(present);
            const double worst = *std::max_element(present.begin(), present.end());
            const std::string networks = fmt::format("{} networks", present.size());
            const auto note = [&](double value, double target) {
                const std::string judged = fast ? against(value, target) : "";
                return judged.empty() ? networks : networks + "; " + judged;
            };
            table.rows.push_back({fmt::format("mean, {}", ratios.racer), "", known ? paper->mean : std::nullopt, mean,
                                  note(mean, race.targetMean)});
            table.rows.push_back({fmt::format("worst, {}", ratios.racer), "", known ? paper->worst : std::nullopt, worst,
                                  note(worst, race.targetWorst)});
        }
    }

    void addChart(const Race& race, const std::vector<Ratios>& all)
    {
        PaperChart chart;
        chart.title = race.title;
        chart.yLabel = race.goal == Goal::Energy ? "energy / B's"
            : race.goal == Goal::Delay           ? "cycles / B's"
                                                 : "energy x cycles / B's";
        for (const RacedNetwork& network : racedNetworks) {
            chart.categories.emplace_back(network.name);
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].present().empty()) { // left out of all networks
                continue;
            }
            PaperChart::Series series{std::string(1, all[i].racer), {}, false, static_cast<int>(i)};
            for (const std::optional<double>& value : all[i].values) {
                series.values.push_back(value.value_or(PaperChart::none));
            }
            chart.series.push_back(std::move(series));
        }
        m_made.figures.push_back({race.file, std::move(chart)});
    }

    Reproduction& m_made;
    Races& m_races;
    bool m_full;
};

std::vector<Race> figures()
{
    return {{"kapla-fig9", "Figure 9: energy, inference", "Energy over the exhaustive search's on the same chip.", Scene::Inference,
             Goal::Energy, {{'K', 1.077, std::nullopt}, {'M', 1.361, std::nullopt}, {'R', 1.59, std::nullopt}}, 1.005, 1.02},
            {"kapla-fig7", "Figure 7: energy, training", "Energy over the exhaustive search's on the same chip.", Scene::Training,
             Goal::Energy, {{'K', 1.022, 1.1}, {'M', 1.177, 1.5}, {'R', std::nullopt, 1.9}, {'S', 1.0, std::nullopt}}, 1.005, 1.02},
            {"kapla-fig10", "Figure 10: energy, edge device, batch 1",
             "One tile with a systolic array; random search with probability 0.85.", Scene::Edge, Goal::Energy,
             {{'K', 1.019, 1.1}, {'M', std::nullopt, 1.16}, {'R', 1.038, std::nullopt}}, 1.005, 1.02},
            {"kapla-fig8", "Figure 8: cycles, training, goal delay",
             "Cycles over the exhaustive search's on the same chip. The paper prints no number: \"the same trends\".",
             Scene::Training, Goal::Delay, {}},
            {"kapla-delay", "Cycles, inference, goal delay", "Cycles over the exhaustive search's on the same chip; not in the paper.",
             Scene::Inference, Goal::Delay, {}, 1.005, 1.02},
            {"kapla-energy-delay", "Energy x delay, inference",
             "Energy x cycles over the exhaustive search's on the same chip; not in the paper.", Scene::Inference,
             Goal::EnergyDelay, {}, 1.005, 1.02}};
}

} // namespace

Reproduction kaplaOf(Races& races, bool full)
{
    Reproduction made;
    made.title = "KAPLA";
    made.introduction =
        "KAPLA's chip (16 x 16 tiles, batch 64) and its edge device (batch 1). All solvers search one space, segments of at most "
        "five vertices, and are priced by one model. B: exhaustive; S: exhaustive over directives; R: random, probability 0.1 at "
        "each level; M: annealing guided by boosted trees, 12 rounds of 64 schemes a layer (the paper: 1024 of 128); K: KAPLA, the "
        "fast solver. Means are arithmetic. The paper's figures print no numbers; those beside ours are from its text.";
    if (!full) {
        made.introduction += " Shortened: where a row says 4 x 4 tiles, the solver or the network takes long on 16 x 16; some are "
                             "left out. `--full` runs everything on 16 x 16 tiles.";
    }
    addTimes(made, races);
    const std::vector<Race> all = figures();
    KaplaFigures writer(made, races, full);
    for (const Race& race : all) {
        writer.add(race);
    }
    addGoals(made, races, {smallNetworks, {4, 8, 16}, !full});
    writer.addSpeeds(all[1], 518, 265, std::nullopt);
    writer.addSpeeds(all[0], 174, 50, 1.5);
    writer.addBreakdown(all[1]);
    addHardwareTable(made, races);
    addKeptFigure(made, races);
    addPruningTable(made, races);
    return made;
}

Reproduction kapla(int threads)
{
    Races races(solverWith(threads));
    return kaplaOf(races, false);
}

Reproduction kaplaInFull(int threads)
{
    Races races(solverWith(threads));
    return kaplaOf(races, true);
}

} // namespace tilescape::reproduce
