#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/program/compile.h"
#include "core/program/machine.h"
#include "core/schedule/evaluate.h"
#include "tests/core/schedule/random_schedules.h"

#include <optional>

/// Small layers of every kind, with mappings that no search would choose.
namespace samples {

inline network::Layer randomSmallLayer(Dice& dice)
{
    network::Layer layer;
    layer.name = "layer";
    const bool even = dice.once(2); // sizes that most partitions divide
    const Count groups = even ? 2 : dice.upTo(3);
    layer.inputChannels = groups * (even ? 4 : dice.upTo(5));
    layer.outputChannels = groups * (even ? 4 : dice.upTo(5));
    layer.outputSize = even ? Extent{4, 4} : Extent{dice.upTo(7), dice.upTo(5)};
    const Extent filter{dice.upTo(3), dice.upTo(3)};
    const Extent stride{dice.upTo(2), dice.upTo(2)};
    switch (dice.upTo(11)) {
    case 1:
        layer.kind = network::FullyConnected{filter};
        layer.outputSize = {1, 1};
        break;
    case 2:
        layer.kind = network::Pooling{filter, stride};
        layer.inputChannels = layer.outputChannels;
        break;
    case 3:
        layer.kind = network::Convolution{filter, stride, layer.outputChannels};
        layer.inputChannels = layer.outputChannels;
        break;
    case 4: {
        const Count operands = 1 + dice.upTo(2);
        layer.kind = network::Elementwise{operands};
        layer.inputChannels = operands * layer.outputChannels;
        break;
    }
    case 5:
        layer.kind = network::WeightGradient{filter, stride, groups};
        break;
    case 6:
        layer.kind = network::TransposedConvolution{filter, stride, groups};
        break;
    case 7:
        layer.kind = network::WeightGradient{filter, stride, layer.outputChannels};
        layer.inputChannels = layer.outputChannels;
        break;
    case 8:
        layer.kind = network::MatrixProduct{groups, dice.once(2), dice.once(2)};
        layer.outputSize.width = 1;
        break;
    case 9:
        layer.kind = network::Unpooling{filter, stride};
        layer.inputChannels = layer.outputChannels;
        break;
    case 10:
        layer.kind = network::Convolution{filter, stride, groups};
        break;
    default:
        layer.kind = network::Convolution{filter, stride, 1};
        break;
    }
    return layer;
}

/// The layer as a network, its maps from outside; those of a convolution may be smaller by some padding.
inline network::Network networkOf(network::Layer layer, Dice& dice)
{
    network::Network net{"one layer", "", {"input", layer.inputChannels, network::paddedInputSize(layer)}, {}, {}};
    if (const auto* product = std::get_if<network::MatrixProduct>(&layer.kind)) {
        const Count length = layer.inputChannels / product->groups;
        const Count width = layer.outputChannels / product->groups;
        const Count height = layer.outputSize.height;
        net.input.channels = product->groups * (product->transposedInput ? height : length);
        net.input.size = {product->transposedInput ? length : height, 1};
        net.externalInputs.push_back({"operand",
                                      product->groups * (product->transposedOperand ? length : width),
                                      {product->transposedOperand ? width : length, 1}});
    } else if (network::isWeightGradient(layer)) {
        net.externalInputs.push_back({"operand", layer.outputChannels, layer.outputSize});
    } else if (const auto* elementwise = std::get_if<network::Elementwise>(&layer.kind)) {
        net.input.channels = layer.outputChannels;
        for (Count operand = 1; operand < elementwise->operands; ++operand) {
            net.externalInputs.push_back({"operand" + std::to_string(operand), layer.outputChannels, layer.outputSize});
        }
    } else if (network::isTransposed(layer)) {
        net.input.size = network::sweptSize(layer);
    } else if (std::holds_alternative<network::Convolution>(layer.kind) && dice.once(2)) {
        const Extent padded = net.input.size;
        net.input.size = {std::max<Count>(1, padded.height - dice.upTo(2)),
                          std::max<Count>(1, padded.width - dice.upTo(2))};
    }
    layer.inputs = {"input"};
    for (const network::ExternalInput& input : net.externalInputs) {
        layer.inputs.push_back(input.name);
    }
    net.layers.push_back(std::move(layer));
    return net;
}

/// Half of the channels that `randomNetwork` draws, and a smaller map, so that all is multiplied in little time.
inline network::Network smallNetwork(Dice& dice)
{
    network::Network net = randomNetwork(dice);
    net.input.channels /= 4;
    for (network::Layer& layer : net.layers) {
        layer.inputChannels /= 4;
        layer.outputChannels /= 4;
        if (network::groupsOf(layer) == 4 * layer.outputChannels) {
            network::setGroups(layer, layer.outputChannels);
        } else if (layer.inputChannels % network::groupsOf(layer) != 0
                   || layer.outputChannels % network::groupsOf(layer) != 0) {
            network::setGroups(layer, 1);
        }
    }
    return net;
}

/// Up to 4 x 4 tiles, arrays that fold and that replicate, both dataflows.
inline schedule::Problem randomSmallProblem(Dice& dice)
{
    schedule::Problem problem;
    problem.hardware.name = "random";
    problem.hardware.tiles = {dice.upTo(4), dice.upTo(4)};
    problem.hardware.peArray = {dice.upTo(6), dice.upTo(6)};
    problem.hardware.arrayDataflow =
        dice.once(3) ? hardware::ArrayDataflow::Systolic : hardware::ArrayDataflow::RowStationary;
    problem.hardware.registerBytesPerPe = problem.hardware.bufferBytesPerTile = 1e6;
    problem.hardware.memory = dice.once(3) ? hardware::MemoryPlacement::EveryTile : hardware::MemoryPlacement::Corners;
    problem.batch = dice.once(2) ? 4 : dice.upTo(4);
    problem.space.batchPartition = true;
    problem.space.inputChannelPartition = true;
    problem.space.accessForwarding = !dice.once(3);
    for (const Tensor tensor : allTensors) {
        problem.space.bufferBypass[tensor] = !dice.once(3);
    }
    return problem;
}

/// One or two buffers between the tiles and DRAM, whose room is mostly scarce.
inline void addOuterBuffers(schedule::Problem& problem, Dice& dice)
{
    const double words = static_cast<double>(Count{1} << dice.upTo(14));
    problem.hardware.sharedBuffer.bytes = 2 * words;
    problem.hardware.sharedBuffer.gigabytesPerSecond = static_cast<double>(dice.upTo(20));
    if (dice.once(4)) {
        hardware::SharedMemory outer = problem.hardware.sharedBuffer;
        outer.bytes *= 4;
        problem.hardware.outerBuffers = {outer};
    }
}

/// A sound problem of one layer with a scheme; nothing where the dice fall badly.
inline std::optional<schedule::Schedule> randomOneLayerSchedule(Dice& dice, bool outerBuffers = false)
{
    schedule::Problem problem = randomSmallProblem(dice);
    if (outerBuffers) {
        addOuterBuffers(problem, dice);
    }
    problem.network = networkOf(randomSmallLayer(dice), dice);
    if (!network::check(problem.network).empty()) {
        return std::nullopt;
    }
    const dataflow::Region region = dataflow::wholeChip(problem.hardware.tiles);
    const schedule::GivenScheme given{0, {}, randomScheme(dice, problem, problem.network.layers[0], region, std::nullopt)};
    schedule::Schedule schedule = schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {given});
    return schedule.hasResult() ? std::optional(std::move(schedule)) : std::nullopt;
}

