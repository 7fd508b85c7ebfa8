#include "core/pipeline/chain_cost.h"

#include "core/cost/blocking_cost.h"
#include "core/cost/hops.h"
#include "core/cost/rotation.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/sharing.h"
#include "core/pipeline/region_room.h"
#include "core/pipeline/weight_pinning.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace tilescape::pipeline {

using dataflow::Layout;
using dataflow::Partition;
using dataflow::Region;

namespace {

/// What stands around a layer of a segment, as far as it decides the layer's cost.
struct Surroundings {
    const Links& links;
    const Region* source = nullptr;     ///< of the layer in the segment that makes its input; null: memory
    const Region* forwarding = nullptr; ///< of the layer that hands the input on; null: none
    bool pinsWeights = false;
    bool reloadsWeights = false;
    double sharedPart = 1; ///< of the shared buffers
};

/// Of all regions together.
Count workingTiles(const PlacedLayer* first, const PlacedLayer* last)
{
    Count tiles = 0;
    std::set<Count> seen;
    for (const PlacedLayer* placed = first; placed != last; ++placed) {
        tiles += seen.insert(placed->slot.region).second ? placed->scheme.region.extent.size() : 0;
    }
    return tiles;
}

dataflow::LoopNest nestOf(const NetworkTask& task, const PlacedLayer& placed)
{
    return dataflow::loopNest(
        dataflow::tileLayer(task.network.layers[placed.layer], task.batch, placed.scheme.partition, task.rules.counts),
        task.machine.shape.peArray, placed.scheme.replication);
}

/// What a priced layer keeps in the buffers of its region.
RegionShare shareOf(const PlacedLayer& placed)
{
    const dataflow::LayerScheme& scheme = placed.scheme;
    const PerStorage<PerTensor<double>>& fetches = placed.cost.fetches;
    RegionShare share;
    share.blocking = &scheme.blocking;
    share.partition = &scheme.partition;
    for (const Tensor tensor : allTensors) {
        share.bufferWords[tensor] = static_cast<Count>(placed.cost.wordsHeld[Storage::Buffer][tensor]);
    }
    share.pinsWeights = fetches[Storage::Buffer][Tensor::Weight] == 0;
    share.sharesInput = scheme.sharing.subgroup[Tensor::Input] > 1;
    share.outputSharers = scheme.sharing.subgroup[Tensor::Output];
    share.takesInputOnce =
        !share.sharesInput && fetches[Storage::Register][Tensor::Input] == fetches[Storage::Buffer][Tensor::Input];
    return share;
}

/// Calls `priceLayer(placed, surroundings)` for each layer of a segment, then times the segment.
template <class PriceLayer>
SegmentTiming priceSegment(const NetworkTask& task, PlacedLayer* first, PlacedLayer* last, const PriceLayer& priceLayer)
{
    std::vector<Placement> placements;
    for (const PlacedLayer* placed = first; placed != last; ++placed) {
        placements.push_back({placed->layer, placed->slot});
    }
    const std::vector<Links> links = linksOf(task.topology, placements);
    const bool pins = mayPinWeights(task, placements);
    const Count working =
        task.rules.counts == Counts::Executed ? workingTiles(first, last) : task.machine.shape.tiles.size();
    const auto regionOf = [&](const std::optional<std::size_t>& layer) -> const Region* {
        return !layer ? nullptr : &std::find_if(first, last, [&layer](const PlacedLayer& other) {
                                       return other.layer == *layer;
                                   })->scheme.region;
    };
    std::vector<TimedLayer> timed;
    for (std::size_t i = 0; first + i != last; ++i) {
        PlacedLayer& placed = first[i];
        priceLayer(placed, Surroundings{links[i], regionOf(links[i].source), regionOf(links[i].forwarder), pins,
                                        reloadsWeights(task.network, task.rules.counts, placements, i),
                                        static_cast<double>(placed.scheme.region.extent.size())
                                            / static_cast<double>(working)});
        timed.push_back({placements[i], &placed.scheme, &placed.cost});
    }
    const RegionRoom room(task.network, task.topology, placements, task.machine.capacities.bufferWordsPerTile);
    if (task.rules.counts == Counts::Executed && room.hasRegions()) {
        std::vector<RegionShare> shares;
        std::transform(first, last, std::back_inserter(shares), shareOf);
        noteHandOnRooms(room, shares, timed);
    }
    return timeSegment(task.network, task.topology, timed, task.rules.counts);
}

/// Everything of the cost but hops and rotation.
cost::LayerCost costWithoutHops(const NetworkTask& task, const PlacedLayer& placed, const dataflow::LoopNest& nest,
                                const Surroundings& around)
{
    const network::Layer& layer = task.network.layers[placed.layer];
    const dataflow::LayerScheme& scheme = placed.scheme;
    cost::TileContext context;
    context.tiles = scheme.region.extent.size();
    context.sharedPart = around.sharedPart;
    context.outputIsTaken = isTakenFromTiles(around.links, task.rules.counts);
    context.mayBypass = cost::mayBypassBuffer(task.rules.bufferBypass, around.source && *around.source == scheme.region,
                                              context.outputIsTaken);
    context.inputFromTiles = around.links.source.has_value();
    context.inputPartInTiles = inputPartInTiles(layer, around.links, task.rules.counts);
    context.outputToTiles = !around.links.outputToMemory;
    context.mayPinWeights = around.pinsWeights;
    context.reloadsWeights = around.reloadsWeights;
    context.counts = task.rules.counts;
    if (!task.machine.sharedBuffers.empty()) {
        context.identicalTiles = dataflow::tilesOfPiece(layer, scheme.partition, task.rules.counts);
    }
    context.sharers = dataflow::fetchSharers(layer, scheme.partition, task.rules.spreadsFetches, task.rules.counts);
    return cost::blockingCost(nest, scheme.blocking, task.machine, context, scheme.sharing.subgroup);
}

/// Prices a chain from its first layer to its last: each finds its input where those before it left it.
class Pricing {
public:
    Pricing(const NetworkTask& task, const Partition& inputPartition) : m_task(task), m_places(task, inputPartition) {}

