#include "app/reproduce/kapla_targets.h"

#include "app/reproduce/peak_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tilescape::reproduce {

namespace {

using io::Comparison;
using io::PaperChart;

constexpr int runs = 3; ///< of each timed solve: the fastest is the one least disturbed

RaceResult fastestOf(const Races& races, const schedule::Problem& problem, const std::string& name)
{
    RaceResult best = races.time(problem, name);
    for (int run = 1; run < runs && best.wallSeconds < 5; ++run) {
        const RaceResult next = races.time(problem, name);
        best = next.wallSeconds < best.wallSeconds ? next : best;
    }
    return best;
}

std::string beside(double value, double target)
{
    return value <= target ? fmt::format("target {:.4g}: met", target)
                           : fmt::format("target {:.4g}: missed, {:.3g} times as much", target, value / target);
}

struct TimedNetwork {
    const char* name;
    const char* library;
    Scene scene;
    double targetSeconds;
};

/// A chain of convolutions, no two neighbours alike, and many of a kind far apart, as in large networks.
network::Network chainOf(std::size_t layers)
{
    constexpr std::array<Count, 5> channels{32, 64, 48, 128, 96};
    network::Network chain;
    chain.name = fmt::format("Chain of {}", layers);
    chain.input = {"input", channels[0], {28, 28}};
    for (std::size_t i = 0; i < layers; ++i) {
        const Extent filter{i % 3 == 0 ? 1 : 3, i % 3 == 0 ? 1 : 3};
        chain.layers.push_back({fmt::format("conv{}", i + 1),
                                {i == 0 ? "input" : fmt::format("conv{}", i)},
                                network::Convolution{filter, {1, 1}, 1},
                                channels[i % channels.size()],
                                channels[(i + 1) % channels.size()],
                                {28, 28}});
    }
    return chain;
}

void addByLayers(Reproduction& made, const Races& races)
{
    Comparison table{"Time by the number of layers", "A chain of convolutions, inference, 16 x 16 tiles, KAPLA.", {}};
    PaperChart chart{"Time by the number of layers", "layers", "s", {}, {{"KAPLA", {}}}, PaperChart::Kind::Lines, true};
    double before = 0;
    std::size_t layersBefore = 0;
    for (const std::size_t layers : {10, 30, 100, 300, 1000}) {
        schedule::Problem problem = problemOf({Scene::Inference, "alexnet"});
        problem.network = chainOf(layers);
        const double seconds = fastestOf(races, problem, problem.network.name).userSeconds;
        const double grown = std::log(seconds / before) / std::log(static_cast<double>(layers) / static_cast<double>(layersBefore));
        table.rows.push_back({fmt::format("{} layers", layers), "s of the processor", std::nullopt, seconds,
                              before > 0 ? fmt::format("grows with layers to the power {:.2f}; linear is 1", grown) : ""});
        chart.categories.push_back(fmt::format("{}", layers));
        chart.series.front().values.push_back(seconds);
        before = seconds;
        layersBefore = layers;
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({"kapla-time-layers", std::move(chart)});
}

void addByTiles(Reproduction& made, const Races& races)
{
    Comparison table{"Time by the number of tiles", "AlexNet, inference, KAPLA. The target is no worse than logarithmic from 16 to 16384 tiles.", {}};
    PaperChart chart{"Time by the number of tiles", "tiles", "s", {}, {{"KAPLA", {}}, {"logarithmic from 16 on", {}}},
                   PaperChart::Kind::Lines, true};
    double first = 0;
    for (const int side : {4, 8, 16, 32, 64, 128}) {
        const double seconds =
            fastestOf(races, problemOf({Scene::Inference, "alexnet", 'K', side}), fmt::format("AlexNet, {} tiles", side * side))
                .userSeconds;
        first = first > 0 ? first : seconds;
        const double allowed = first * std::log2(side * side) / std::log2(16);
        table.rows.push_back({fmt::format("{} tiles", side * side), "s of the processor", std::nullopt, seconds,
                              side > 4 ? beside(seconds, allowed) : ""});
        chart.categories.push_back(fmt::format("{}", side * side));
        chart.series[0].values.push_back(seconds);
        chart.series[1].values.push_back(allowed);
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({"kapla-time-tiles", std::move(chart)});
}

} // namespace

void addTimes(Reproduction& made, const Races& races)
{
    constexpr std::array<TimedNetwork, 6> timed{{{"ResNet-152", "resnet152", Scene::Training, 1.0},
                                                 {"AlexNet", "alexnet", Scene::Inference, 0.030},
                                                 {"VGG-16", "vgg16", Scene::Inference, 0.030},
                                                 {"GoogLeNet", "googlenet", Scene::Inference, 0.100},
                                                 {"ResNet-50", "resnet50", Scene::Inference, 0.100},
                                                 {"ResNet-152", "resnet152", Scene::Inference, 0.250}}};
    Comparison table{"Time and memory of KAPLA from nothing, 16 x 16 tiles",
                     "Wall clock, the fastest of three (of one, where it takes longer than 5 s); the targets are the project's own.", {}};
    for (const TimedNetwork& row : timed) {
        const bool training = row.scene == Scene::Training;
        const std::string name = fmt::format("{}, {}", row.name, training ? "training" : "inference");
        const RaceResult result = fastestOf(races, problemOf({row.scene, row.library}), name);
        table.rows.push_back({name, "s", std::nullopt, result.wallSeconds,
                              beside(result.wallSeconds, row.targetSeconds)
                                  + fmt::format("; {:.2f} s of the processor", result.userSeconds)});
        if (const auto megabytes = training ? peakMegabytes() : std::nullopt) {
            table.rows.push_back({name + ", peak memory", "MB", std::nullopt, *megabytes, beside(*megabytes, 300)});
        }
    }
    made.tables.push_back(std::move(table));
    addByLayers(made, races);
    addByTiles(made, races);
}

} // namespace tilescape::reproduce
