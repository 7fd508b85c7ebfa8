#include "core/pipeline/chain_cost.h"

#include "core/cost/blocking_cost.h"
#include "core/cost/hops.h"
#include "core/cost/rotation.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/sharing.h"
#include "core/pipeline/weight_pinning.h"

#include <algorithm>
#include <set>

namespace tilescape::pipeline {

using dataflow::Layout;
using dataflow::Partition;
using dataflow::Region;

namespace {

class Pricing {
public:
    Pricing(const NetworkTask& task, const Partition& inputPartition) : m_task(task), m_places(task, inputPartition) {}

    SegmentTiming priceSegment(PlacedLayer* first, PlacedLayer* last)
    {
        std::vector<Placement> placements;
        for (const PlacedLayer* placed = first; placed != last; ++placed) {
            placements.push_back({placed->layer, placed->slot});
        }
        const std::vector<Links> links = linksOf(m_task.topology, placements);
        const bool pins = mayPinWeights(m_task, placements);
        std::vector<TimedLayer> timed;
        const Count working =
            m_task.rules.counts == Counts::Executed ? workingTiles(first, last) : m_task.machine.shape.tiles.size();
        for (std::size_t i = 0; first + i != last; ++i) {
            PlacedLayer& placed = first[i];
            const auto regionOf = [&](std::size_t layer) -> const Region& {
                return std::find_if(first, last, [layer](const PlacedLayer& other) { return other.layer == layer; })
                    ->scheme.region;
            };
            priceLayer(placed, links[i].source ? regionOf(*links[i].source) : m_places.memoryChannels(),
                       links[i].forwarder ? &regionOf(*links[i].forwarder) : nullptr, links[i], pins,
                       static_cast<double>(placed.scheme.region.extent.size()) / static_cast<double>(working));
            timed.push_back({placements[i], &placed.scheme, &placed.cost});
        }
        return timeSegment(m_task.network, m_task.topology, timed, m_task.rules.counts);
    }

private:
    /// Of all regions together.
    static Count workingTiles(const PlacedLayer* first, const PlacedLayer* last)
    {
        Count tiles = 0;
        std::set<Count> seen;
        for (const PlacedLayer* placed = first; placed != last; ++placed) {
            tiles += seen.insert(placed->slot.region).second ? placed->scheme.region.extent.size() : 0;
        }
        return tiles;
    }

    void priceLayer(PlacedLayer& placed, const Region& source, const Region* forwarding, const Links& links,
                    bool pins, double sharedPart)
    {
        const network::Layer& layer = m_task.network.layers[placed.layer];
        const dataflow::LayerScheme& scheme = placed.scheme;
        const hardware::Machine& machine = m_task.machine;
        const bool spreads = m_task.rules.spreadsFetches;

        cost::TileContext context;
        context.tiles = scheme.region.extent.size();
        context.sharedPart = sharedPart;
        context.mayBypass = m_task.rules.bufferBypass;
        context.inputFromTiles = links.source.has_value();
        context.inputPartInTiles = inputPartInTiles(layer, links, m_task.rules.counts);
        context.outputToTiles = !links.outputToMemory;
        context.mayPinWeights = pins;
        context.counts = m_task.rules.counts;
        // What lies in these very tiles' buffers cannot bypass them.
        context.mayBypass[Tensor::Input] &= !(links.source && source == scheme.region);
        context.mayBypass[Tensor::Output] &= links.outputToMemory;
        if (!machine.sharedBuffers.empty()) {
            context.identicalTiles = dataflow::sharersOf(layer, scheme.partition);
        }
        if (spreads) {
            context.sharers = dataflow::sharersOf(layer, scheme.partition);
        }

        const dataflow::TileLayer tile =
            dataflow::tileLayer(layer, m_task.batch, scheme.partition, m_task.rules.counts);
        const dataflow::LoopNest nest = dataflow::loopNest(tile, machine.shape.peArray, scheme.replication);
        placed.cost = cost::blockingCost(nest, scheme.blocking, machine, context, scheme.sharing.subgroup);
        if (m_task.rules.buffersShared) {
            PerTensor<bool> kept;
            for (const Tensor tensor : allTensors) {
                kept[tensor] = placed.cost.wordsHeld[Storage::Buffer][tensor] > 0;
            }
            const cost::RotationTraffic rotation = cost::rotationTraffic(
                nest, scheme.blocking, scheme.sharing,
                dataflow::sharingRings(layer, scheme.partition, scheme.region, m_task.rules.counts),
                cost::fetchesOf(nest, scheme.blocking), kept, context.tiles);
            placed.cost.nocHopsBetweenTiles = rotation.wordHops;
            placed.cost.rotationRounds = rotation.rounds;
            placed.cost.rotationUnits = rotation.units;
        }

        const std::optional<Layout> output = m_places.placeOutput(placed.layer, scheme, links.outputToMemory);
        const cost::Traffic traffic = cost::trafficOf(layer, m_task.batch, scheme.region, scheme.partition,
                                                      m_places.memoryChannels(), spreads, m_task.rules.counts);
        const Count operandHops =
            network::hasOperand(layer) ? cost::operandHops(traffic, m_places.operandOf(placed.layer), spreads) : 0;
        cost::addHops(placed.cost,
                      {traffic.weightHops + operandHops,
                       cost::inputHops(traffic, m_places.inputOf(placed.layer, forwarding), spreads),
                       output ? cost::outputHops(traffic, *output, spreads) : cost::OutputHops{}},
                      machine);
    }

    const NetworkTask& m_task;
    FeatureMapPlacement m_places;
};

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

} // namespace

std::vector<SegmentTiming> priceLayers(const NetworkTask& task, const Partition& inputPartition,
                                       std::vector<PlacedLayer>& layers)
{
    Pricing pricing(task, inputPartition);
    std::vector<SegmentTiming> timings;
    std::vector<PlacedLayer*> bounds{layers.data()}; // of the segments
    PlacedLayer* const end = layers.data() + layers.size();
    while (bounds.back() != end) {
        PlacedLayer* const first = bounds.back();
        PlacedLayer* const last = std::find_if(
            first, end, [first](const PlacedLayer& placed) { return placed.slot.segment != first->slot.segment; });
        timings.push_back(pricing.priceSegment(first, last));
        bounds.push_back(last);
    }
    for (std::size_t number = 0; task.rules.counts == Counts::Executed && number < timings.size(); ++number) {
        const auto cycles = static_cast<double>(cyclesOf(timings[number], timings.size() == 1));
        shareStaticEnergy(task.machine.prices.staticPjPerCycle * cycles, bounds[number], bounds[number + 1]);
    }
    return timings;
}

} // namespace tilescape::pipeline
