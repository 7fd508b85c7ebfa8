#pragma once

#include "core/schedule/solve.h"

#include <QApplication>
#include <QDir>
#include <QPalette>
#include <QWidget>

#include <memory>
#include <string>

/// A chain of small layers, and schedules of it with made-up numbers that come at once: for tests in which the solve itself
/// is not the point.
namespace samples {

inline tilescape::schedule::Problem chainProblem(std::size_t size)
{
    using namespace tilescape;
    schedule::Problem problem;
    problem.network.name = "chain";
    problem.network.input = {"input", 8, {16, 16}};
    for (std::size_t i = 0; i < size; ++i) {
        network::Layer layer;
        layer.name = "layer " + std::to_string(i);
        layer.inputs = {i == 0 ? "input" : "layer " + std::to_string(i - 1)};
        layer.kind = i % 3 == 2 ? network::LayerKind(network::Pooling{{1, 1}, {1, 1}})
                                : network::LayerKind(network::Convolution{{1, 1}, {1, 1}, 1});
        layer.inputChannels = 8;
        layer.outputChannels = 8;
        layer.outputSize = {16, 16};
        problem.network.layers.push_back(layer);
    }
    return problem;
}

/// Layer i: (i * 7 % size + 1) nJ of DRAM energy, scaled by the DRAM energy of a word, so that edits show.
inline tilescape::schedule::Schedule madeUp(const tilescape::schedule::Problem& problem,
                                            const tilescape::schedule::SolveControl&)
{
    using namespace tilescape;
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<const schedule::Problem>(problem);
    schedule.status = schedule::Status::Optimal;
    const std::size_t size = problem.network.layers.size();
    for (std::size_t i = 0; i < size; ++i) {
        schedule::ScheduledLayer layer;
        layer.layer = i;
        layer.slot.segment = static_cast<Count>(i);
        layer.scheme.region = dataflow::wholeChip(problem.hardware.tiles);
        layer.scheme.partition.shares[dataflow::Split::OutputChannel] = problem.hardware.tiles;
        layer.peUtilization = 0.5;
        const double words = 1000.0 * static_cast<double>(i * 7 % size + 1);
        layer.cost.energy.dram = words * problem.hardware.dramPj;
        layer.cost.accesses[Level::Dram][Tensor::Input] = words;
        layer.cost.cycles = layer.cost.computeCycles = words / 4;
        schedule.layers.push_back(layer);
    }
    schedule.totals = schedule::totalsOf(schedule.layers, {}, problem.hardware.clockMhz, problem.space.counts);
    return schedule;
}

/// No schedule, and a fault that names the second layer.
inline tilescape::schedule::Schedule foundInfeasible(const tilescape::schedule::Problem& problem,
                                                const tilescape::schedule::SolveControl&)
{
    using namespace tilescape;
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<const schedule::Problem>(problem);
    schedule.status = schedule::Status::Infeasible;
    schedule.diagnostics = {{support::Severity::Error, "", "", problem.network.layers.at(1).name,
                             "registers need 27 words a PE, 16 are there", "enlarge the registers"}};
    return schedule;
}

/// A picture of `widget` for those who look, in the folder `screenshots` beside the tests.
inline void takePicture(QWidget& widget, const QString& name)
{
    QDir folder(QCoreApplication::applicationDirPath() + QLatin1String("/../screenshots"));
    folder.mkpath(QStringLiteral("."));
    QCoreApplication::processEvents();
    widget.grab().save(folder.filePath(name + QLatin1String(".png")));
}

} // namespace samples
