#include "core/schedule/evaluate.h"

#include "core/cost/blocking_cost.h"
#include "core/dataflow/sharing.h"
#include "core/pipeline/chain_cost.h"
#include "core/search/space/search_task.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace tilescape::schedule {

namespace {

support::Diagnostic fault(const network::Layer& layer, std::string problem, std::string remedy)
{
    return {support::Severity::Error, "", "", layer.name, std::move(problem), std::move(remedy)};
}

constexpr Count mostPadding = 64; ///< factors may cover more than the iterations, but not senselessly more

support::Diagnostics checkRegion(const network::Layer& layer, const hardware::Machine& machine,
                                 const dataflow::LayerScheme& scheme)
{
    const Extent tiles = scheme.partition.tiles();
    if (tiles != scheme.region.extent) {
        return {fault(layer,
                      fmt::format("the partition makes a grid of {} x {} tiles, the region one of {} x {}",
                                  tiles.height, tiles.width, scheme.region.extent.height, scheme.region.extent.width),
                      "the shares of all splits multiply up to the region")};
    }
    for (const Tile tile : scheme.region.tiles) {
        if (tile.row < 0 || tile.row >= machine.shape.tiles.height || tile.column < 0
            || tile.column >= machine.shape.tiles.width) {
            return {fault(layer, fmt::format("tile ({}, {}) is not on the chip", tile.row, tile.column),
                          fmt::format("rows are below {}, columns below {}", machine.shape.tiles.height,
                                      machine.shape.tiles.width))};
        }
    }
    return {};
}

support::Diagnostics checkReplication(const network::Layer& layer, const dataflow::TileLayer& tile,
                                      const hardware::Machine& machine, const dataflow::Replication& replication)
{
    const bool systolic = machine.shape.peArray.dataflow == hardware::ArrayDataflow::Systolic;
    const Count taps = network::filterOf(tile.layer).size();
    const bool sound = systolic ? replication.taps > 0 && taps % replication.taps == 0 && replication.stripes > 0
                                : replication.taps == 0 && replication.stripes == 0;
    if (!sound) {
        return {fault(layer, fmt::format("{} taps and {} stripes of a pass", replication.taps, replication.stripes),
                      systolic ? "on a systolic array each is one or more, and the taps divide the filter"
                               : "a row-stationary array has neither")};
    }
    const Extent sets = dataflow::mapOnArray(tile.layer, machine.shape.peArray, replication).replication;
    if (systolic && replication.inputChannels > sets.height) {
        return {fault(layer, fmt::format("a pass takes {} input channels", replication.inputChannels),
                      fmt::format("the rows of the array have room for {}", sets.height))};
    }
    const Count copies = sets.size();
    if (replication.inputChannels > copies || replication.outputChannels > copies
        || replication.inputChannels * replication.outputChannels > copies
        || replication.inputChannels > tile.layer.inputChannels
        || replication.outputChannels > tile.layer.outputChannels) {
        return {fault(layer,
                      fmt::format("a pass over the PE array cannot hold {} x {} channels", replication.inputChannels,
                                  replication.outputChannels),
                      fmt::format("the array has room for {} copies of the logical set", copies))};
    }
    return {};
}

support::Diagnostics checkLoops(const network::Layer& layer, const dataflow::LoopNest& nest,
                                const dataflow::LayerScheme& scheme)
{
    support::Diagnostics faults;
    for (const Loop loop : allLoops) {
        const auto& factors = scheme.blocking.factors[loop];
        const double product =
            static_cast<double>(factors[0]) * static_cast<double>(factors[1]) * static_cast<double>(factors[2]);
        const auto iterations = static_cast<double>(nest.iterations[loop]);
        if (product < iterations || product > iterations * static_cast<double>(mostPadding)) {
            faults.push_back(fault(
                layer,
                fmt::format("the factors of loop {} cover {} iterations of {}", nameOf(loop), product,
                            nest.iterations[loop]),
                fmt::format("their product is the number of iterations, and at most {} times as many", mostPadding)));
        }
        if (factors[1] % scheme.sharing.insertedFactors[loop] != 0) {
            faults.push_back(fault(layer,
                                   fmt::format("the inserted level takes {} of {} iterations of loop {}",
                                               scheme.sharing.insertedFactors[loop], factors[1], nameOf(loop)),
                                   "it takes a factor of those at buffer level"));
        }
    }
    return faults;
}

/// Whether the chip is able to what the schedule asks of it.
support::Diagnostics checkAbilities(const Problem& problem, const network::Layer& layer, const GivenScheme& given)
{
    const hardware::Hardware& hardware = problem.hardware;
    const PerTensor<Count>& subgroup = given.scheme.sharing.subgroup;
    const bool shares = std::any_of(subgroup.begin(), subgroup.end(), [](Count tiles) { return tiles > 1; });
    if (shares && !hardware.sameLevelTransfers) {
        return {fault(layer, "its tiles share their buffers", "the chip has no transfers from tile to tile")};
    }
    if (dataflow::sharersOf(layer, given.scheme.partition)[Tensor::Output] > 1 && !hardware.sameLevelTransfers) {
        return {fault(layer, "its tiles add up parts of sums", "the chip has no transfers from tile to tile")};
    }
    if (given.slot.region > 0 && !hardware.spatialPipelining) {
        return {fault(layer, "it runs beside other layers", "on this chip layers run by themselves")};
    }
    if (given.slot.index > 0 && !hardware.temporalPipelining) {
        return {fault(layer, "it follows another layer on its tiles",
                      "on this chip layers hand nothing on in their tiles")};
    }
    return {};
}

support::Diagnostics checkSharing(const network::Layer& layer, const dataflow::LayerScheme& scheme)
{
    const PerTensor<Count> sharers = dataflow::sharersOf(layer, scheme.partition);
    for (const Tensor tensor : allTensors) {
        const Count group = scheme.sharing.group[tensor];
        const Count subgroup = scheme.sharing.subgroup[tensor];
        if ((group != 1 && group != sharers[tensor]) || group % subgroup != 0) {
            return {
                fault(layer, fmt::format("{} tiles share the {}, {} hold one copy", group, nameOf(tensor), subgroup),
                      fmt::format("{} tiles need the same piece; a factor of them can hold a copy", sharers[tensor]))};
        }
    }
    return {};
}

/// What a layer holds, in the place that it has: what its tiles hand on may not bypass their buffers.
support::Diagnostics checkRoom(const Problem& problem, const hardware::Machine& machine,
                               const std::vector<pipeline::PlacedLayer>& chain)
{
    support::Diagnostics faults;
    for (const pipeline::PlacedLayer& placed : chain) {
        const auto sum = [&](Storage storage) {
            const PerTensor<double>& held = placed.cost.wordsHeld[storage];
            return static_cast<Count>(held[Tensor::Weight] + held[Tensor::Input] + held[Tensor::Output]);
        };
        if (sum(Storage::Register) > machine.capacities.registerWordsPerPe
            || sum(Storage::Buffer) > machine.capacities.bufferWordsPerTile) {
            faults.push_back(fault(problem.network.layers[placed.layer],
                                   fmt::format("registers hold {} of {} words a PE, the buffer {} of {} words a tile",
                                               sum(Storage::Register), machine.capacities.registerWordsPerPe,
                                               sum(Storage::Buffer), machine.capacities.bufferWordsPerTile),
                                   "smaller inner factors need less room"));
        }
    }
    return faults;
}

/// What makes a scheme meaningless, whatever room it takes; each check rests on those before it.
support::Diagnostics checkScheme(const Problem& problem, const hardware::Machine& machine, const GivenScheme& given)
{
    const network::Layer& layer = problem.network.layers[given.layer];
    const dataflow::LayerScheme& scheme = given.scheme;
    support::Diagnostics faults = checkAbilities(problem, layer, given);
    if (!faults.empty()) {
        return faults;
    }
    faults = checkRegion(layer, machine, scheme);
    if (!faults.empty()) {
        return faults;
    }
    const dataflow::TileLayer tile = dataflow::tileLayer(layer, problem.batch, scheme.partition, problem.space.counts);
    faults = checkReplication(layer, tile, machine, scheme.replication);
    if (!faults.empty()) {
        return faults;
    }
    const dataflow::LoopNest nest = dataflow::loopNest(tile, machine.shape.peArray, scheme.replication);
    faults = checkLoops(layer, nest, scheme);
    const support::Diagnostics sharing = checkSharing(layer, scheme);
    faults.insert(faults.end(), sharing.begin(), sharing.end());
    return faults;
}

/// Whether a layer may stand at `next` after one at `last`: the next slot, the next region, or the next segment.
bool follows(const std::optional<Slot>& last, const Slot& next)
{
    if (!last) {
        return next == Slot{};
    }
    return next == Slot{last->segment, last->region, last->index + 1}
           || next == Slot{last->segment, last->region + 1, 0} || next == Slot{last->segment + 1, 0, 0};
}

/// Every layer once, after all that it needs, one place after another.
support::Diagnostics checkOrder(const Problem& problem, const network::Topology& topology,
                                const std::vector<GivenScheme>& schemes)
{
    support::Diagnostics faults;
    std::vector<bool> placed(problem.network.layers.size(), false);
    std::optional<Slot> last;
    for (const GivenScheme& given : schemes) {
        const network::Layer& layer = problem.network.layers[given.layer];
        if (placed[given.layer]) {
            faults.push_back(fault(layer, "the layer is scheduled twice", "each layer is scheduled once"));
        }
        placed[given.layer] = true;
        for (const network::Source& source : topology.sources[given.layer]) {
            if (source.kind == network::Source::Kind::Layer && !placed[source.index]) {
                faults.push_back(fault(layer,
                                       "the layer stands before '" + problem.network.layers[source.index].name
                                           + "', whose output it needs",
                                       "layers stand in the order in which they run"));
            }
        }
        if (!follows(last, given.slot)) {
            faults.push_back(fault(layer,
                                   fmt::format("segment {}, region {}, slot {} is out of order", given.slot.segment,
                                               given.slot.region, given.slot.index),
                                   "segments, regions and slots are numbered from 0, without gaps, in the order of the "
                                   "layers"));
        }
        last = given.slot;
    }
    for (std::size_t layer = 0; layer < placed.size(); ++layer) {
        if (!placed[layer]) {
            faults.push_back(fault(problem.network.layers[layer], "the layer has no scheme", "every layer needs one"));
        }
    }
    return faults;
}

/// All faults of the schemes.
support::Diagnostics checkSchemes(const Problem& problem, const hardware::Machine& machine,
                                  const network::Topology& topology, const std::vector<GivenScheme>& schemes)
{
    support::Diagnostics faults = checkHops(problem);
    const auto add = [&faults](const support::Diagnostics& more) {
        faults.insert(faults.end(), more.begin(), more.end());
    };
    add(checkOrder(problem, topology, schemes));
    for (const GivenScheme& given : schemes) {
        add(checkScheme(problem, machine, given));
    }
    return faults;
}

/// The schedule of layers that are priced.
void fillIn(Schedule& schedule, const search::SearchTask& task, const std::vector<pipeline::PlacedLayer>& chain)
{
    for (const pipeline::PlacedLayer& placed : chain) {
        const dataflow::TileLayer tile = dataflow::tileLayer(task.network.layers[placed.layer], task.batch,
                                                             placed.scheme.partition, task.space.counts);
        schedule.layers.push_back(
            {placed.layer, placed.slot, placed.scheme,
             dataflow::mapOnArray(tile.layer, task.machine.shape.peArray, placed.scheme.replication), placed.cost, 0});
    }
    schedule.bound = search::networkBound(task);
    sumUp(schedule);
    schedule.status = Status::Feasible;
}

/// How the schemes were found.
void keepSearchRecord(Schedule& schedule, const Schedule& found)
{
    schedule.counts = found.counts;
    schedule.segmentCounts = found.segmentCounts;
    schedule.segmentCountsByLayer = found.segmentCountsByLayer;
    schedule.chains = found.chains;
    schedule.segmentSearches = found.segmentSearches;
    schedule.solveSeconds = found.solveSeconds;
}

} // namespace

