#include "core/schedule/data_transfers.h"

#include "core/pipeline/segment_links.h"

#include <algorithm>

namespace tilescape::schedule {

using network::Source;

namespace {

Route routeOf(const pipeline::Slot& from, const pipeline::Slot& to)
{
    return from.segment != to.segment ? Route::Memory : from.region == to.region ? Route::WithinRegion : Route::BetweenRegions;
}

} // namespace

Route routeBetween(const Schedule& schedule, std::size_t maker, std::size_t reader)
{
    return routeOf(schedule.find(maker)->slot, schedule.find(reader)->slot);
}

std::vector<Transfer> transfersIn(const Schedule& schedule, Count number)
{
    const network::Topology topology = network::topologyOf(schedule.problem->network);
    std::vector<pipeline::Placement> segment;
    for (const ScheduledLayer& layer : schedule.layers) {
        if (layer.slot.segment == number) {
            segment.push_back({layer.layer, layer.slot});
        }
    }
    const std::vector<pipeline::Links> links = pipeline::linksOf(topology, segment);
    std::vector<Transfer> transfers;
    for (std::size_t place = 0; place < segment.size(); ++place) {
        const std::size_t reader = segment[place].layer;
        const auto& sources = topology.sources[reader];
        bool made = false;
        for (const pipeline::Placement& maker : segment) {
            if (std::find(sources.begin(), sources.end(), Source{Source::Kind::Layer, maker.layer}) != sources.end()) {
                transfers.push_back({maker.layer, reader, routeOf(maker.slot, segment[place].slot), false});
                made = true;
            }
        }
        if (links[place].source && !made) {
            transfers.push_back({links[place].source, reader, routeBetween(schedule, *links[place].source, reader), true});
        } else if (!links[place].source) {
            transfers.push_back({std::nullopt, reader, Route::Memory, false});
        }
        if (links[place].outputToMemory) {
            transfers.push_back({reader, std::nullopt, Route::Memory, false});
        }
    }
    return transfers;
}

} // namespace tilescape::schedule
