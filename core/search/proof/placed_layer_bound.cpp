#include "core/search/proof/placed_layer_bound.h"

#include "core/pipeline/feature_map_placement.h"
#include "core/search/bounds/blocking_bound.h"
#include "core/search/kapla/blocking_branch_and_bound.h"
#include "core/search/proof/spread_supply.h"
#include "core/search/space/infinite.h"
#include "core/search/space/layer_partitions.h"
#include "core/search/space/padded_nests.h"
#include "core/search/space/partition_space.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>

namespace tilescape::search {

namespace {

/// Hops of each tile of the chip, row by row, to the nearest of these places.
std::vector<Count> hopsTo(Extent chip, const std::vector<Tile>& places)
{
    std::vector<Count> hops;
    for (const Tile tile : dataflow::wholeChip(chip).tiles) {
        Count nearest = places.empty() ? 0 : std::numeric_limits<Count>::max();
        for (const Tile place : places) {
            nearest = std::min(nearest, hopsBetween(tile, place));
        }
        hops.push_back(nearest);
    }
    return hops;
}

} // namespace

PlacedLayerBound::PlacedLayerBound(const SearchTask& task, const SegmentBounds::Member& member,
                                   const dataflow::Region& region, const std::vector<dataflow::Region>& sources)
    : m_task(task), m_member(member)
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
    m_layerTask.mayPinWeights = member.setting.mayPinWeights;
    m_layerTask.inputPartInTiles = member.setting.inputPartInTiles;
    std::vector<Tile> neighbours;
    for (const dataflow::Region& other : sources) {
        neighbours.insert(neighbours.end(), other.tiles.begin(), other.tiles.end());
    }
    m_toMemory = hopsTo(task.machine.shape.tiles, m_layerTask.memory.tiles);
    m_toNeighbour = hopsTo(task.machine.shape.tiles, neighbours);
    const bool fromMemory = member.setting.inputPartFromMemory == 1;
    if (m_layerTask.memory.extent == Extent{2, 2} && task.machine.shape.tiles.size() > 4
        && (fromMemory || member.forwarder)) {
        const dataflow::Region& stored = fromMemory ? m_layerTask.memory : sources.front();
        const Extent places = placesUsed(stored.extent);
        for (Count row = 0; row < places.height; ++row) {
            for (Count column = 0; column < places.width; ++column) {
                m_toPlace.push_back(hopsTo(task.machine.shape.tiles, {stored.at(row, column)}));
            }
        }
        for (const network::Source& source : task.topology.sources[member.layer]) {
            const Count channels = network::channelsOf(task.network, source);
            const Extent size = network::sizeOf(task.network, source);
            m_mostOfPlace += largestPart(task.batch, channels, size, places)
                             * static_cast<double>(task.batch * channels * size.size());
        }
    }
    for (const auto& shares : sharesOf(splittable(m_layerTask.layer, task.batch), region.extent, task.space)) {
        Choice& choice = m_choices.emplace_back();
        choice.shares = shares;
        choice.floors = member.floors->find(shares);
    }
}

namespace {

/// Of spans that begin one after another, where the next one begins: words from there on are counted with that one.
std::map<dataflow::Span, Count> ownEnds(const std::set<dataflow::Span>& spans)
{
    std::map<dataflow::Span, Count> ends;
    for (auto span = spans.begin(); span != spans.end(); ++span) {
        const auto next = std::next(span);
        ends[*span] = next == spans.end() ? span->end : std::min(span->end, next->begin);
    }
    return ends;
}

} // namespace

