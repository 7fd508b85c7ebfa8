#include "core/interlayer/segment_timing.h"

#include "core/interlayer/segment_flow.h"

#include <algorithm>

namespace tilescape::interlayer {

using network::Source;

PipelineGroups pipelineGroups(const dataflow::Blocking& blocking)
{
    PipelineGroups groups;
    bool first = true;
    for (const Loop loop : blocking.order[0]) {
        const Count factor = blocking.factors[loop][0];
        if (factor == 1) {
            continue;
        }
        if (loop == Loop::Batch && first) {
            groups.batch = factor;
            first = false;
            continue;
        }
        groups.input = loop == Loop::InputChannel ? factor : 1;
        groups.output = loop == Loop::OutputChannel ? factor : 1;
        break;
    }
    return groups;
}

bool takesGroups(const network::Layer& layer, const PipelineGroups& own, Count sourceGroups, bool sameRegion)
{
    const bool weighted = network::hasWeights(layer);
    return !(sameRegion && weighted) && (weighted ? own.input : own.output) == sourceGroups;
}

SegmentTiming timeSegment(const network::Network& network, const network::Topology& topology,
                          const std::vector<TimedLayer>& segment)
{
    return timeSegment(network, topology, segment, HandOn::Groups);
}

SegmentTiming timeSegment(const network::Network& network, const network::Topology& topology,
                          const std::vector<TimedLayer>& segment, HandOn handOn)
{
    SegmentTiming timing;
    timing.layers.resize(segment.size());
    for (std::size_t place = 0; place < segment.size(); ++place) {
        const TimedLayer& timed = segment[place];
        const network::Layer& layer = network.layers[timed.placement.layer];
        const PipelineGroups groups = pipelineGroups(timed.scheme->blocking);
        if (place == 0) {
            timing.batchGroups = groups.batch;
        } else if (timing.batchGroups != groups.batch) {
            timing.batchGroups = 1;
        }
        LayerTiming& own = timing.layers[place];
        own.cycles = static_cast<Count>(timed.cost->cycles);
        own.outputGroups = groups.output;
        for (std::size_t before = 0; before < place; ++before) {
            const auto& sources = topology.sources[timed.placement.layer];
            const Source maker{Source::Kind::Layer, segment[before].placement.layer};
            if (std::find(sources.begin(), sources.end(), maker) == sources.end()) {
                continue;
            }
            const LayerTiming& source = timing.layers[before];
            const bool sameRegion = segment[before].placement.position.region == timed.placement.position.region;
            const bool matched = (sameRegion || handOn == HandOn::Groups)
                && takesGroups(layer, groups, source.outputGroups, sameRegion);
            own.start = std::max(own.start, matched ? source.start + source.cycles / source.outputGroups : source.done);
            if (sameRegion) {
                own.done = std::max(own.done, source.done + own.cycles);
            }
        }
        own.done = std::max(own.done, own.start + own.cycles);
        timing.dramCycles += static_cast<Count>(timed.cost->dramCycles);
        timing.sharedCycles += static_cast<Count>(timed.cost->sharedCycles);
    }

    std::vector<std::pair<Count, Count>> regions; // first start, last done
    for (std::size_t place = 0; place < segment.size(); ++place) {
        const auto region = static_cast<std::size_t>(segment[place].placement.position.region);
        if (region >= regions.size()) {
            regions.emplace_back(timing.layers[place].start, 0);
        }
        regions[region].second = timing.layers[place].done;
    }
    for (const auto& [start, done] : regions) {
        timing.criticalCycles = std::max(timing.criticalCycles, done - start);
    }
    for (const auto& [start, done] : regions) {
        timing.nodeCycles =
            std::max(timing.nodeCycles, (done + timing.criticalCycles * (timing.batchGroups - 1)) / timing.batchGroups);
    }
    return timing;
}

} // namespace tilescape::interlayer
