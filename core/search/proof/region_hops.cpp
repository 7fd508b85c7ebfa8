#include "core/search/proof/region_hops.h"

#include "core/dataflow/nearest_places.h"
#include "core/pipeline/feature_map_placement.h"
#include "core/search/proof/spread_supply.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace tilescape::search {

namespace {

/// Of these tiles, from those of all tiles of a chip, row by row.
std::vector<Count> hopsOf(const std::vector<Tile>& tiles, const std::vector<Count>& ofChip, Count width)
{
    std::vector<Count> hops;
    hops.reserve(tiles.size());
    for (const Tile tile : tiles) {
        hops.push_back(ofChip[static_cast<std::size_t>(tile.row * width + tile.column)]);
    }
    return hops;
}

} // namespace

RegionHops::RegionHops(const SearchTask& task, const SegmentBounds::Member& member, const dataflow::Region& region,
                       std::vector<dataflow::Region> sources)
    : m_task(task),
      m_member(member),
      m_sources(std::move(sources)),
      m_fromMemory(hopsOf(region.tiles, member.floors->distances().ofTiles(), task.machine.shape.tiles.width))
{
    const dataflow::Region memory = pipeline::memoryRegion(task.machine);
    const bool fromMemory = member.setting.inputPartFromMemory == 1;
    const bool areCorners = memory.extent == Extent{2, 2} && task.machine.shape.tiles.size() > 4;
    if (areCorners && (fromMemory || member.forwarder)) {
        const dataflow::Region& stored = fromMemory ? memory : m_sources.front();
        const Extent places = placesUsed(stored.extent);
        for (Count row = 0; row < places.height; ++row) {
            for (Count column = 0; column < places.width; ++column) {
                m_places.push_back(stored.at(row, column));
                m_fromPlaces.emplace_back(dataflow::hopsToNearest(region.tiles, {m_places.back()}));
            }
        }
        for (const network::Source& source : task.topology.sources[member.layer]) {
            const Count channels = network::channelsOf(task.network, source);
            const Extent size = network::sizeOf(task.network, source);
            m_mostOfPlace += largestPart(task.batch, channels, size, places)
                             * static_cast<double>(task.batch * channels * size.size());
        }
    }
    const network::Layer& layer = member.floors->layer();
    if (areCorners && !member.setting.outputStays && !network::isWeightGradient(layer)) {
        for (const Tile channel : memory.tiles) {
            m_fromChannels.emplace_back(dataflow::hopsToNearest(region.tiles, {channel}));
        }
        m_mostOfChannel = largestPart(task.batch, layer.outputChannels, layer.outputSize, memory.extent)
                          * static_cast<double>(task.batch * network::outputWords(layer));
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
double RegionHops::ofInput(const cost::MapGroups& groups) const
{
    const LayerSetting& setting = m_member.setting;
    const Extent stored = m_member.floors->stored();
    const Count width = m_task.machine.shape.tiles.width;
    const bool spreads = spreadsFetches(m_task.space);
    const auto distance = [&](const cost::MapGroup& group, const auto& hopsFrom) {
        Count nearest = std::numeric_limits<Count>::max();
        Count all = 0;
        for (const cost::TilePlace place : group.tiles) {
            const Count own = hopsFrom(cost::tileAt(place));
            nearest = std::min(nearest, own);
            all += own;
        }
        return static_cast<double>(spreads ? nearest : all);
    };
    const auto lookedUpIn = [width](const std::vector<Count>& hops) {
        return [&hops, width](Tile tile) { return hops[static_cast<std::size_t>(tile.row * width + tile.column)]; };
    };
    const bool fromNeighbours = setting.inputFromNeighbour && setting.inputPartFromMemory < 1;
    std::vector<Count> toNeighbour;
    if (fromNeighbours) { // made anew for each question: few are asked of most regions
        std::vector<Tile> neighbours;
        for (const dataflow::Region& other : m_sources) {
            neighbours.insert(neighbours.end(), other.tiles.begin(), other.tiles.end());
        }
        toNeighbour = dataflow::hopsToNearest(m_task.machine.shape.tiles, neighbours);
    }
    const bool isSpread = !m_places.empty();
    std::map<dataflow::Span, Count> channelEnds;
    std::map<dataflow::Span, Count> rowEnds;
    std::map<dataflow::Span, Count> columnEnds;
    if (isSpread) {
        std::set<dataflow::Span> channels; // those of poolings overlap as the reference counts
        std::set<dataflow::Span> rows;
        std::set<dataflow::Span> columns;
        for (std::size_t number = 0; number < groups.size(); ++number) {
            channels.insert(groups[number].range.channel);
            rows.insert(groups[number].range.row);
            columns.insert(groups[number].range.column);
        }
        channelEnds = ownEnds(channels);
        rowEnds = ownEnds(rows);
        columnEnds = ownEnds(columns);
    }
    const auto within = [](dataflow::Span span, Count end) { return dataflow::overlap(span, {0, end}).size(); };
    double hops = 0;
    std::vector<SpreadDemand> demands;
    for (std::size_t number = 0; number < groups.size(); ++number) {
        const cost::MapGroup group = groups[number];
        const dataflow::MapRange& range = group.range;
        const auto batch = static_cast<double>(range.batch.size());
        double words = batch
                       * static_cast<double>(range.channel.size() * within(range.row, stored.height)
                                             * within(range.column, stored.width));
        hops += spreads ? words * static_cast<double>(group.treeHops) : 0;
        if (isSpread) {
            SpreadDemand& demand = demands.emplace_back();
            demand.words = batch
                           * static_cast<double>(within(range.channel, channelEnds[range.channel])
                                                 * within(range.row, std::min(stored.height, rowEnds[range.row]))
                                                 * within(range.column, std::min(stored.width, columnEnds[range.column])));
            for (const Tile place : m_places) {
                demand.hops.push_back(distance(group, [place](Tile tile) { return hopsBetween(tile, place); }));
            }
            words -= demand.words;
        }
        if (fromNeighbours) {
            hops += words * (1 - setting.inputPartFromMemory) * distance(group, lookedUpIn(toNeighbour));
        }
        hops +=
            words * setting.inputPartFromMemory * distance(group, lookedUpIn(m_member.floors->distances().ofTiles()));
    }
    return hops + leastHopsFrom(demands, m_mostOfPlace);
}

double RegionHops::beyond(const PartitionFloor& floor) const
{
    const LayerSetting& setting = m_member.setting;
    const auto farther = [&](Tensor tensor) { // than from the nearest tiles of the chip
        return std::max(0.0, m_fromMemory.leastWordHops(floor.memoryWords[tensor], floor.mostOfTile[tensor])
                                 - floor.memoryHops[tensor]);
    };
    double hops = setting.mayPinWeights ? 0 : farther(Tensor::Weight);
    double input = farther(Tensor::Input) * setting.inputPartFromMemory;
    if (!m_fromPlaces.empty()) {
        const LeastHops least = m_member.floors->leastHops(floor, setting);
        const double spread =
            leastHopsFrom(m_fromPlaces, floor.ownInputWords, m_mostOfPlace, floor.mostOfTile[Tensor::Input]);
        input = std::max(input, spread + floor.spreadHops[Tensor::Input] - least.input);
    }
    hops += input;
    if (!setting.outputStays) {
        const double output = m_fromChannels.empty() ? 0
                                                     : leastHopsFrom(m_fromChannels, floor.memoryWords[Tensor::Output],
                                                                     m_mostOfChannel, floor.mostOfTile[Tensor::Output]);
        hops += std::max({0.0, farther(Tensor::Output), output - floor.memoryHops[Tensor::Output]});
    }
    return hops;
}

} // namespace tilescape::search