std::vector<GivenScheme> schemesOf(const Schedule& schedule)
{
    std::vector<GivenScheme> schemes;
    for (const ScheduledLayer& layer : schedule.layers) {
        schemes.push_back({layer.layer, layer.slot, layer.scheme});
    }
    return schemes;
}

Schedule evaluate(std::shared_ptr<const Problem> problem, const dataflow::Partition& inputPartition,
                  const std::vector<GivenScheme>& schemes)
{
    const hardware::Machine machine = hardware::machineOf(problem->hardware);
    const network::Topology topology = network::topologyOf(problem->network);
    Schedule schedule;
    schedule.problem = problem;
    schedule.inputPartition = inputPartition;
    schedule.diagnostics = checkSchemes(*problem, machine, topology, schemes);
    if (!schedule.diagnostics.empty()) {
        return schedule;
    }
    std::vector<pipeline::PlacedLayer> chain;
    for (const GivenScheme& given : schemes) {
        chain.push_back({given.layer, given.slot, given.scheme, {}});
    }
    const search::SearchTask task{problem->network, topology, problem->batch, machine, problem->space};
    schedule.segments = pipeline::priceLayers(task, inputPartition, chain);
    schedule.diagnostics = checkRoom(*problem, machine, chain);
    if (!schedule.diagnostics.empty()) {
        schedule.segments.clear();
        return schedule;
    }
    fillIn(schedule, task, chain);
    return schedule;
}

