#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"
#include "core/support/factors.h"
#include "tests/core/dice.h"

#include <algorithm>

/// Layers of every kind and blockings of their nests that no search would choose.
namespace samples {

inline network::Layer randomLayer(Dice& dice)
{
    network::Layer layer;
    layer.outputChannels = dice.upTo(24);
    layer.outputSize = {dice.upTo(9), dice.upTo(9)};
    const Extent filter{dice.upTo(4), dice.upTo(4)};
    const Extent stride{dice.upTo(2), dice.upTo(2)};
    switch (dice.upTo(8)) {
    case 1:
        layer.kind = network::FullyConnected{filter};
        layer.outputSize = {1, 1};
        layer.inputChannels = dice.upTo(24);
        break;
    case 2:
        layer.kind = network::Pooling{filter, stride};
        layer.inputChannels = layer.outputChannels;
        break;
    case 3:
        layer.kind = network::Convolution{filter, stride, layer.outputChannels};
        layer.inputChannels = layer.outputChannels;
        break;
    case 4:
        layer.kind = network::Elementwise{2};
        layer.inputChannels = 2 * layer.outputChannels;
        break;
    case 5:
        layer.kind = network::WeightGradient{filter, stride, 1};
        layer.inputChannels = dice.upTo(24);
        break;
    case 6:
        layer.kind = network::TransposedConvolution{filter, stride, 1};
        layer.inputChannels = dice.upTo(24);
        break;
    case 7:
        layer.kind = network::WeightGradient{filter, stride, layer.outputChannels};
        layer.inputChannels = layer.outputChannels;
        break;
    default:
        layer.kind = network::Convolution{filter, stride, 1};
        layer.inputChannels = dice.upTo(24);
        break;
    }
    return layer;
}

inline dataflow::Blocking randomBlocking(Dice& dice, const dataflow::LoopNest& nest)
{
    dataflow::Blocking blocking;
    for (const Loop loop : allLoops) {
        const Count inner = dice.pick(support::divisors(nest.iterations[loop]));
        const Count middle = dice.pick(support::divisors(nest.iterations[loop] / inner));
        blocking.factors[loop] = {nest.iterations[loop] / inner / middle, middle, inner};
    }
    for (auto& order : blocking.order) {
        std::shuffle(order.begin(), order.end(), dice.engine());
    }
    for (bool& keep : blocking.keep) {
        keep = dice.upTo(4) == 1;
    }
    return blocking;
}

inline hardware::Machine roomyMachine()
{
    hardware::Machine machine;
    machine.capacities.registerWordsPerPe = machine.capacities.bufferWordsPerTile = 1'000'000'000;
    return machine;
}

} // namespace samples