/// As `randomOneLayerSchedule`, on a chip whose tiles share their buffers; sizes mostly divide.
inline std::optional<schedule::Schedule> randomSharedSchedule(Dice& dice, bool outerBuffers = false)
{
    schedule::Problem problem = randomSmallProblem(dice);
    if (outerBuffers) {
        addOuterBuffers(problem, dice);
    }
    problem.space.bufferSharing = true;
    problem.space.bufferBypass = {{false, false, false}};
    problem.hardware.tiles = {Count{1} << (dice.upTo(3) - 1), Count{1} << (dice.upTo(3) - 1)};
    network::Layer layer = randomSmallLayer(dice);
    if (dice.once(2)) {
        layer.kind = network::Convolution{{2, 2}, {1, 1}, 1};
        layer.inputChannels = layer.outputChannels = 8;
        layer.outputSize = {4, 4};
    }
    problem.network = networkOf(layer, dice);
    if (!network::check(problem.network).empty()) {
        return std::nullopt;
    }
    schedule::GivenScheme given{
        0, {}, randomScheme(dice, problem, problem.network.layers[0], dataflow::wholeChip(problem.hardware.tiles), std::nullopt)};
    if (dice.once(2)) {
        given.scheme.sharing.insertedFactors = {{1, 1, 1}};
    }
    schedule::Schedule schedule = schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {given});
    return schedule.hasResult() ? std::optional(std::move(schedule)) : std::nullopt;
}

/// A schedule whose segments are as random as its schemes, on up to 4 x 4 tiles.
inline std::optional<schedule::Schedule> randomSegments(Dice& dice, bool outerBuffers = false)
{
    schedule::Problem problem = randomSmallProblem(dice);
    if (outerBuffers) {
        addOuterBuffers(problem, dice);
    }
    problem.batch = Count{1} << (dice.upTo(3) - 1);
    problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    problem.space.bufferSharing = dice.once(4);
    problem.space.zigzagRegions = !dice.once(4);
    problem.network = smallNetwork(dice);
    RandomSchedule made = randomSchedule(dice, std::move(problem));
    schedule::Schedule schedule = made.evaluated();
    if (schedule.hasResult() && dice.once(2)) { // no more room than the layer needs that needs most
        double most = 0;
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            const PerTensor<double>& held = layer.cost.wordsHeld[Storage::Buffer];
            most = std::max(most, held[Tensor::Weight] + held[Tensor::Input] + held[Tensor::Output]);
        }
        made.problem.hardware.bufferBytesPerTile = 2 * std::max(1.0, most);
        schedule = made.evaluated();
    }
    return schedule.hasResult() ? std::optional(std::move(schedule)) : std::nullopt;
}

/// Whether layers of one segment hand maps on.
inline bool handsOn(const program::Program& program)
{
    return std::any_of(program.layers.begin(), program.layers.end(),
                       [](const program::LayerCode& code) { return code.slot.region > 0 || code.slot.index > 0; });
}

} // namespace samples