bool keepsShape(const Problem& problem, const Schedule& standing)
{
    return hardware::machineOf(problem.hardware).shape == hardware::machineOf(standing.problem->hardware).shape;
}

std::optional<Schedule> priceAnew(const Problem& problem, const Schedule& standing)
{
    if (!standing.hasResult() || problem.batch != standing.problem->batch) {
        return std::nullopt;
    }
    auto asked = settled(problem);
    if (!asked || asked.value().space != standing.problem->space || asked.value().network != standing.problem->network) {
        return std::nullopt;
    }
    const auto own = std::make_shared<const Problem>(std::move(asked.value()));
    const std::vector<GivenScheme> schemes = schemesOf(standing);
    const hardware::Machine machine = hardware::machineOf(own->hardware);
    Schedule schedule;
    if (keepsShape(problem, standing)) {
        const network::Topology topology = network::topologyOf(own->network);
        if (!checkSchemes(*own, machine, topology, schemes).empty()) {
            return std::nullopt;
        }
        std::vector<pipeline::PlacedLayer> chain;
        for (const ScheduledLayer& layer : standing.layers) {
            chain.push_back({layer.layer, layer.slot, layer.scheme, layer.cost});
        }
        schedule.problem = own;
        schedule.inputPartition = standing.inputPartition;
        const search::SearchTask task{own->network, topology, own->batch, machine, own->space};
        schedule.segments = pipeline::priceLayersAgain(task, chain);
        if (!checkRoom(*own, machine, chain).empty()) {
            return std::nullopt;
        }
        fillIn(schedule, task, chain);
    } else {
        schedule = evaluate(own, standing.inputPartition, schemes);
        if (!schedule.hasResult()) {
            return std::nullopt;
        }
    }
    keepSearchRecord(schedule, standing);
    return schedule;
}

} // namespace tilescape::schedule
