#pragma once

#include "core/io/library.h"
#include "core/training/parallelism/compare.h"

#include <QString>
#include <QStringList>

#include <cmath>

/// The ten networks of HyPar, and how its figures are made of plans.
namespace samples {

using namespace tilescape;
using namespace tilescape::training::parallelism;

/// Batch of the evaluation (Section 6.1).
inline constexpr Count paperBatch = 256;

inline Graph graphNamed(const char* name)
{
    const Settings usual;
    return training::parallelism::graphOf(io::loadNetwork(name).value(), usual.maps, usual.positions);
}

inline Plan planOf(const Graph& graph, Strategy strategy, Settings settings = {}, Count batch = paperBatch)
{
    settings.strategy = strategy;
    return plan(graph, batch, settings).value();
}

/// One string a level, layers from left to right, 1 for model parallelism: as in hypar.md 2.2.
inline QStringList levelTexts(const Plan& plan)
{
    QStringList texts;
    for (const Choices& level : plan.levels) {
        QString& text = texts.emplace_back();
        for (std::size_t v = 0; v < level.size(); ++v) {
            if (!plan.graph.vertices[v].join) {
                text += level[v] == Choice::Model ? '1' : '0';
            }
        }
    }
    return texts;
}

inline bool isWithin(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance * std::abs(expected);
}

inline double geometricMean(const std::vector<double>& values)
{
    double logs = 0;
    for (const double value : values) {
        logs += std::log(value);
    }
    return std::exp(logs / static_cast<double>(values.size()));
}

inline network::Layer dense(const std::string& name, const std::string& input, Count in, Count out)
{
    return {name, {input}, network::FullyConnected{{1, 1}}, in, out, {1, 1}};
}

inline network::Layer conv(const std::string& name, const std::string& input, Count in, Count out, Count side, Count filter)
{
    return {name, {input}, network::Convolution{{filter, filter}, {1, 1}, 1}, in, out, {side, side}};
}

/// The graph of a network that is made by hand.
inline Graph graphOf(const network::Network& network)
{
    return training::parallelism::graphOf(network, Maps::AfterPooling, Positions::Input);
}

/// A chain of fully connected layers between these widths.
inline network::Network chain(const std::vector<Count>& widths)
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

inline Settings twoGroups(Strategy strategy)
{
    Settings settings;
    settings.levels = 1;
    settings.strategy = strategy;
    return settings;
}

inline bool isSame(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace samples
