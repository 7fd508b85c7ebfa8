#include "core/search/proof/placed_layer_bound.h"

#include "core/pipeline/feature_map_placement.h"
#include "core/search/bounds/blocking_bound.h"
#include "core/search/kapla/blocking_branch_and_bound.h"
#include "core/search/space/infinite.h"
#include "core/search/space/layer_partitions.h"
#include "core/search/space/padded_nests.h"
#include "core/search/space/partition_space.h"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

namespace tilescape::search {

PlacedLayerBound::PlacedLayerBound(const SearchTask& task, const SegmentBounds::Member& member,
                                   const dataflow::Region& region, const std::vector<dataflow::Region>& sources)
    : m_task(task), m_member(member), m_hops(task, member, region, sources)
{
    m_layerTask.layer = member.floors->layer();
    m_layerTask.batch = task.batch;
    m_layerTask.region = region;
    m_layerTask.memory = pipeline::memoryRegion(task.machine);
    m_layerTask.machine = task.machine;
    m_layerTask.machine.prices.staticPjPerCycle = 0;
    m_layerTask.space = task.space;
    m_layerTask.inputFromTiles = member.setting.inputFromTiles;
    m_layerTask.inputIsLocal = member.setting.inputIsLocal;
    m_layerTask.outputStays = member.setting.outputStays;
    m_layerTask.outputIsTaken = member.setting.outputIsTaken;
    m_layerTask.mayPinWeights = member.setting.mayPinWeights;
    m_layerTask.reloadsWeights = member.reloadsWeights;
    m_layerTask.inputPartInTiles = member.setting.inputPartInTiles;
    for (const auto& shares : sharesOf(splittable(m_layerTask.layer, task.batch), region.extent, task.space)) {
        Choice& choice = m_choices.emplace_back();
        choice.shares = shares;
        choice.floors = member.floors->find(shares);
        for (const std::size_t floor : choice.floors) {
            choice.placesPj.push_back(m_hops.beyond(member.floors->partitions()[floor]) * task.machine.prices.hopPj);
        }
    }
}

cost::MapGroups PlacedLayerBound::inputGroups(const dataflow::Partition& partition) const
{
    return cost::trafficOf(m_layerTask.layer, m_layerTask.batch, m_layerTask.region, partition, m_layerTask.memory,
                           spreadsFetches(m_task.space), m_task.space.counts)
        .inputs;
}

void PlacedLayerBound::countHops(Choice& choice) const
{
    const network::Layer& layer = m_layerTask.layer;
    const LayerFloors& floors = *m_member.floors;
    const LeastHops floor = floors.leastHops(floors.partitions()[choice.floors.front()], m_member.setting);
    const bool boundsInput = !network::isTransposed(layer) && !network::hasOperand(layer);
    double least = infinite;
    for (const dataflow::Partition& partition : ordersOf(choice.shares)) {
        CountedPartition counted;
        counted.partition = partition;
        search::countHops(m_layerTask, counted);
        const LeastHops hops{static_cast<double>(counted.weightHops),
                             boundsInput ? std::max(floor.input, m_hops.ofInput(counted.inputs)) : 0,
                             static_cast<double>(counted.outputHops.direct),
                             static_cast<double>(counted.outputHops.gather)};
        const double weights = m_member.setting.mayPinWeights ? 0 : std::max(0.0, hops.weight - floor.weight);
        least = std::min(least, weights + hops.input - floor.input
                                    + std::max(0.0, hops.output + hops.gather - floor.output - floor.gather));
        choice.partitions.push_back({partition, hops, {}, {}});
    }
    choice.hopsPj = least * m_task.machine.prices.hopPj;
}

/// The blockings of every mapping on the array, with rotation as the partition places its sharing groups.
std::vector<LayerBound::Cost> PlacedLayerBound::mappingsOf(const Choice& choice, const Placed& placed,
                                                           const pipeline::TopGroups& top) const
{
    std::vector<LayerBound::Cost> mappings;
    const double hopPj = m_task.machine.prices.hopPj;
    const PartitionFloor& floor = m_member.floors->partitions()[choice.floors.front()];
    const BlockingKind kind = kindOf(m_layerTask, placed.partition);
    const hardware::Machine& machine = m_layerTask.machine;
    const std::array<double, 3> fetchPj{hopPj * placed.hops.weight, hopPj * placed.hops.input,
                                        hopPj * (placed.hops.output + placed.hops.gather / 2)};
    const auto setting = std::make_shared<const BlockingSetting>(BlockingSetting{kind.context, machine, {}, true, kind.sharing});
    for (const auto& [nest, covered] : paddedNests(kind.tile, machine.shape.peArray, m_task.space.roundedFactors)) {
        const BlockingTask task{nest, setting, top, covered};
        NestTraffic traffic = trafficOf(nest, covered, kind.context, machine, kind.sharing);
        traffic.fixedPj += hopPj * placed.hops.gather / 2; // f writes are half of 2f - 1 fetches, and a half
        const double energyPj =
            leastCost(task, traffic, rotationPrices(nest, kind.context, machine, kind.sharing), fetchPj);
        if (energyPj < infinite) {
            mappings.push_back({energyPj, std::max(traffic.computeCycles, floor.tile.cycles),
                                LayerBound::leastDramWords(traffic, covered, machine) / machine.rates.dramWordsPerCycle,
                                static_cast<double>(kind.context.tiles)});
        }
    }
    return mappings;
}

double PlacedLayerBound::leastOfBlockings(const Placed& placed, const pipeline::TopGroups& top, double cyclePj) const
{
    const double hopPj = m_task.machine.prices.hopPj;
    hardware::Machine machine = m_layerTask.machine;
    machine.prices.staticPjPerCycle = cyclePj;
    const BlockingKind kind = kindOf(m_layerTask, placed.partition);
    const std::array<double, 3> fetchPj{hopPj * placed.hops.weight, hopPj * placed.hops.input,
                                        hopPj * (placed.hops.output + placed.hops.gather / 2)};
    double least = infinite;
    const auto setting = std::make_shared<const BlockingSetting>(BlockingSetting{kind.context, machine, {}, hopPj > 0, kind.sharing});
    for (const auto& [nest, covered] : paddedNests(kind.tile, machine.shape.peArray, m_task.space.roundedFactors)) {
        const PreparedNest prepared = prepareNest({nest, setting, {}, covered});
        const auto best = bestBlockings({prepared, fetchPj, {top}, 0, true}, 1, least);
        if (!best.empty()) {
            least = std::min(least, best.front().cost);
        }
    }
    return least + hopPj * placed.hops.gather / 2;
}

/// Cycles of DRAM are charged as if each word passed once.
double PlacedLayerBound::exactly(Placed& placed, const BoundPrices& prices, const pipeline::TopGroups& top) const
{
    if (prices.energyWeight == 0) {
        return 0;
    }
    const double cyclePj = prices.cyclePj + prices.eitherCyclePj;
    const auto [blockings, isNew] = placed.blockings.try_emplace({top, cyclePj});
    if (isNew) {
        blockings->second = leastOfBlockings(placed, top, cyclePj);
    }
    double dramCycles = infinite;
    for (const LayerBound::Cost& mapping : placed.mappings[top]) {
        dramCycles = std::min(dramCycles, mapping.dramCycles);
    }
    return blockings->second + (prices.dramCyclePj > 0 ? prices.dramCyclePj * dramCycles : 0);
}

std::vector<BoundedPartition> PlacedLayerBound::leastFew(const BoundPrices& prices, const pipeline::TopGroups& top,
                                                         double most, std::size_t limit, Known until)
{
    struct Open {
        double least = 0;
        std::size_t number = 0;
        Known known = Known::Floor;
        std::size_t partition = 0;
    };
    const auto isMore = [](const Open& a, const Open& b) {
        return std::tie(a.least, a.number, a.partition) > std::tie(b.least, b.number, b.partition);
    };
    std::priority_queue<Open, std::vector<Open>, decltype(isMore)> open(isMore);
    const auto add = [&open](const Open& own) {
        if (own.least < infinite) {
            open.push(own);
        }
    };
    LayerBound& anywhere = *m_member.bound;
    const auto leastOfFloors = [&](const Choice& choice, const auto& boundOf) {
        double least = infinite;
        for (std::size_t number = 0; number < choice.floors.size(); ++number) {
            least = std::min(least, boundOf(choice.floors[number], prices.energyWeight * choice.placesPj[number]));
        }
        return least;
    };
    for (std::size_t number = 0; number < m_choices.size(); ++number) {
        add({leastOfFloors(
                 m_choices[number],
                 [&](std::size_t floor, double placesPj) { return anywhere.floorOf(floor, prices) + placesPj; }),
             number, Known::Floor});
    }
    std::vector<BoundedPartition> found;
    while (!open.empty() && found.size() < limit && (found.empty() || found.back().leastPj <= most)) {
        const Open first = open.top();
        open.pop();
        Choice& choice = m_choices[first.number];
        if (first.known == until) {
            found.push_back(until == Known::Parts
                                ? BoundedPartition{{}, first.least, 0}
                                : BoundedPartition{choice.partitions[first.partition].partition, first.least,
                                                   choice.partitions[first.partition].hops.input});
            continue;
        }
        switch (first.known) {
        case Known::Floor: {
            const double least = leastOfFloors(
                choice, [&](std::size_t floor, double placesPj) { return anywhere.leastOf(floor, prices) + placesPj; });
            add({std::max(first.least, least), first.number, Known::Parts});
            break;
        }
        case Known::Parts: {
            if (choice.partitions.empty()) {
                countHops(choice);
            }
            const double least =
                leastOfFloors(choice, [&](std::size_t floor, double) { return anywhere.leastOf(floor, prices); });
            add({std::max(first.least, least + prices.energyWeight * choice.hopsPj), first.number, Known::Hops});
            break;
        }
        case Known::Hops:
            for (std::size_t number = 0; number < choice.partitions.size(); ++number) {
                Placed& placed = choice.partitions[number];
                const auto [mappings, isNew] = placed.mappings.try_emplace(top);
                if (isNew) {
                    mappings->second = mappingsOf(choice, placed, top);
                }
                double least = infinite;
                for (const LayerBound::Cost& mapping : mappings->second) {
                    least = std::min(least, LayerBound::chargedAt(prices, mapping));
                }
                add({std::max(first.least, least), first.number, Known::Partition, number});
            }
            break;
        case Known::Partition:
            add({std::max(first.least, exactly(choice.partitions[first.partition], prices, top)), first.number,
                 Known::Blocking, first.partition});
            break;
        case Known::Blocking:
            break;
        }
    }
    return found;
}

double PlacedLayerBound::least(const BoundPrices& prices, const pipeline::TopGroups& top)
{
    const std::lock_guard lock(m_mutex);
    const std::vector<BoundedPartition> found = leastFew(prices, top, 0, 1, Known::Blocking);
    return found.empty() ? infinite : found.front().leastPj;
}

double PlacedLayerBound::leastOfPartitions(const BoundPrices& prices, const pipeline::TopGroups& top)
{
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_ofPartitions.try_emplace({top, prices}, infinite);
    if (isNew) {
        const std::vector<BoundedPartition> found = leastFew(prices, top, 0, 1, Known::Partition);
        known->second = found.empty() ? infinite : found.front().leastPj;
    }
    return known->second;
}

double PlacedLayerBound::leastOfParts(const BoundPrices& prices)
{
    const std::lock_guard lock(m_mutex);
    const std::vector<BoundedPartition> found = leastFew(prices, {}, 0, 1, Known::Parts);
    return found.empty() ? infinite : found.front().leastPj;
}

std::vector<BoundedPartition> PlacedLayerBound::leastFew(const BoundPrices& prices, const pipeline::TopGroups& top,
                                                         double most, std::size_t limit)
{
    const std::lock_guard lock(m_mutex);
    return leastFew(prices, top, most, limit, Known::Blocking);
}

} // namespace tilescape::search
