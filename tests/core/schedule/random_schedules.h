#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/parameters.h"
#include "core/schedule/evaluate.h"
#include "core/search/space/partition_space.h"
#include "core/search/space/region_allocation.h"
#include "core/search/space/run_order.h"
#include "core/search/space/segment_enumeration.h"
#include "core/support/factors.h"
#include "tests/core/dice.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

/// Sound networks, segments and schedules that no search would choose: laws hold for them as well.
namespace samples {

using namespace tilescape;

/// Two to nine layers, mostly one after the other, with branches and joins.
inline network::Network randomNetwork(Dice& dice)
{
    network::Network net{"random", "", {"input", 8 * dice.upTo(4), {8, 8}}, {}, {}};
    struct Map {
        std::string name;
        Count channels;
        Extent size;
    };
    std::vector<Map> maps{{"input", net.input.channels, net.input.size}};
    const Count count = 1 + dice.upTo(8);
    for (Count number = 0; number < count; ++number) {
        const Map from = dice.once(3) ? dice.pick(maps) : maps.back();
        const auto twin = std::find_if(maps.begin(), maps.end(), [&](const Map& map) {
            return map.name != from.name && map.channels == from.channels && map.size == from.size;
        });
        network::Layer layer{"layer" + std::to_string(number), {from.name}, {}, from.channels, 8 * dice.upTo(8), from.size};
        const Extent half{from.size.height / 2, from.size.width / 2};
        switch (dice.upTo(8)) {
        case 1:
            layer.kind = network::FullyConnected{from.size};
            layer.outputSize = {};
            break;
        case 2:
            if (from.size.height > 1) {
                layer.kind = network::Pooling{{2, 2}, {2, 2}};
                layer.outputChannels = from.channels;
                layer.outputSize = half;
                break;
            }
            [[fallthrough]];
        case 3:
            if (twin != maps.end()) {
                layer.kind = network::Elementwise{2};
                layer.inputs.push_back(twin->name);
                layer.inputChannels *= 2;
                layer.outputChannels = from.channels;
                break;
            }
            [[fallthrough]];
        case 4:
            layer.kind = network::Convolution{{3, 3}, {1, 1}, dice.once(2) ? 2 : 4};
            break;
        case 5:
            layer.kind = network::Convolution{{3, 3}, {1, 1}, from.channels};
            layer.outputChannels = from.channels;
            break;
        default:
            layer.kind = network::Convolution{dice.once(2) ? Extent{1, 1} : Extent{3, 3}, {1, 1}, 1};
            break;
        }
        maps.push_back({layer.name, layer.outputChannels, layer.outputSize});
        net.layers.push_back(std::move(layer));
    }
    return net;
}

/// Three factors that multiply up to `iterations`, the first of them `outermost` where that divides.
inline std::array<Count, 3> randomFactors(Dice& dice, Count iterations, Count outermost)
{
    const Count first = iterations % outermost == 0 ? outermost : dice.pick(support::divisors(iterations));
    const Count inner = dice.pick(support::divisors(iterations / first));
    return {first, iterations / first / inner, inner};
}

/// The same with any factors.
inline std::array<Count, 3> anyFactors(Dice& dice, Count iterations)
{
    return randomFactors(dice, iterations, dice.pick(support::divisors(iterations)));
}

/// How a layer's loops at DRAM level are to be cut: the channels' where that divides.
struct WantedGroups {
    Count batch = 1; ///< outermost
    Loop loop = Loop::InputChannel; ///< that of the channels' groups
    Count groups = 1;
};

/// A mapping that no search would choose, its loops at DRAM level cut as `wanted`, or in any way and order.
inline dataflow::LayerScheme randomScheme(Dice& dice, const schedule::Problem& problem, const network::Layer& layer,
                                          const dataflow::Region& region, const std::optional<WantedGroups>& wanted)
{
    dataflow::LayerScheme scheme;
    scheme.region = region;
    scheme.partition = dice.pick(
        search::partitions(search::splittable(layer, problem.batch), region.extent, problem.space));
    const dataflow::TileLayer tile = dataflow::tileLayer(layer, problem.batch, scheme.partition, problem.space.counts);
    const dataflow::LoopNest nest = dice.pick(dataflow::loopNests(tile, hardware::machineOf(problem.hardware).shape.peArray));
    scheme.replication = nest.replication;
    for (const Loop loop : allLoops) {
        if (!wanted) {
            scheme.blocking.factors[loop] = anyFactors(dice, nest.iterations[loop]);
            continue;
        }
        const Count outermost = loop == Loop::Batch ? wanted->batch : loop == wanted->loop ? wanted->groups : 1;
        scheme.blocking.factors[loop] = randomFactors(dice, nest.iterations[loop], outermost);
    }
    std::shuffle(scheme.blocking.order[1].begin(), scheme.blocking.order[1].end(), dice.engine());
    scheme.blocking.order[0] = {Loop::Batch, Loop::OutputChannel, Loop::InputChannel};
    if (!wanted) {
        std::shuffle(scheme.blocking.order[0].begin(), scheme.blocking.order[0].end(), dice.engine());
    } else if (dice.once(4)) {
        std::shuffle(scheme.blocking.order[0].begin() + 1, scheme.blocking.order[0].end(), dice.engine());
    }
    if (problem.space.bufferSharing) {
        const PerTensor<Count> sharers = dataflow::sharersOf(layer, scheme.partition);
        for (const Tensor tensor : allTensors) {
            scheme.sharing.group[tensor] = sharers[tensor];
            scheme.sharing.subgroup[tensor] = dice.pick(support::divisors(sharers[tensor]));
        }
        for (const Loop loop : allLoops) {
            scheme.sharing.insertedFactors[loop] = dice.pick(support::divisors(scheme.blocking.factors[loop][1]));
        }
        std::shuffle(scheme.sharing.insertedOrder.begin(), scheme.sharing.insertedOrder.end(), dice.engine());
    }
    return scheme;
}

/// A chip with room for every scheme, and slow enough that bus and memory bind now and then.
inline hardware::Hardware randomChip(Dice& dice)
{
    hardware::Hardware chip;
    chip.name = "random";
    chip.tiles = {dice.upTo(6), dice.upTo(6)};
    chip.peArray = {dice.upTo(8), dice.upTo(8)};
    chip.registerBytesPerPe = chip.bufferBytesPerTile = 1e9;
    chip.memory = dice.once(3) ? hardware::MemoryPlacement::EveryTile : hardware::MemoryPlacement::Corners;
    chip.dramGigabytesPerSecond = dice.once(2) ? hardware::unlimited : static_cast<double>(dice.upTo(100));
    return chip;
}

inline schedule::Problem randomProblem(Dice& dice)
{
    schedule::Problem problem;
    problem.network = randomNetwork(dice);
    problem.hardware = randomChip(dice);
    problem.batch = Count{1} << (dice.upTo(5) - 1);
    problem.space.batchPartition = problem.space.inputChannelPartition = true;
    problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    problem.space.accessForwarding = !dice.once(3);
    problem.space.bufferSharing = dice.once(2);
    problem.space.zigzagRegions = !dice.once(4);
    return problem;
}

/// Another value of a random parameter: a neighbour, or one far away.
inline void edit(Dice& dice, schedule::Problem& problem)
{
    const hardware::Parameter& parameter = dice.pick(hardware::parameters());
    double value = parameter.get(problem.hardware) * (dice.once(2) ? 0.8 : 1.3);
    if (!parameter.choices.empty()) {
        value = static_cast<double>(dice.upTo(static_cast<Count>(parameter.choices.size())) - 1);
    } else if (parameter.mayBeUnlimited && dice.once(4)) {
        value = hardware::unlimited;
    }
    value = parameter.integer && std::isfinite(value) ? std::round(value) : value;
    if (hardware::checkValue(parameter, value).empty()) {
        parameter.set(problem.hardware, value);
    }
}

struct RandomSchedule {
    schedule::Problem problem;
    std::vector<schedule::GivenScheme> schemes;

