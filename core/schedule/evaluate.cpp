#include "core/schedule/evaluate.h"

#include "core/cost/blocking_cost.h"
#include "core/interlayer/pricing.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::schedule {

namespace {

support::Diagnostic fault(const network::Layer& layer, std::string problem, std::string remedy)
{
    return {support::Severity::Error, "", "", layer.name, std::move(problem), std::move(remedy)};
}

/// What makes a scheme meaningless, or too large for the chip.
support::Diagnostics checkScheme(const Problem& problem, const hardware::Machine& machine, const GivenScheme& given)
{
    const network::Layer& layer = problem.network.layers[given.layer];
    const dataflow::LayerScheme& scheme = given.scheme;
    support::Diagnostics faults;
    const Extent tiles = scheme.partition.tiles();
    if (tiles != scheme.region.extent) {
        faults.push_back(fault(layer,
                               fmt::format("the partition makes a grid of {} x {} tiles, the region one of {} x {}",
                                           tiles.height, tiles.width, scheme.region.extent.height,
                                           scheme.region.extent.width),
                               "the shares of all splits multiply up to the region"));
        return faults;
    }
    for (const Tile tile : scheme.region.tiles) {
        if (tile.row < 0 || tile.row >= machine.tiles.height || tile.column < 0 || tile.column >= machine.tiles.width) {
            faults.push_back(fault(layer, fmt::format("tile ({}, {}) is not on the chip", tile.row, tile.column),
                                   fmt::format("rows are below {}, columns below {}", machine.tiles.height,
                                               machine.tiles.width)));
            return faults;
        }
    }
    const dataflow::TileLayer tile = dataflow::tileLayer(layer, problem.batch, scheme.partition);
    const dataflow::LoopNest nest = dataflow::loopNest(tile, machine.peArray, scheme.replication);
    for (const Loop loop : allLoops) {
        const auto& factors = scheme.blocking.factors[loop];
        const Count product = factors[0] * factors[1] * factors[2];
        if (product < nest.iterations[loop]) {
            faults.push_back(fault(layer,
                                   fmt::format("the factors of loop {} cover {} iterations of {}", nameOf(loop), product,
                                               nest.iterations[loop]),
                                   "their product is at least the number of iterations"));
        }
    }
    const auto fetches = cost::fetchesOf(nest, scheme.blocking);
    const auto held =
        cost::wordsHeld(nest, scheme.blocking, cost::keptInBuffer(fetches, problem.space.bufferBypass),
                        scheme.sharing.subgroup);
    if (!cost::fits(held, machine)) {
        const auto sum = [&](Storage storage) {
            return held[storage][Tensor::Weight] + held[storage][Tensor::Input] + held[storage][Tensor::Output];
        };
        faults.push_back(fault(layer,
                               fmt::format("registers hold {} of {} words a PE, the buffer {} of {} words a tile",
                                           sum(Storage::Register), machine.registerWordsPerPe, sum(Storage::Buffer),
                                           machine.bufferWordsPerTile),
                               "smaller inner factors need less room"));
    }
    return faults;
}

} // namespace

Schedule evaluate(std::shared_ptr<const Problem> problem, const dataflow::Partition& inputPartition,
                  const std::vector<GivenScheme>& schemes)
{
    const hardware::Machine machine = hardware::machineOf(problem->hardware);
    const network::Topology topology = network::topologyOf(problem->network);
    Schedule schedule;
    schedule.problem = problem;
    schedule.inputPartition = inputPartition;

    std::vector<interlayer::PlacedLayer> chain;
    for (const GivenScheme& given : schemes) {
        const support::Diagnostics faults = checkScheme(*problem, machine, given);
        schedule.diagnostics.insert(schedule.diagnostics.end(), faults.begin(), faults.end());
        chain.push_back({given.layer, given.position, given.scheme, {}});
    }
    if (!schedule.diagnostics.empty()) {
        return schedule;
    }
    schedule.segments = interlayer::priceLayers({problem->network, topology, problem->batch, machine, problem->space},
                                                inputPartition, chain);
    for (const interlayer::PlacedLayer& placed : chain) {
        const network::Layer& layer = problem->network.layers[placed.layer];
        const dataflow::TileLayer tile = dataflow::tileLayer(layer, problem->batch, placed.scheme.partition);
        schedule.layers.push_back({placed.layer, placed.position, placed.scheme,
                                   dataflow::mapOnArray(tile.layer, machine.peArray), placed.cost});
    }
    schedule.totals = totalsOf(schedule.layers, schedule.segments, problem->hardware.clockMhz);
    schedule.status = Status::Feasible;
    return schedule;
}

} // namespace tilescape::schedule
