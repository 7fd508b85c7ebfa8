#include "core/pipeline/segment_flow.h"

#include <algorithm>

namespace tilescape::pipeline {

namespace {

/// Loops at DRAM level; the batch, where all layers of the segment have it outermost, is not among them.
std::vector<TopLoop> topLoops(const dataflow::Blocking& blocking, Count batchGroups)
{
    std::vector<TopLoop> loops;
    for (const Loop loop : blocking.order[0]) {
        if (blocking.factors[loop][0] > 1) {
            loops.push_back({loop, blocking.factors[loop][0]});
        }
    }
    if (batchGroups > 1) {
        loops.erase(loops.begin());
    }
    return loops;
}

} // namespace

SegmentFlow flowOf(const network::Network& network, const network::Topology& topology, const std::vector<TimedLayer>& segment,
                   Counts counts, Count bufferWords, HandOn handOn)
{
    SegmentFlow flow;
    flow.timing = timeSegment(network, topology, segment, counts, handOn);
    for (std::size_t to = 0; to < segment.size(); ++to) {
        const TimedLayer& taker = segment[to];
        const auto& sources = topology.sources[taker.placement.layer];
        for (std::size_t from = 0; from < to; ++from) {
            const network::Source maker{network::Source::Kind::Layer, segment[from].placement.layer};
            if (std::find(sources.begin(), sources.end(), maker) == sources.end()) {
                continue;
            }
            const bool sameRegion = segment[from].placement.slot.region == taker.placement.slot.region;
            const Count groups = flow.timing.layers[from].outputGroups;
            const bool inGroups = (sameRegion || handOn == HandOn::Groups)
                                  && takesGroups(network.layers[taker.placement.layer],
                                                 pipelineGroups(taker.scheme->blocking), groups, sameRegion);
            const Count tiles = std::min(segment[from].scheme->region.extent.size(), taker.scheme->region.extent.size());
            const Count words = network::outputWords(network.layers[segment[from].placement.layer]);
            flow.handovers.push_back({from, to, inGroups ? groups : 1, sameRegion, sameRegion || words <= tiles * bufferWords});
        }
        flow.loops.push_back(topLoops(taker.scheme->blocking, flow.timing.batchGroups));
    }
    return flow;
}

} // namespace tilescape::pipeline
