#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/search/space/blocking_task.h"

#include <array>
#include <memory>
#include <random>

namespace samples {

using namespace tilescape;
using search::BlockingSetting;
using search::BlockingTask;

inline hardware::Machine machineWith(Count registerWords, Count bufferWords)
{
    hardware::Machine machine;
    machine.shape.tiles = {4, 4};
    machine.shape.peArray = {8, 8};
    machine.capacities.registerWordsPerPe = registerWords;
    machine.capacities.bufferWordsPerTile = bufferWords;
    machine.rates.busWordsPerCycle = 8;
    machine.rates.dramWordsPerCycle = 25.6;
    machine.prices.macPj = 1;
    machine.prices.accessPj = {{200, 6, 2, 1}};
    machine.prices.hopPj = 9.76;
    machine.prices.staticPjPerCycle = 50;
    return machine;
}

inline dataflow::LoopNest nestOf(Count inputChannels, Count outputChannels, Count batch)
{
    network::Layer layer;
    layer.kind = network::Convolution{{3, 3}, {1, 1}, 1};
    layer.inputChannels = inputChannels;
    layer.outputChannels = outputChannels;
    layer.outputSize = {14, 14};
    return dataflow::loopNests({layer, batch, 1}, {8, 8}).front();
}

/// A nest, and the energy of the hops of one fetch of each tensor.
struct NestSample {
    BlockingTask task;
    std::array<double, 3> fetchPj{};
};

/// Loops of up to 24 iterations, small memories, any prices of hops, with and without bypass, weights that may stay and buffers that all
/// tiles share.
inline NestSample randomNest(std::mt19937& random)
{
    const auto any = [&](Count least, Count most) { return std::uniform_int_distribution<Count>(least, most)(random); };
    NestSample sample;
    sample.task.nest = nestOf(any(1, 24), any(1, 24), any(1, 8));
    BlockingSetting setting;
    setting.machine = machineWith(any(8, 64), any(1000, 12000));
    setting.context.tiles = 16;
    for (bool& bypass : setting.context.mayBypass) {
        bypass = any(0, 1) == 1;
    }
    setting.context.counts = any(0, 3) == 0 ? Counts::Reference : Counts::Executed;
    setting.context.mayPinWeights = any(0, 1) == 1;
    for (Count more = any(-1, 2); more > 0; --more) {
        setting.machine.sharedBuffers.push_back(
            {any(1, 5000), static_cast<double>(any(1, 100)), static_cast<double>(any(1, 8))});
    }
    for (const Tensor tensor : allTensors) {
        setting.context.identicalTiles[tensor] =
            setting.machine.sharedBuffers.empty() ? 1 : any(1, setting.context.tiles);
    }
    sample.task.setting = std::make_shared<const BlockingSetting>(setting);
    for (double& price : sample.fetchPj) {
        price = static_cast<double>(any(0, 2) * any(0, 1'000'000));
    }
    return sample;
}

/// In the buffer: no tensor bypasses it.
inline void keepAll(BlockingTask& task)
{
    BlockingSetting setting = *task.setting;
    setting.context.mayBypass = {{false, false, false}};
    task.setting = std::make_shared<const BlockingSetting>(setting);
}

} // namespace samples
