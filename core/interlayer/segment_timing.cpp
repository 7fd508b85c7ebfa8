#include "core/interlayer/segment_timing.h"

#include <algorithm>

namespace tilescape::interlayer {

using network::Source;

namespace {

/// Top-level group counts that the pipeline sees: the batch, if it is the outermost loop, and the loop after it.
struct TopGroups {
    Count batch = 1;
    PerLoop<Count> channels{{1, 1, 1}};
};

TopGroups topGroups(const dataflow::Blocking& blocking)
{
    TopGroups groups;
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
        groups.channels[loop] = factor;
        break;
    }
    return groups;
}

} // namespace

SegmentTiming timeSegment(const network::Network& network, const network::Topology& topology,
                          const std::vector<TimedLayer>& segment)
{
    SegmentTiming timing;
    timing.layers.resize(segment.size());
    for (std::size_t place = 0; place < segment.size(); ++place) {
        const TimedLayer& timed = segment[place];
        const network::Layer& layer = network.layers[timed.placement.layer];
        const TopGroups groups = topGroups(timed.scheme->blocking);
        if (place == 0) {
            timing.batchGroups = groups.batch;
        } else if (timing.batchGroups != groups.batch) {
            timing.batchGroups = 1;
        }
        LayerTiming& own = timing.layers[place];
        own.cycles = static_cast<Count>(timed.cost->cycles);
        own.outputGroups = groups.channels[Loop::OutputChannel];
        const bool weighted = network::hasWeights(layer);
        for (std::size_t before = 0; before < place; ++before) {
            const auto& sources = topology.sources[timed.placement.layer];
            const Source maker{Source::Kind::Layer, segment[before].placement.layer};
            if (std::find(sources.begin(), sources.end(), maker) == sources.end()) {
                continue;
            }
            const LayerTiming& source = timing.layers[before];
            const bool sameRegion = segment[before].placement.position.region == timed.placement.position.region;
            // In its own region a layer with weights waits for all of its input.
            const bool matched = sameRegion
                ? !weighted && own.outputGroups == source.outputGroups
                : (weighted ? groups.channels[Loop::InputChannel] : own.outputGroups) == source.outputGroups;
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