/// Each piece goes to the tile of its group that is nearest to where it may lie. No place holds more than a part of the
/// map, so that of the words that no two groups need, each once, not all come from the nearest one.
double PlacedLayerBound::inputHops(const cost::MapGroups& groups) const
{
    const LayerSetting& setting = m_member.setting;
    const Extent stored = m_member.floors->stored();
    const Count width = m_task.machine.shape.tiles.width;
    const bool spreads = spreadsFetches(m_task.space);
    const auto distance = [&](const cost::MapGroup& group, const std::vector<Count>& hops) {
        Count nearest = std::numeric_limits<Count>::max();
        Count all = 0;
        for (const cost::TilePlace place : group.tiles) {
            const Count own = hops[static_cast<std::size_t>(place.row * width + place.column)];
            nearest = std::min(nearest, own);
            all += own;
        }
        return static_cast<double>(spreads ? nearest : all);
    };
    const bool isSpread = !m_toPlace.empty();
    std::map<dataflow::Span, Count> rowEnds;
    std::map<dataflow::Span, Count> columnEnds;
    if (isSpread) {
        std::set<dataflow::Span> rows;
        std::set<dataflow::Span> columns;
        for (std::size_t number = 0; number < groups.size(); ++number) {
            rows.insert(groups[number].range.row);
            columns.insert(groups[number].range.column);
        }
        rowEnds = ownEnds(rows);
        columnEnds = ownEnds(columns);
    }
    const auto within = [](dataflow::Span span, Count end) { return dataflow::overlap(span, {0, end}).size(); };
    double hops = 0;
    std::vector<SpreadDemand> demands;
    for (std::size_t number = 0; number < groups.size(); ++number) {
        const cost::MapGroup group = groups[number];
        const dataflow::MapRange& range = group.range;
        const auto ofMap = static_cast<double>(range.batch.size() * range.channel.size());
        double words = ofMap * static_cast<double>(within(range.row, stored.height) * within(range.column, stored.width));
        hops += spreads ? words * static_cast<double>(group.treeHops) : 0;
        if (isSpread) {
            SpreadDemand& demand = demands.emplace_back();
            demand.words = ofMap
                           * static_cast<double>(within(range.row, std::min(stored.height, rowEnds[range.row]))
                                                 * within(range.column, std::min(stored.width, columnEnds[range.column])));
            for (const std::vector<Count>& toPlace : m_toPlace) {
                demand.hops.push_back(distance(group, toPlace));
            }
            words -= demand.words;
        }
        if (setting.inputFromNeighbour && setting.inputPartFromMemory < 1) {
            hops += words * (1 - setting.inputPartFromMemory) * distance(group, m_toNeighbour);
        }
        hops += words * setting.inputPartFromMemory * distance(group, m_toMemory);
    }
    return hops + leastHopsFrom(demands, m_mostOfPlace);
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
                             boundsInput ? std::max(floor.input, inputHops(counted.inputs)) : 0,
                             static_cast<double>(counted.outputHops.direct), static_cast<double>(counted.outputHops.gather)};
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
                                LayerBound::leastDramWords(traffic, machine) / machine.rates.dramWordsPerCycle,
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
        const auto best = bestBlockings({prepared, fetchPj, top, 0, true}, 1, least);
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
                                                         double most, std::size_t limit, bool ofBlockings)
{
    // What is known of a choice: its floor, then the bound of its parts, which is shared with other regions, then its hops,
    // then the bounds of its partitions, then their best blockings.
    enum class Known { Floor, Parts, Hops, Partition, Blocking };
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
    for (std::size_t number = 0; number < m_choices.size(); ++number) {
        double least = infinite;
        for (const std::size_t floor : m_choices[number].floors) {
            least = std::min(least, anywhere.floorOf(floor, prices));
        }
        add({least, number, Known::Floor});
    }
    std::vector<BoundedPartition> found;
    while (!open.empty() && found.size() < limit && (found.empty() || found.back().leastPj <= most)) {
        const Open first = open.top();
        open.pop();
        Choice& choice = m_choices[first.number];
        switch (first.known) {
        case Known::Floor: {
            double least = infinite;
            for (const std::size_t floor : choice.floors) {
                least = std::min(least, anywhere.leastOf(floor, prices));
            }
            add({std::max(first.least, least), first.number, Known::Parts});
            break;
        }
        case Known::Parts:
            if (choice.partitions.empty()) {
                countHops(choice);
            }
            add({first.least + prices.energyWeight * choice.hopsPj, first.number, Known::Hops});
            break;
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
        case Known::Partition: {
            const double exact = ofBlockings ? exactly(choice.partitions[first.partition], prices, top) : 0;
            add({std::max(first.least, exact), first.number, Known::Blocking, first.partition});
            break;
        }
        case Known::Blocking: {
            const Placed& placed = choice.partitions[first.partition];
            found.push_back({placed.partition, first.least, placed.hops.input});
            break;
        }
        }
    }
    return found;
}

double PlacedLayerBound::least(const BoundPrices& prices, const pipeline::TopGroups& top)
{
    const std::vector<BoundedPartition> found = leastFew(prices, top, 0, 1, true);
    return found.empty() ? infinite : found.front().leastPj;
}

double PlacedLayerBound::leastOfPartitions(const BoundPrices& prices, const pipeline::TopGroups& top)
{
    const std::vector<BoundedPartition> found = leastFew(prices, top, 0, 1, false);
    return found.empty() ? infinite : found.front().leastPj;
}

std::vector<BoundedPartition> PlacedLayerBound::leastFew(const BoundPrices& prices, const pipeline::TopGroups& top,
                                                         double most, std::size_t limit)
{
    return leastFew(prices, top, most, limit, true);
}

} // namespace tilescape::search
