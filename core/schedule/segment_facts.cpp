#include "core/schedule/segment_facts.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tilescape::schedule {

bool pinsWeights(const Schedule& schedule, const ScheduledLayer& layer)
{
    const network::Layer& made = schedule.problem->network.layers[layer.layer];
    // Whatever is not pinned is fetched at least once.
    return network::hasWeights(made) && !network::hasOperand(made)
        && layer.cost.fetches[Storage::Buffer][Tensor::Weight] == 0;
}

Count stripesOf(const dataflow::Region& region)
{
    // The grid's columns run along the stripes, whatever their direction there.
    std::set<Count> tops;
    for (Count column = 0; column < region.extent.width; ++column) {
        Count top = std::numeric_limits<Count>::max();
        for (Count row = 0; row < region.extent.height; ++row) {
            top = std::min(top, region.at(row, column).row);
        }
        tops.insert(top);
    }
    return static_cast<Count>(tops.size());
}

std::vector<pipeline::Segment> segmentsOf(const Schedule& schedule)
{
    std::vector<pipeline::Segment> segments(schedule.segments.size());
    for (std::size_t place = schedule.layers.size(); place-- > 0;) {
        const ScheduledLayer& layer = schedule.layers[place];
        pipeline::Segment& segment = segments[static_cast<std::size_t>(layer.slot.segment)];
        const auto region = static_cast<std::size_t>(layer.slot.region);
        segment.first = place;
        segment.regions.resize(std::max(segment.regions.size(), region + 1));
        segment.regions[region].insert(segment.regions[region].begin(), layer.layer);
    }
    return segments;
}

std::vector<search::SegmentOnTiles> segmentsOnTiles(const Schedule& schedule)
{
    std::vector<search::SegmentOnTiles> segments;
    for (pipeline::Segment& segment : segmentsOf(schedule)) {
        std::vector<dataflow::Region> regions;
        for (const std::vector<std::size_t>& layers : segment.regions) {
            regions.push_back(schedule.find(layers.front())->scheme.region);
        }
        segments.push_back({std::move(segment), std::move(regions)});
    }
    return segments;
}

} // namespace tilescape::schedule
