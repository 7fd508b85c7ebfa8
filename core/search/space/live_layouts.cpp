#include "core/search/space/live_layouts.h"

#include <algorithm>
#include <optional>

namespace tilescape::search {

using pipeline::LayoutNumber;
using pipeline::MapNumber;
using pipeline::RegionNumber;

LayoutNumber layoutOf(const LiveLayouts& layouts, MapNumber map)
{
    return std::lower_bound(layouts.begin(), layouts.end(), std::pair{map, LayoutNumber{0}})->second;
}

LiveMaps::LiveMaps(const pipeline::NetworkTask& task, const std::vector<std::size_t>& order)
    : m_lastUse(pipeline::mapCount(task.network), 0)
{
    for (std::size_t position = 0; position < order.size(); ++position) {
        for (const network::Source& source : task.topology.sources[order[position]]) {
            m_lastUse[pipeline::mapNumber(task.network, source)] = position + 1;
        }
    }
}

LiveLayouts LiveMaps::after(LiveLayouts before, const LiveLayouts& written, std::size_t position) const
{
    before.insert(before.end(), written.begin(), written.end());
    std::erase_if(before, [&](const auto& entry) { return !isNeededAt(position, entry.first); });
    std::sort(before.begin(), before.end());
    return before;
}

Count regionOf(const std::vector<pipeline::Placement>& segment, std::size_t layer)
{
    return std::find_if(segment.begin(), segment.end(),
                        [layer](const pipeline::Placement& placed) { return placed.layer == layer; })
        ->slot.region;
}

namespace {

RegionNumber numberOf(pipeline::LayoutRegistry& registry, const SegmentPlaces& segment, Count region)
{
    return registry.numberOf(segment.regions[static_cast<std::size_t>(region)]);
}

} // namespace

std::vector<LayoutNumber> inputLayouts(const pipeline::NetworkTask& task, pipeline::LayoutRegistry& registry,
                                       const SegmentPlaces& segment, std::size_t place, const LiveLayouts& before,
                                       const PartitionAt& partitionAt)
{
    const pipeline::Links& links = segment.links[place];
    const std::optional<RegionNumber> forwarder =
        links.forwarder ? std::optional(numberOf(registry, segment, regionOf(segment.placements, *links.forwarder)))
                        : std::nullopt;
    std::vector<LayoutNumber> found;
    for (const network::Source& source : task.topology.sources[segment.placements[place].layer]) {
        const MapNumber map = pipeline::mapNumber(task.network, source);
        std::size_t producer = 0;
        while (producer < place && map != pipeline::outputMap(task.network, segment.placements[producer].layer)) {
            ++producer;
        }
        if (producer == place) {
            const LayoutNumber stored = layoutOf(before, map);
            found.push_back(forwarder ? registry.numberOf(map, registry.partitionOf(stored), *forwarder) : stored);
            continue;
        }
        const RegionNumber home = segment.links[producer].outputToMemory
                                      ? segment.memoryChannels
                                      : numberOf(registry, segment, segment.placements[producer].slot.region);
        // As it was laid out where it went, then moved on to where it is forwarded from.
        const dataflow::Partition stored = dataflow::project(partitionAt(producer), registry.regionOf(home).extent);
        found.push_back(registry.numberOf(map, stored, forwarder.value_or(home)));
    }
    return found;
}

LiveLayouts writtenLayouts(const pipeline::NetworkTask& task, pipeline::LayoutRegistry& registry,
                           const SegmentPlaces& segment, const PartitionAt& partitionAt)
{
    LiveLayouts written;
    for (std::size_t place = 0; place < segment.placements.size(); ++place) {
        if (segment.links[place].outputToMemory) {
            const MapNumber map = pipeline::outputMap(task.network, segment.placements[place].layer);
            written.emplace_back(map, registry.numberOf(map, partitionAt(place), segment.memoryChannels));
        }
    }
    return written;
}

} // namespace tilescape::search
