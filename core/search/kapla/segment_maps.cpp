#include "core/search/kapla/segment_maps.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace tilescape::search {

namespace {

/// In place of a region that forwards a layer's sources.
constexpr std::size_t noForwarder = std::numeric_limits<std::size_t>::max();

} // namespace

SegmentMaps segmentMapsOf(const SearchTask& task, const SegmentPlan& plan)
{
    SegmentMaps maps;
    std::map<pipeline::MapNumber, std::size_t> numbers; // of makers; behind them of what is read
    const std::size_t layers = plan.placements.size();
    for (std::size_t place = 0; place < layers; ++place) {
        const std::size_t layer = plan.placements[place].layer;
        for (const network::Source& source : task.topology.sources[layer]) {
            const pipeline::MapNumber map = pipeline::mapNumber(task.network, source);
            const auto [known, isRead] = numbers.try_emplace(map, layers + maps.read.size());
            if (isRead) {
                maps.read.push_back(map);
            }
            maps.pattern.push_back(known->second);
        }
        const std::optional<std::size_t>& forwarder = plan.links[place].forwarder;
        maps.pattern.push_back(forwarder ? static_cast<std::size_t>(regionOf(plan.placements, *forwarder)) : noForwarder);
        const pipeline::MapNumber made = pipeline::outputMap(task.network, layer);
        numbers.emplace(made, place);
        if (plan.links[place].outputToMemory) {
            maps.written.push_back(made);
        }
    }
    return maps;
}

LiveLayouts layoutsOf(const std::vector<pipeline::MapNumber>& maps, const std::vector<pipeline::LayoutNumber>& layouts)
{
    LiveLayouts live;
    for (std::size_t i = 0; i < maps.size(); ++i) {
        live.emplace_back(maps[i], layouts[i]);
    }
    std::sort(live.begin(), live.end());
    return live;
}

} // namespace tilescape::search
