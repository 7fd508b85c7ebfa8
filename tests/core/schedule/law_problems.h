#pragma once

#include "core/io/library.h"
#include "tests/core/schedule/laws.h"
#include "tests/core/schedule/random_schedules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

/// Random problems for laws.
namespace samples {

/// A small random network on a random chip of up to 9 x 8 tiles.
inline Problem anyProblem(Dice& dice)
{
    Problem problem;
    problem.solver = "kapla";
    problem.network = randomNetwork(dice);
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 5>{1, 3, 4, 16, 64});
    hardware::Hardware& chip = problem.hardware;
    chip.tiles = {dice.upTo(8), 1};
    chip.tiles.width = std::max<Count>(1, chip.tiles.height - dice.upTo(2) + 1);
    chip.bufferBytesPerTile = dice.pick(std::array<double, 3>{8192, 32768, 131072});
    chip.dramGigabytesPerSecond = dice.pick(std::array<double, 3>{5, 25, 100});
    chip.memory = dice.once(4) ? hardware::MemoryPlacement::EveryTile : hardware::MemoryPlacement::Corners;
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = dice.once(2);
    }
    return problem;
}

/// Networks of the library that are soon solved, on its chips, whose tiles are cut or added to: batches and tiles of which little divides,
/// and buffers that tiles share.
inline Problem anyProblemOfTheLibrary(Dice& dice)
{
    Problem problem;
    problem.solver = "kapla";
    problem.network = io::loadNetwork(dice.pick(std::array<const char*, 8>{"cifar_c", "lenet_c", "sconv", "sfc", "mlp_m", "lstm_phoneme",
                                                                           "zfnet", "alexnet"})).value();
    problem.hardware =
        io::loadHardware(dice.pick(std::array<const char*, 4>{"kapla_16x16", "tangram_16x16", "kapla_edge", "shared_4x4"})).value();
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 7>{1, 3, 4, 7, 16, 61, 64});
    if (problem.hardware.tiles.size() > 1) {
        const Count side = dice.pick(std::array<Count, 7>{2, 3, 4, 5, 7, 8, 11});
        problem.hardware.tiles = {side, std::max<Count>(1, side - dice.upTo(2) + 1)};
    }
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = dice.once(2);
    }
    problem.space.roundedFactors = dice.once(2);
    return problem;
}

/// The first layers of a network up to the one at a place, and the others, which read its output as theirs; nothing where they need other
/// maps as well.
inline std::optional<std::array<network::Network, 2>> cutBehind(const network::Network& whole, std::size_t place)
{
    const network::Layer& last = whole.layers[place];
    std::array<network::Network, 2> parts{whole, whole};
    auto& [first, second] = parts;
    const auto behind = static_cast<std::ptrdiff_t>(place) + 1;
    first.layers.erase(first.layers.begin() + behind, first.layers.end());
    second.layers.erase(second.layers.begin(), second.layers.begin() + behind);
    second.input = {last.name,
                    last.outputChannels,
                    {std::max<Count>(1, last.outputSize.height), std::max<Count>(1, last.outputSize.width)}};
    for (network::Layer& layer : second.layers) {
        for (std::string& input : layer.inputs) {
            const bool isLater = std::any_of(second.layers.begin(), second.layers.end(),
                                             [&](const network::Layer& other) { return other.name == input; });
            if (input == last.name) {
                input = network::inputName;
            } else if (!isLater) {
                return std::nullopt;
            }
        }
    }
    return parts;
}

/// One layer, or a few, of sizes that little divides, on chips of any shape whose tiles have little room or slow buses.
inline Problem anyProblemOfFewLayers(Dice& dice)
{
    Problem problem;
    problem.solver = "kapla";
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 6>{1, 2, 3, 4, 5, 7});
    const std::array<Count, 6> sides{1, 4, 7, 9, 13, 16};
    network::Network& net = problem.network;
    net = {"few layers", "", {"input", dice.pick(std::array<Count, 6>{1, 2, 3, 5, 8, 12}), {dice.pick(sides), dice.pick(sides)}}, {}, {}};
    const Count count = dice.once(2) ? 1 : dice.upTo(3);
    for (Count number = 0; number < count; ++number) {
        const bool isFirst = number == 0;
        const Count channels = isFirst ? net.input.channels : net.layers.back().outputChannels;
        const Extent size = isFirst ? net.input.size : net.layers.back().outputSize;
        network::Layer layer{"layer" + std::to_string(number), {isFirst ? "input" : net.layers.back().name}, {}, channels,
                             dice.pick(std::array<Count, 7>{1, 2, 5, 7, 8, 10, 20}), size};
        switch (dice.upTo(4)) {
        case 1:
            layer.kind = network::FullyConnected{size};
            layer.outputSize = {};
            break;
        case 2:
            layer.kind = network::Convolution{{3, 3}, {1, 1}, channels};
            layer.outputChannels = channels;
            break;
        default:
            layer.kind = network::Convolution{dice.pick(std::array<Extent, 3>{{{1, 1}, {3, 3}, {5, 5}}}), {1, 1}, 1};
            break;
        }
        net.layers.push_back(std::move(layer));
    }
    hardware::Hardware& chip = problem.hardware;
    chip.tiles = {dice.upTo(8), dice.upTo(8)};
    chip.peArray = {dice.pick(std::array<Count, 3>{2, 7, 8}), dice.pick(std::array<Count, 3>{4, 5, 8})};
    chip.registerBytesPerPe = dice.pick(std::array<double, 2>{128, 512});
    chip.bufferBytesPerTile = dice.pick(std::array<double, 3>{1024, 4096, 32768});
    chip.dramGigabytesPerSecond = dice.pick(std::array<double, 3>{1, 5, 25});
    chip.busBitsPerCycle = dice.pick(std::array<double, 2>{32, 128});
    chip.memory = dice.once(2) ? hardware::MemoryPlacement::EveryTile : hardware::MemoryPlacement::Corners;
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = !dice.once(3);
    }
    return problem;
}

