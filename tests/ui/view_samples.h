#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/schedule/schedule.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QDir>
#include <QWidget>

#include <algorithm>
#include <memory>

/// Problems and schedules that tests of the views show: consistent and plausible, though nobody searched for them.
namespace samples {

using namespace tilescape;

inline hardware::Hardware chip(Extent tiles)
{
    hardware::Hardware hardware;
    hardware.name = "sample chip";
    hardware.tiles = tiles;
    hardware.peArray = {12, 14};
    hardware.registerBytesPerPe = 512;
    hardware.bufferBytesPerTile = 65536;
    hardware.staticMilliwatts = 40;
    hardware.registerEnergy = {{{512, 1.1}}, 0.47};
    hardware.bufferEnergy = {{{65536, 8.2}}, 0.47};
    hardware.memoryArea = {{{65536, 0.3}}, 0.9};
    return hardware;
}

inline network::Layer convolution(const std::string& name, const std::string& input, Count inputs, Count outputs, Count size,
                                  Count filter, Count stride = 1)
{
    return {name, {input}, network::Convolution{{filter, filter}, {stride, stride}, 1}, inputs, outputs, {size, size}};
}

/// Eight layers, like the first and the last of AlexNet.
inline network::Network smallNetwork()
{
    network::Network net;
    net.name = "small net";
    net.input = {"input", 3, {227, 227}};
    net.layers.push_back(convolution("conv1", "input", 3, 96, 55, 11, 4));
    net.layers.push_back({"pool1", {"conv1"}, network::Pooling{{3, 3}, {2, 2}}, 96, 96, {27, 27}});
    net.layers.push_back(convolution("conv2_a", "pool1", 96, 128, 27, 5));
    net.layers.push_back(convolution("conv2_b", "pool1", 96, 128, 27, 5));
    net.layers.push_back({"join", {"conv2_a", "conv2_b"}, network::Elementwise{2}, 256, 128, {27, 27}});
    net.layers.push_back(convolution("conv3", "join", 128, 384, 13, 3, 2));
    net.layers.push_back({"fc6", {"conv3"}, network::FullyConnected{{13, 13}}, 384, 1024, {1, 1}});
    net.layers.push_back({"fc7", {"fc6"}, network::FullyConnected{{1, 1}}, 1024, 1000, {1, 1}});
    return net;
}

inline network::Network oneLayer()
{
    network::Network net;
    net.name = "one layer";
    net.input = {"input", 3, {32, 32}};
    net.layers.push_back(convolution("only_layer", "input", 3, 64, 30, 3));
    return net;
}

/// Blocks of three layers with a shortcut around each.
inline network::Network longNetwork(std::size_t layers)
{
    network::Network net;
    net.name = "long net";
    net.input = {"input", 64, {28, 28}};
    std::string last = "input";
    std::string blockStart = last;
    for (std::size_t i = 0; i < layers; ++i) {
        const std::string name = "block" + std::to_string(i / 3) + "_layer" + std::to_string(i % 3);
        if (i % 3 == 2) {
            net.layers.push_back({name, {last, blockStart}, network::Elementwise{2}, 128, 64, {28, 28}});
            blockStart = name;
        } else {
            net.layers.push_back(convolution(name, last, 64, 64, 28, 3));
        }
        last = name;
    }
    return net;
}

inline schedule::Problem problem(network::Network net, Extent tiles)
{
    schedule::Problem problem;
    problem.network = std::move(net);
    problem.hardware = chip(tiles);
    problem.batch = 4;
    return problem;
}

/// Output channels over columns; over rows the map, or batch where the map is one row.
inline dataflow::Partition partitionFor(const network::Layer& layer, Extent tiles)
{
    dataflow::Partition partition;
    partition.shares[dataflow::Split::OutputChannel] = {1, tiles.width};
    partition.shares[layer.outputSize.height > 1 ? dataflow::Split::Map : dataflow::Split::Batch] = {tiles.height, 1};
    return partition;
}

inline std::array<Count, 3> factorsOf(Count iterations)
{
    const Count inner = iterations % 4 == 0 ? 4 : 1;
    const Count middle = iterations / inner % 2 == 0 ? 2 : 1;
    return {iterations / inner / middle, middle, inner};
}

inline cost::LayerCost costOf(const schedule::Problem& problem, const network::Layer& layer, const hardware::Machine& machine,
                              double tiles)
{
    const auto batch = static_cast<double>(problem.batch);
    cost::LayerCost cost;
    cost.operations = static_cast<double>(network::operations(layer)) * batch;
    const PerTensor<double> once{{static_cast<double>(network::weightWords(layer)),
                                  static_cast<double>(network::inputWords(layer)) * batch,
                                  static_cast<double>(network::outputWords(layer)) * batch}};
    for (const Tensor tensor : allTensors) {
        cost.accesses[Level::Dram][tensor] = once[tensor];
        cost.accesses[Level::Buffer][tensor] = 3 * once[tensor];
        cost.accesses[Level::Bus][tensor] = 7 * once[tensor];
        cost.accesses[Level::Register][tensor] = (tensor == Tensor::Output ? 2 : 1) * cost.operations;
        cost.nocHops[tensor] = tiles > 1 ? 1.5 * once[tensor] : 0;
        cost.fetches[Storage::Buffer][tensor] = 1;
        cost.fetches[Storage::Register][tensor] = 3;
        const double room = static_cast<double>(machine.capacities.bufferWordsPerTile) * (tensor == Tensor::Output ? 0.2 : 0.33);
        cost.wordsHeld[Storage::Buffer][tensor] = std::min(once[tensor] / tiles, room);
    }
    cost.wordsHeld[Storage::Register] = {{once[Tensor::Weight] > 0 ? 121.0 : 0.0, 22, 11}};
    cost.computeCycles = cost.operations / (tiles * static_cast<double>(machine.shape.peArray.size()));
    cost.busCycles = 0.4 * cost.computeCycles;
    cost.dramCycles = (once[Tensor::Weight] + once[Tensor::Input]) / 8;
    cost.cycles = std::max({cost.computeCycles, cost.busCycles, cost.dramCycles});
    const auto sum = [](const PerTensor<double>& values) { return values.values[0] + values.values[1] + values.values[2]; };
    const auto energyAt = [&](Level level) { return sum(cost.accesses[level]) * machine.prices.accessPj[level]; };
    cost.energy = {cost.operations * machine.prices.macPj, energyAt(Level::Dram),     sum(cost.nocHops) * machine.prices.hopPj,
                   energyAt(Level::Buffer),         energyAt(Level::Bus),      energyAt(Level::Register),
                   cost.cycles * machine.prices.staticPjPerCycle};
    return cost;
}

inline void addTotals(schedule::Totals& totals, const cost::LayerCost& cost)
{
    totals.energy += cost.energy;
    totals.cycles += cost.cycles;
    totals.operations += cost.operations;
    for (const Tensor tensor : allTensors) {
        for (const Level level : allLevels) {
            totals.accesses[level] += cost.accesses[level][tensor];
        }
        totals.nocHops += cost.nocHops[tensor];
    }
}

inline schedule::Schedule scheduleFor(const schedule::Problem& problem)
{
    const hardware::Machine machine = hardware::machineOf(problem.hardware);
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<schedule::Problem>(problem);
    schedule.status = schedule::Status::Optimal;
    for (std::size_t i = 0; i < problem.network.layers.size(); ++i) {
        const network::Layer& layer = problem.network.layers[i];
        schedule::ScheduledLayer scheduled;
        scheduled.layer = i;
        scheduled.slot.segment = static_cast<Count>(i);
        scheduled.scheme.region = dataflow::wholeChip(machine.shape.tiles);
        scheduled.scheme.partition = partitionFor(layer, machine.shape.tiles);
        const dataflow::TileLayer tile = dataflow::tileLayer(layer, problem.batch, scheduled.scheme.partition, problem.space.counts);
        const dataflow::LoopNest nest = dataflow::loopNests(tile, machine.shape.peArray).front();
        scheduled.scheme.replication = nest.replication;
        for (const Loop loop : allLoops) {
            scheduled.scheme.blocking.factors[loop] = factorsOf(nest.iterations[loop]);
        }
        scheduled.mapping = dataflow::mapOnArray(tile.layer, machine.shape.peArray);
        scheduled.cost = costOf(problem, layer, machine, static_cast<double>(machine.shape.tiles.size()));
        addTotals(schedule.totals, scheduled.cost);
        const auto cycles = static_cast<Count>(scheduled.cost.cycles);
        pipeline::SegmentTiming timing;
        timing.layers = {{cycles, 1, 0, cycles}};
        timing.criticalCycles = timing.nodeCycles = cycles;
        timing.dramCycles = static_cast<Count>(scheduled.cost.dramCycles);
        schedule.segments.push_back(timing);
        schedule.layers.push_back(std::move(scheduled));
    }
    schedule.totals.seconds = schedule.totals.cycles / (problem.hardware.clockMhz * 1e6);
    schedule.totals.gops = 2 * schedule.totals.operations / schedule.totals.seconds / 1e9;
    schedule.totals.gopsPerWatt = 2 * schedule.totals.operations / schedule.totals.energy.total() * 1e3;
    return schedule;
}

inline schedule::Schedule infeasible(const schedule::Problem& problem)
{
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<schedule::Problem>(problem);
    schedule.status = schedule::Status::Infeasible;
    schedule.diagnostics.push_back({support::Severity::Error, "", "", "conv2_a", "registers need 27 words a PE, 16 are there",
                                    "give each PE at least 54 B of registers"});
    return schedule;
}

/// A workspace whose answers are the samples; an empty network has no schedule.
inline std::unique_ptr<ui::workspace::Workspace> workspace()
{
    return std::make_unique<ui::workspace::Workspace>(
        [](const schedule::Problem& problem, const schedule::SolveControl&) { return scheduleFor(problem); });
}

using ui::style::darkPalette;
using ui::style::lightPalette;

/// Leaves pictures of the widget in light and in dark in `screenshots` of the build folder; false if either is blank.
/// Writes the figure beside the screenshots, and gives its SVG: whatever the window's palette, in the colours of paper.
inline QString leaveFigure(const ui::widgets::Figure& figure, double widthMm = ui::widgets::twoColumnsMm)
{
    const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots"));
    folder.mkpath(QStringLiteral("."));
    for (const char* ending : {"png", "pdf", "svg"}) {
        const QString path = folder.filePath(QStringLiteral("figure_%1.%2").arg(figure.name, QLatin1String(ending)));
        if (!ui::widgets::writeFigure(figure, path, widthMm).empty()) {
            return {};
        }
    }
    QFile file(folder.filePath(QStringLiteral("figure_%1.svg").arg(figure.name)));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

inline bool leaveScreenshots(QWidget& widget, const QString& name)
{
    QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/.."));
    folder.mkpath(QStringLiteral("screenshots"));
    bool drawn = true;
    for (const bool dark : {false, true}) {
        QApplication::setPalette(dark ? darkPalette() : lightPalette());
        QApplication::processEvents();
        const QImage image = widget.grab().toImage();
        const QRgb first = image.pixel(0, 0);
        bool varied = false;
        for (int y = 0; y < image.height() && !varied; y += 3) {
            for (int x = 0; x < image.width() && !varied; x += 3) {
                varied = image.pixel(x, y) != first;
            }
        }
        drawn = drawn && varied
            && image.save(folder.filePath(QStringLiteral("screenshots/%1_%2.png").arg(name, dark ? QStringLiteral("dark") : QStringLiteral("light"))));
    }
    QApplication::setPalette(lightPalette());
    QApplication::processEvents();
    return drawn;
}

} // namespace samples
