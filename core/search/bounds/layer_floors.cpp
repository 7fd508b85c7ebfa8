#include "core/search/bounds/layer_floors.h"

#include "core/dataflow/map_range.h"
#include "core/dataflow/unit_pass.h"

#include <algorithm>
#include <limits>
#include <map>

namespace tilescape::search {

using network::Layer;

namespace {

double asDouble(Count count) { return static_cast<double>(count); }

Extent storedSize(const SearchTask& task, std::size_t layer)
{
    Extent size{std::numeric_limits<Count>::max(), std::numeric_limits<Count>::max()};
    for (const network::Source& source : task.topology.sources[layer]) {
        const Extent own = network::sizeOf(task.network, source);
        size = {std::min(size.height, own.height), std::min(size.width, own.width)};
    }
    return size;
}

/// Whether tiles that need the same word take it over DRAM once.
bool fetchesOnce(const SearchTask& task)
{
    return spreadsFetches(task.space) || !task.machine.sharedBuffers.empty();
}

std::array<Count, 5> keyOf(const Parts& parts)
{
    return {parts.batch, parts.output, parts.input, parts.map.height, parts.map.width};
}

bool hasOwnWeights(const Layer& layer) { return network::hasWeights(layer) && !network::hasOperand(layer); }

} // namespace

Layer withoutNames(Layer layer)
{
    layer.name.clear();
    layer.inputs.clear();
    return layer;
}

std::vector<LayerFloors::Reach> LayerFloors::reachesOf(Count output, Count filter, Count stride, Count stored,
                                                       Count mostParts)
{
    std::vector<Reach> reaches(1);
    for (Count parts = 1; parts <= std::min(output, mostParts); ++parts) {
        Reach& reach = reaches.emplace_back();
        for (Count index = 0; index < parts; ++index) {
            const dataflow::Span own = dataflow::partOf(output, index, parts);
            const Count begin = own.begin * stride;
            const double rows = asDouble(std::max<Count>(0, std::min(stored, (own.end - 1) * stride + filter) - begin));
            reach.stored += rows;
            reach.most = std::max(reach.most, rows);
        }
    }
    return reaches;
}

LayerFloors::LayerFloors(const SearchTask& task, const MemoryDistances& distances, std::size_t layer)
    : m_task(task),
      m_distances(distances),
      m_layer(withoutNames(task.network.layers[layer])),
      m_lengths(splittable(m_layer, task.batch)),
      m_stored(storedSize(task, layer)),
      m_channelwise(dataflow::isChannelwise(m_layer)),
      m_operations(asDouble(network::operations(m_layer)) * asDouble(task.batch)),
      m_leastTileCycles(std::numeric_limits<double>::infinity())
{
    const hardware::Machine& machine = task.machine;
    if (task.space.counts == Counts::Executed) {
        m_operands = asDouble(dataflow::operandsOf(m_layer));
    }
    m_fixedPj = m_operations * machine.prices.macPj;
    if (machine.shape.peArray.dataflow == hardware::ArrayDataflow::RowStationary) {
        // A weight, an input, and an output that is read and written.
        m_fixedPj += m_operations * machine.prices.accessPj[Level::Register] * (network::hasWeights(m_layer) ? 4 : 3);
    }
    const Count tiles = machine.shape.tiles.size();
    const Extent filter = network::filterOf(m_layer);
    const Extent stride = network::strideOf(m_layer);
    m_rows = reachesOf(m_layer.outputSize.height, filter.height, stride.height, m_stored.height, tiles);
    m_columns = reachesOf(m_layer.outputSize.width, filter.width, stride.width, m_stored.width, tiles);
    std::map<Extent, TileFloors> tileFloors;
    for (const Parts& parts : partChoices(m_lengths, tiles, task.space)) {
        const auto place = tileFloors.try_emplace(parts.map, task, m_layer, parts.map).first;
        PartitionFloor& floor = m_partitions.emplace_back();
        floor.parts = parts;
        m_byParts.emplace(keyOf(parts), m_partitions.size() - 1);
        floor.tile = place->second.floorOf(parts);
        const double possible = asDouble(parts.tiles() * machine.shape.peArray.size());
        floor.tile.cycles = std::max(floor.tile.cycles, m_operations / possible);
        m_leastTileCycles = std::min(m_leastTileCycles, floor.tile.cycles * asDouble(parts.tiles()));
        addWeights(floor);
        addInput(floor);
        addOutput(floor);
    }
}

std::vector<std::size_t> LayerFloors::find(const dataflow::PerSplit<Extent>& shares) const
{
    using dataflow::Split;
    const auto fewest = [](Count length, Count parts) { return ceilDivide(length, ceilDivide(length, parts)); };
    const Parts parts{fewest(m_lengths.batch, shares[Split::Batch].size()),
                      fewest(m_lengths.outputChannels, shares[Split::OutputChannel].size()),
                      fewest(m_lengths.inputChannels, shares[Split::InputChannel].size()),
                      {fewest(m_lengths.map.height, shares[Split::Map].height),
                       fewest(m_lengths.map.width, shares[Split::Map].width)}};
    std::vector<std::size_t> found;
    const auto [first, last] = m_byParts.equal_range(keyOf(parts));
    for (auto place = first; place != last; ++place) {
        found.push_back(place->second);
    }
    return found;
}

namespace {

/// Groups of channels that are computed apart.
Count channelGroups(const Layer& layer) { return network::isDepthwise(layer) ? 1 : network::groupsOf(layer); }

} // namespace

void LayerFloors::setMemoryHops(PartitionFloor& floor, Tensor tensor, double words, double mostOfTile) const
{
    floor.memoryWords[tensor] = words;
    floor.mostOfTile[tensor] = mostOfTile;
    floor.memoryHops[tensor] = m_distances.sums().leastWordHops(words, mostOfTile);
}

/// One tile of a group fetches for all. As the reference counts, all but one may spare a hop where there are several channels.
void LayerFloors::addWeights(PartitionFloor& floor) const
{
    if (!hasOwnWeights(m_layer)) {
        return;
    }
    const Parts& parts = floor.parts;
    const Count groups = channelGroups(m_layer);
    const double words = asDouble(network::weightWords(m_layer));
    const double tileWords =
        words / asDouble(m_layer.outputChannels) * asDouble(ceilDivide(m_layer.outputChannels / groups, parts.output) * groups)
        * (m_channelwise ? 1
                         : asDouble(ceilDivide(m_layer.inputChannels / groups, parts.input) * groups)
                               / asDouble(m_layer.inputChannels));
    const double group = asDouble(parts.batch * parts.map.size());
    floor.dramWords[Tensor::Weight] =
        tileWords * asDouble(fetchesOnce(m_task) ? parts.output * parts.input : parts.tiles());
    if (spreadsFetches(m_task.space)) {
        setMemoryHops(floor, Tensor::Weight, words, tileWords);
        const double spared =
            m_task.space.counts == Counts::Reference ? tileWords * asDouble(m_distances.channels() - 1) : 0;
        floor.spreadHops[Tensor::Weight] = std::max(0.0, words * (group - 1) - spared);
    } else {
        setMemoryHops(floor, Tensor::Weight, words * group, tileWords);
    }
}

/// Of transposed layers, and of those with a second operand, nothing is proven.
void LayerFloors::addInput(PartitionFloor& floor) const
{
    if (network::isTransposed(m_layer) || network::hasOperand(m_layer)) {
        return;
    }
    const Parts& parts = floor.parts;
    const Reach& rows = m_rows[static_cast<std::size_t>(parts.map.height)];
    const Reach& columns = m_columns[static_cast<std::size_t>(parts.map.width)];
    const Count groups = channelGroups(m_layer);
    const double channels = m_channelwise ? asDouble(m_layer.outputChannels) * m_operands : asDouble(m_layer.inputChannels);
    const double tileChannels = m_channelwise
                                    ? asDouble(ceilDivide(m_layer.outputChannels, parts.output)) * m_operands
                                    : asDouble(ceilDivide(m_layer.inputChannels / groups, parts.input) * groups);
    const double tileBatch = asDouble(ceilDivide(m_task.batch, parts.batch));
    const double group = m_channelwise ? 1 : asDouble(parts.output);
    const double tiles = asDouble(parts.tiles());
    const double words = channels * asDouble(m_task.batch) * rows.stored * columns.stored;
    const double tileWords = tileChannels * tileBatch * rows.most * columns.most;
    const bool spreads = spreadsFetches(m_task.space);
    floor.dramWords[Tensor::Input] = floor.tile.inputWords * (fetchesOnce(m_task) ? tiles / group : tiles);
    floor.inputCopies = spreads ? words : words * group;
    setMemoryHops(floor, Tensor::Input, floor.inputCopies, tileWords);
    floor.ownInputWords = channels * asDouble(m_task.batch) * std::min(rows.stored, m_rows[1].stored)
                          * std::min(columns.stored, m_columns[1].stored);
    floor.spreadHops[Tensor::Input] = spreads ? words * (group - 1) : 0;
}

void LayerFloors::addOutput(PartitionFloor& floor) const
{
    const Parts& parts = floor.parts;
    if (network::isWeightGradient(m_layer)) {
        // Only that all tiles of a part of the sums send them to one.
        floor.spreadHops[Tensor::Output] =
            asDouble(network::outputWords(m_layer)) * asDouble(parts.batch * parts.map.size() - 1);
        return;
    }
    const Count groups = channelGroups(m_layer);
    const double group = m_channelwise ? 1 : asDouble(parts.input);
    const double words = asDouble(network::outputWords(m_layer)) * asDouble(m_task.batch);
    const double tileWords = asDouble(ceilDivide(m_layer.outputChannels / groups, parts.output) * groups)
                             * asDouble(ceilDivide(m_layer.outputSize.height, parts.map.height)
                                        * ceilDivide(m_layer.outputSize.width, parts.map.width)
                                        * ceilDivide(m_task.batch, parts.batch));
    const double tiles = asDouble(parts.tiles());
    // Whatever is forwarded, one tile gathers partial sums and stores them.
    const bool storesOnce = fetchesOnce(m_task) || m_task.space.counts == Counts::Executed;
    floor.dramWords[Tensor::Output] = tileWords * (storesOnce ? tiles / group : tiles);
    setMemoryHops(floor, Tensor::Output, words, tileWords);
    floor.spreadHops[Tensor::Output] = words * (group - 1);
}

double LayerFloors::dramWords(const PartitionFloor& floor, const LayerSetting& setting) const
{
    return (setting.mayPinWeights ? 0 : floor.dramWords[Tensor::Weight])
           + (setting.inputFromTiles ? 0 : floor.dramWords[Tensor::Input] * (1 - setting.inputPartInTiles))
           + (setting.outputStays ? 0 : floor.dramWords[Tensor::Output]);
}

LeastHops LayerFloors::leastHops(const PartitionFloor& floor, const LayerSetting& setting) const
{
    LeastHops hops;
    hops.weight = floor.memoryHops[Tensor::Weight] + floor.spreadHops[Tensor::Weight];
    hops.input = floor.memoryHops[Tensor::Input] * setting.inputPartFromMemory + floor.spreadHops[Tensor::Input]
                 + (setting.inputFromNeighbour ? floor.inputCopies * (1 - setting.inputPartFromMemory) : 0);
    hops.output = setting.outputStays ? 0 : floor.memoryHops[Tensor::Output];
    hops.gather = floor.spreadHops[Tensor::Output];
    if (m_task.space.counts == Counts::Reference) {
        // It counts half of what is gathered for each write and each read.
        hops.output += hops.gather / 2;
        hops.gather = 0;
    }
    return hops;
}

} // namespace tilescape::search