/// Convolutions of the sizes that networks have, one after another, on chips of the papers with more tiles than those of the other problems.
inline Problem anyProblemOnManyTiles(Dice& dice, int layers)
{
    Problem problem;
    problem.solver = "kapla";
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 5>{1, 2, 4, 8, 16});
    problem.hardware = io::loadHardware(dice.once(3) ? "tangram_16x16" : "kapla_16x16").value();
    const Count side = dice.pick(std::array<Count, 3>{11, 12, 16});
    problem.hardware.tiles = {side, side};
    const Count map = dice.pick(std::array<Count, 5>{4, 7, 13, 14, 28});
    const Count filter = dice.pick(std::array<Count, 4>{1, 1, 3, 5});
    Count channels = dice.pick(std::array<Count, 7>{3, 8, 16, 24, 64, 128, 256});
    problem.network = {"convolutions", "", {"input", channels, {map, map}}, {}, {}};
    std::string before = "input";
    for (int number = 0; number < layers; ++number) {
        const Count made = dice.pick(std::array<Count, 6>{8, 16, 32, 50, 128, 256});
        const std::string name = "layer" + std::to_string(number);
        problem.network.layers.push_back(
            {name, {before}, network::Convolution{{filter, filter}, {1, 1}, 1}, channels, made, {map, map}});
        before = name;
        channels = made;
    }
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = dice.once(2);
    }
    return problem;
}
inline Problem anyProblemOfOneLayer(Dice& dice) { return anyProblemOnManyTiles(dice, 1); }
inline Problem anyProblemOfTwoOrThreeLayers(Dice& dice) { return anyProblemOnManyTiles(dice, dice.once(2) ? 2 : 3); }

/// The same as of few layers with what few problems have: convolutions in groups, systolic arrays, static power, chips that lack an ability, training.
inline Problem anyProblemOfOtherKinds(Dice& dice)
{
    Problem problem = anyProblemOfFewLayers(dice);
    std::vector<network::Layer>& layers = problem.network.layers;
    for (std::size_t number = 0; number < layers.size(); ++number) {
        network::Layer& layer = layers[number];
        layer.inputChannels = number == 0 ? layer.inputChannels : layers[number - 1].outputChannels;
        auto* convolution = std::get_if<network::Convolution>(&layer.kind);
        if (!convolution) {
            continue;
        }
        const Count groups = dice.pick(std::array<Count, 4>{1, 2, 4, 5});
        if (convolution->groups > 1) { // depthwise
            convolution->groups = layer.outputChannels = layer.inputChannels;
        } else if (layer.inputChannels % groups == 0) {
            convolution->groups = groups;
            layer.outputChannels = ceilDivide(layer.outputChannels, groups) * groups;
        }
    }
    hardware::Hardware& chip = problem.hardware;
    chip.arrayDataflow = dice.once(3) ? hardware::ArrayDataflow::Systolic : hardware::ArrayDataflow::RowStationary;
    chip.staticMilliwatts = dice.once(3) ? 5 : 0;
    chip.sameLevelTransfers = !dice.once(4);
    chip.spatialPipelining = !dice.once(4);
    chip.temporalPipelining = !dice.once(4);
    problem.space.training = dice.once(4);
    return problem;
}