    [[nodiscard]] schedule::Schedule evaluated() const
    {
        return schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, schemes);
    }
};

/// Cuts the problem's network into segments that the rules allow and that have room, as they come; the longest of three throws.
inline RandomSchedule randomSchedule(Dice& dice, schedule::Problem toSolve)
{
    RandomSchedule made{std::move(toSolve), {}};
    const schedule::Problem& problem = made.problem;
    const network::Topology topology = network::topologyOf(problem.network);
    const auto segments =
        search::segmentsOf(problem.network, topology, {true, true}, search::runVertices(problem.network));
    for (Count number = 0; made.schemes.size() < problem.network.layers.size(); ++number) {
        std::vector<std::pair<const pipeline::Segment*, std::vector<dataflow::Region>>> here;
        for (const pipeline::Segment& segment : segments) {
            if (segment.first == made.schemes.size()) {
                const Extent chip = problem.hardware.tiles;
                const auto layout = problem.space.zigzagRegions ? search::RegionLayout::Zigzag
                                    : static_cast<Count>(segment.regions.size()) <= chip.width
                                        ? search::RegionLayout::Columns
                                        : search::RegionLayout::Rows;
                auto regions = search::allocateRegions(problem.network, segment, chip, layout);
                if (!regions.empty()) {
                    here.emplace_back(&segment, std::move(regions));
                }
            }
        }
        auto chosen = dice.pick(here);
        for (int more = 0; more < 2; ++more) {
            const auto& other = dice.pick(here);
            chosen = other.first->layerCount() > chosen.first->layerCount() ? other : chosen;
        }
        // The loop that hands on alternates from region to region, as in Tangram 3.2.
        const Count parity = dice.upTo(2);
        const std::size_t first = made.schemes.size();
        WantedGroups wanted{Count{1} << (dice.upTo(3) - 1), {}, Count{1} << (dice.upTo(3) - 1)};
        for (const pipeline::Placement& placed : chosen.first->placements(number)) {
            const network::Layer& layer = problem.network.layers[placed.layer];
            const dataflow::Region& region = chosen.second[static_cast<std::size_t>(placed.slot.region)];
            const bool outputs = (placed.slot.region + parity) % 2 == 0 || !network::hasWeights(layer);
            wanted.loop = outputs ? Loop::OutputChannel : Loop::InputChannel;
            made.schemes.push_back({placed.layer, placed.slot, randomScheme(dice, problem, layer, region, wanted)});
        }
        // All layers of a segment have the same batch groups: those that all can have.
        const auto common = [&](Count least, const schedule::GivenScheme& given) {
            return std::gcd(least, given.scheme.blocking.factors[Loop::Batch][0]);
        };
        const Count groups = std::accumulate(made.schemes.begin() + static_cast<std::ptrdiff_t>(first), made.schemes.end(), Count{0}, common);
        for (std::size_t place = first; place < made.schemes.size(); ++place) {
            auto& factors = made.schemes[place].scheme.blocking.factors[Loop::Batch];
            factors = {groups, factors[0] / groups * factors[1], factors[2]};
        }
    }
    return made;
}

inline RandomSchedule randomSchedule(Dice& dice) { return randomSchedule(dice, randomProblem(dice)); }

} // namespace samples
