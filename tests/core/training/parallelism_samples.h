#pragma once

#include "core/io/library.h"
#include "core/training/parallelism/compare.h"

#include <QString>

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
    return graphOf(io::loadNetwork(name).value(), usual.maps, usual.positions);
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

} // namespace samples