    void priceLayer(PlacedLayer& placed, const Surroundings& around)
    {
        const dataflow::LoopNest nest = nestOf(m_task, placed);
        placed.cost = costWithoutHops(m_task, placed, nest, around);
        if (m_task.rules.buffersShared) {
            addRotation(placed, nest, around.reloadsWeights);
        }
        addFetchHops(placed, around);
    }

private:
    void addRotation(PlacedLayer& placed, const dataflow::LoopNest& nest, bool reloadsWeights) const
    {
        const dataflow::LayerScheme& scheme = placed.scheme;
        PerTensor<bool> kept;
        for (const Tensor tensor : allTensors) {
            kept[tensor] = placed.cost.wordsHeld[Storage::Buffer][tensor] > 0;
        }
        const cost::RotationTraffic rotation =
            cost::rotationTraffic(nest, scheme.blocking, scheme.sharing,
                                  dataflow::sharingRings(m_task.network.layers[placed.layer], scheme.partition,
                                                         scheme.region, m_task.rules.counts),
                                  cost::fetchesOf(nest, scheme.blocking, reloadsWeights), kept,
                                  scheme.region.extent.size(), m_task.rules.counts);
        placed.cost.nocHopsBetweenTiles = rotation.wordHops;
        placed.cost.rotationRounds = rotation.rounds;
        placed.cost.rotationUnits = rotation.units;
    }

