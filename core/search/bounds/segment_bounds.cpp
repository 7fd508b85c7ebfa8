#include "core/search/bounds/segment_bounds.h"

#include "core/pipeline/weight_pinning.h"
#include "core/search/space/live_layouts.h"

#include <algorithm>

namespace tilescape::search {

using network::Layer;
using network::Source;
using pipeline::Links;
using pipeline::Placement;
using pipeline::Segment;

namespace {

constexpr double muchLonger = 2;

bool areAlike(const SearchTask& task, std::size_t first, std::size_t second)
{
    const auto sizesOf = [&](std::size_t layer) {
        std::vector<std::pair<Extent, Count>> sizes;
        for (const Source& source : task.topology.sources[layer]) {
            sizes.emplace_back(network::sizeOf(task.network, source), network::channelsOf(task.network, source));
        }
        return sizes;
    };
    return withoutNames(task.network.layers[first]) == withoutNames(task.network.layers[second])
           && sizesOf(first) == sizesOf(second);
}

LayerSetting settingOf(const SearchTask& task, const std::vector<Placement>& placements, std::size_t place,
                       const Links& links, bool mayPinWeights)
{
    const Layer& layer = task.network.layers[placements[place].layer];
    const Count own = placements[place].slot.region;
    LayerSetting setting;
    setting.inputFromTiles = links.source.has_value();
    setting.inputIsLocal = links.source && regionOf(placements, *links.source) == own;
    setting.outputStays = !links.outputToMemory;
    setting.mayPinWeights = mayPinWeights && network::hasWeights(layer);
    setting.inputPartInTiles = pipeline::inputPartInTiles(layer, links, task.space.counts);
    if (links.forwarder) {
        setting.inputPartFromMemory = 0;
        setting.inputFromNeighbour = regionOf(placements, *links.forwarder) != own;
    } else if (links.madeInside > 0) {
        // Only of an element-wise layer are the parts of its operands known.
        setting.inputPartFromMemory = setting.inputPartInTiles > 0 ? 1 - setting.inputPartInTiles : 0;
        const auto& sources = task.topology.sources[placements[place].layer];
        setting.inputFromNeighbour = std::all_of(sources.begin(), sources.end(), [&](const Source& source) {
            return std::any_of(placements.begin(), placements.end(), [&](const Placement& other) {
                return source == Source{Source::Kind::Layer, other.layer}
                       && other.slot.region != own;
            });
        });
    }
    return setting;
}

} // namespace

SegmentBounds::SegmentBounds(const SearchTask& task)
    : m_task(task), m_distances(task.machine), m_tiles(static_cast<double>(task.machine.shape.tiles.size()))
{
    for (std::size_t layer = 0; layer < task.network.layers.size(); ++layer) {
        std::size_t first = 0;
        while (first < layer && !(m_alike[first] == first && areAlike(task, first, layer))) {
            ++first;
        }
        m_alike.push_back(first);
    }
}

std::vector<SegmentBounds::Member> SegmentBounds::membersOf(const Segment& segment)
{
    const std::vector<Placement> placements = segment.placements(0);
    const std::vector<Links> links = pipeline::linksOf(m_task.topology, placements);
    const bool mayPin = pipeline::mayPinWeights(m_task, placements);
    std::vector<Member> members;
    for (std::size_t place = 0; place < placements.size(); ++place) {
        const std::size_t layer = m_alike[placements[place].layer];
        const LayerSetting setting = settingOf(m_task, placements, place, links[place], mayPin);
        const LayerFloors& floors = m_floors.try_emplace(layer, m_task, m_distances, layer).first->second;
        LayerBound& bound =
            m_layers.try_emplace(std::pair{layer, setting}, m_task, floors, setting).first->second;
        members.push_back(
            {layer, setting, &floors, &bound, static_cast<std::size_t>(placements[place].slot.region), {}});
        if (links[place].forwarder) {
            members.back().forwarder = static_cast<std::size_t>(regionOf(placements, *links[place].forwarder));
        }
    }
    return members;
}

/// As counted by the reference, a network in one segment has all the bandwidth that it likes.
bool SegmentBounds::waitsForDram(const Segment& segment) const
{
    return m_task.space.counts == Counts::Executed || segment.layerCount() < m_task.network.layers.size();
}

SegmentEnergyBound SegmentBounds::priced(const std::vector<Member>& members, const std::vector<BoundPrices>& prices)
{
    SegmentEnergyBound bound;
    for (std::size_t place = 0; place < members.size(); ++place) {
        bound.layersPj.push_back(members[place].bound->least(prices[place]));
        bound.energyPj += bound.layersPj.back();
    }
    return bound;
}

/// Regions that work for t cycles need tiles in proportion to their work: a cycle of each region is priced by its part of
/// the work, a tile so that no region gains by other than that part of the tiles.
std::vector<BoundPrices> SegmentBounds::regionPrices(const std::vector<Member>& members, double cyclePj, bool dram) const
{
    std::vector<double> work(members.back().region + 1, 0);
    double all = 0;
    for (const Member& member : members) {
        work[member.region] += member.bound->leastTileCycles();
        all += member.bound->leastTileCycles();
    }
    const double tilePj = work.size() > 1 ? cyclePj * all / (m_tiles * m_tiles) : 0;
    std::vector<BoundPrices> prices;
    for (const Member& member : members) {
        BoundPrices own;
        // Each layer takes as long as its own words, where these take longer than it computes.
        (dram ? own.eitherCyclePj : own.cyclePj) = cyclePj * work[member.region] / all;
        own.tilePj = tilePj * member.bound->leastTileCycles() / work[member.region];
        prices.push_back(own);
    }
    return prices;
}

SegmentEnergyBound SegmentBounds::energyOf(const Segment& segment, double cyclePj)
{
    const std::vector<Member> members = membersOf(segment);
    const double price = m_task.machine.prices.staticPjPerCycle + cyclePj;
    const bool dram = waitsForDram(segment);
    if (members.size() == 1) {
        BoundPrices alone;
        (dram ? alone.eitherCyclePj : alone.cyclePj) = price;
        return priced(members, {alone});
    }
    double work = 0;
    double dramCycles = 0;
    for (const Member& member : members) {
        work += member.bound->leastTileCycles();
        dramCycles += dram ? member.bound->leastDramCycles() : 0;
    }
    // Either limit may be left out: where the other one is much longer, it seldom gives the better bound.
    const double ratio = dramCycles * m_tiles / work;
    SegmentEnergyBound bound;
    if (ratio < muchLonger) {
        const std::vector<BoundPrices> prices = regionPrices(members, price, dram);
        bound = priced(members, prices);
        for (std::size_t place = 0; place < members.size(); ++place) {
            // The region's part of the work, which is its part of the tiles, too.
            const double cyclePj = prices[place].cyclePj + prices[place].eitherCyclePj;
            const double limit = price > 0 ? prices[place].tilePj * m_tiles * cyclePj / price : 0;
            bound.layersPj[place] -= limit;
            bound.energyPj -= limit;
        }
    }
    if (dram && ratio > 1 / muchLonger) {
        BoundPrices memory;
        memory.dramCyclePj = price;
        SegmentEnergyBound ofDram = priced(members, std::vector<BoundPrices>(members.size(), memory));
        if (ofDram.energyPj > bound.energyPj) {
            return ofDram;
        }
    }
    return bound;
}

double SegmentBounds::cyclesOf(const Segment& segment)
{
    const std::vector<Member> members = membersOf(segment);
    const bool dram = waitsForDram(segment);
    BoundPrices ofCycles{0, 1, 0, 0, 0};
    if (dram) {
        ofCycles = {0, 0, 0, 0, 1};
    }
    const BoundPrices ofDram{0, 0, 1, 0, 0};
    std::vector<double> regions(members.back().region + 1, 0);
    double work = 0;
    double dramCycles = 0;
    for (const Member& member : members) {
        regions[member.region] += member.bound->least(ofCycles);
        work += member.bound->leastTileCycles();
        dramCycles += dram ? member.bound->least(ofDram) : 0;
    }
    return std::max({*std::max_element(regions.begin(), regions.end()), work / m_tiles, dramCycles});
}

} // namespace tilescape::search