/// The gradient of the weights of one convolution, whose stride may be longer than its filter, on chips of few layers' problems.
inline Problem anyProblemOfAGradient(Dice& dice)
{
    Problem problem = anyProblemOfFewLayers(dice);
    const Extent filter{dice.upTo(3), dice.upTo(3)};
    const Extent stride{dice.upTo(4), dice.upTo(4)};
    const Extent error{dice.upTo(7), dice.upTo(7)};
    network::Network& net = problem.network;
    net.name = "gradient";
    net.input = {"input",
                 dice.pick(std::array<Count, 4>{1, 2, 8, 32}),
                 {(error.height - 1) * stride.height + filter.height, (error.width - 1) * stride.width + filter.width}};
    net.externalInputs = {{"error", dice.pick(std::array<Count, 4>{1, 2, 8, 16}), error}};
    net.layers = {{"gradient",
                   {"input", "error"},
                   network::WeightGradient{filter, stride, 1},
                   net.input.channels,
                   net.externalInputs.front().channels,
                   error}};
    return problem;
}

/// Three to five layers, each of which takes the last one's output, or the sum of that and another, on chips of few tiles that have little
/// room: what layers on the same tiles leave each other decides.
inline Problem anyProblemWithLittleRoom(Dice& dice)
{
    Problem problem;
    problem.solver = "kapla";
    problem.goal = dice.pick(goals);
    problem.batch = dice.pick(std::array<Count, 3>{1, 2, 4});
    network::Network& net = problem.network;
    net = {"little room", "", {"input", 2 * dice.upTo(6), {4 * dice.upTo(4), 4 * dice.upTo(4)}}, {}, {}};
    const Count count = 2 + dice.upTo(3);
    for (Count number = 0; number < count; ++number) {
        const network::Layer* const last = number == 0 ? nullptr : &net.layers.back();
        const std::string from = last ? last->name : "input";
        const Count channels = last ? last->outputChannels : net.input.channels;
        const Extent size = last ? last->outputSize : net.input.size;
        network::Layer layer{"layer" + std::to_string(number), {from}, {}, channels, 4 * dice.upTo(6), size};
        const auto twin = std::find_if(net.layers.begin(), net.layers.end(), [&](const network::Layer& other) {
            return other.name != from && other.outputChannels == channels && other.outputSize == size;
        });
        const Count kind = dice.upTo(8);
        if (kind == 1 && number + 1 == count) {
            layer.kind = network::FullyConnected{size};
            layer.outputSize = {};
        } else if (kind == 2 && size.height > 1 && size.width > 1) {
            layer.kind = network::Pooling{{2 + size.height % 2, 2 + size.width % 2}, {2, 2}};
            layer.outputChannels = channels;
            layer.outputSize = {size.height / 2, size.width / 2};
        } else if (kind <= 4 && twin != net.layers.end()) {
            layer.kind = network::Elementwise{2};
            layer.inputs.push_back(twin->name);
            layer.inputChannels *= 2;
            layer.outputChannels = channels;
        } else {
            const Extent stride = size.height > 1 && size.width > 1 && dice.once(6) ? Extent{2, 2} : Extent{1, 1};
            layer.outputSize = {ceilDivide(size.height, stride.height), ceilDivide(size.width, stride.width)};
            if (kind <= 5) {
                layer.kind = network::Convolution{{3, 3}, stride, channels};
                layer.outputChannels = channels;
            } else {
                layer.kind =
                    network::Convolution{dice.once(2) ? Extent{1, 1} : Extent{3, 3}, stride, kind == 6 ? 2 : 1};
            }
        }
        net.layers.push_back(std::move(layer));
    }
    hardware::Hardware& chip = problem.hardware;
    chip.tiles = {dice.upTo(4), dice.upTo(3)};
    chip.peArray = {dice.pick(std::array<Count, 3>{2, 4, 8}), dice.pick(std::array<Count, 3>{2, 3, 8})};
    chip.arrayDataflow = dice.once(2) ? hardware::ArrayDataflow::Systolic : hardware::ArrayDataflow::RowStationary;
    chip.registerBytesPerPe = dice.pick(std::array<double, 3>{32, 64, 128});
    chip.bufferBytesPerTile = dice.pick(std::array<double, 5>{256, 512, 1024, 2048, 4096});
    chip.dramGigabytesPerSecond = dice.pick(std::array<double, 5>{0.2, 0.5, 1, 8, 25});
    chip.memory = dice.once(2) ? hardware::MemoryPlacement::EveryTile : hardware::MemoryPlacement::Corners;
    for (bool search::SearchSpace::*freedom : freedoms()) {
        problem.space.*freedom = !dice.once(4);
    }
    const bool mayBypass = dice.once(2);
    problem.space.bufferBypass = {{mayBypass, mayBypass, mayBypass}};
    return problem;
}

/// The problem of this number, as `tests/laws` counts them.
inline Problem problemAt(unsigned seed, int number, Problem (*any)(Dice&) = anyProblem)
{
    Dice dice(seed);
    Problem problem = any(dice);
    for (int i = 0; i < number; ++i) {
        problem = any(dice);
    }
    return problem;
}

} // namespace samples