    void addFetchHops(PlacedLayer& placed, const Surroundings& around)
    {
        const network::Layer& layer = m_task.network.layers[placed.layer];
        const dataflow::LayerScheme& scheme = placed.scheme;
        const bool spreads = m_task.rules.spreadsFetches;
        const std::optional<Layout> output = m_places.placeOutput(placed.layer, scheme, around.links.outputToMemory);
        const cost::Traffic traffic = cost::trafficOf(layer, m_task.batch, scheme.region, scheme.partition,
                                                      m_places.memoryChannels(), spreads, m_task.rules.counts);
        const Count operandHops =
            network::hasOperand(layer) ? cost::operandHops(traffic, m_places.operandOf(placed.layer), spreads) : 0;
        cost::addHops(placed.cost,
                      {traffic.weightHops + operandHops,
                       cost::inputHops(traffic, m_places.inputOf(placed.layer, around.forwarding), spreads),
                       output ? cost::outputHops(traffic, *output, spreads) : cost::OutputHops{}},
                      m_task.machine);
    }

    const NetworkTask& m_task;
    FeatureMapPlacement m_places;
};

/// Hops and rotation follow from schemes, regions and the places of maps alone: those of `before` still hold.
void priceAgain(const NetworkTask& task, PlacedLayer& placed, const Surroundings& around)
{
    const cost::LayerCost before = placed.cost;
    placed.cost = costWithoutHops(task, placed, nestOf(task, placed), around);
    placed.cost.nocHopsBetweenTiles = before.nocHopsBetweenTiles;
    placed.cost.rotationRounds = before.rotationRounds;
    placed.cost.rotationUnits = before.rotationUnits;
    placed.cost.nocHops = before.nocHops;
    placed.cost.energy.noc =
        task.machine.prices.hopPj
        * (before.nocHops[Tensor::Weight] + before.nocHops[Tensor::Input] + before.nocHops[Tensor::Output]);
}

void shareStaticEnergy(double energyPj, PlacedLayer* first, PlacedLayer* last)
{
    const auto work = [](const PlacedLayer& placed) {
        return static_cast<double>(placed.scheme.region.extent.size()) * placed.cost.cycles;
    };
    double all = 0;
    for (const PlacedLayer* placed = first; placed != last; ++placed) {
        all += work(*placed);
    }
    for (PlacedLayer* placed = first; placed != last; ++placed) {
        placed->cost.energy.staticPower = energyPj * (work(*placed) / all);
    }
}

/// Prices segment after segment, then divides the static energy of each.
template <class PriceLayer>
std::vector<SegmentTiming> priceChain(const NetworkTask& task, std::vector<PlacedLayer>& layers,
                                      const PriceLayer& priceLayer)
{
    std::vector<SegmentTiming> timings;
    std::vector<PlacedLayer*> bounds{layers.data()}; // of the segments
    PlacedLayer* const end = layers.data() + layers.size();
    while (bounds.back() != end) {
        PlacedLayer* const first = bounds.back();
        PlacedLayer* const last = std::find_if(
            first, end, [first](const PlacedLayer& placed) { return placed.slot.segment != first->slot.segment; });
        timings.push_back(priceSegment(task, first, last, priceLayer));
        bounds.push_back(last);
    }
    for (std::size_t number = 0; task.rules.counts == Counts::Executed && number < timings.size(); ++number) {
        const auto cycles = static_cast<double>(cyclesOf(timings[number], timings.size() == 1));
        shareStaticEnergy(task.machine.prices.staticPjPerCycle * cycles, bounds[number], bounds[number + 1]);
    }
    return timings;
}

} // namespace

std::vector<SegmentTiming> priceLayers(const NetworkTask& task, const Partition& inputPartition,
                                       std::vector<PlacedLayer>& layers)
{
    Pricing pricing(task, inputPartition);
    return priceChain(task, layers,
                      [&](PlacedLayer& placed, const Surroundings& around) { pricing.priceLayer(placed, around); });
}

std::vector<SegmentTiming> priceLayersAgain(const NetworkTask& task, std::vector<PlacedLayer>& layers)
{
    return priceChain(task, layers,
                      [&](PlacedLayer& placed, const Surroundings& around) { priceAgain(task, placed, around); });
}

} // namespace tilescape::pipeline
