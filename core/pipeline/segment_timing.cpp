#include "core/pipeline/segment_timing.h"

#include "core/dataflow/unit_pass.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescape::pipeline {

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

namespace {

/// The batch groups that all layers have in common; none where they differ.
Count batchGroupsOf(const std::vector<TimedLayer>& segment)
{
    const Count first = pipelineGroups(segment.front().scheme->blocking).batch;
    const bool alike = std::all_of(segment.begin(), segment.end(), [first](const TimedLayer& timed) {
        return pipelineGroups(timed.scheme->blocking).batch == first;
    });
    return alike ? first : 1;
}

bool takesFrom(const network::Topology& topology, const TimedLayer& taker, const TimedLayer& maker)
{
    const auto& sources = topology.sources[taker.placement.layer];
    return std::find(sources.begin(), sources.end(), Source{Source::Kind::Layer, maker.placement.layer})
           != sources.end();
}

/// Pieces in which a layer takes its input within a batch group.
Count takenPieces(const network::Layer& layer, const PipelineGroups& own)
{
    return dataflow::isChannelwise(layer) ? own.output : own.input;
}

/// All but when layers run.
SegmentTiming untimed(const std::vector<TimedLayer>& segment, Counts counts)
{
    SegmentTiming timing;
    timing.counts = counts;
    timing.batchGroups = batchGroupsOf(segment);
    for (const TimedLayer& timed : segment) {
        LayerTiming& own = timing.layers.emplace_back();
        own.cycles = static_cast<Count>(timed.cost->cycles);
        own.outputGroups = pipelineGroups(timed.scheme->blocking).output;
        own.room = timed.room;
        timing.dramCycles += static_cast<Count>(timed.cost->dramCycles);
        timing.sharedCycles += static_cast<Count>(timed.cost->sharedCycles);
    }
    return timing;
}

void timeAsReference(const network::Network& network, const network::Topology& topology,
                     const std::vector<TimedLayer>& segment, HandOn handOn, SegmentTiming& timing)
{
    for (std::size_t place = 0; place < segment.size(); ++place) {
        const TimedLayer& timed = segment[place];
        const network::Layer& layer = network.layers[timed.placement.layer];
        const PipelineGroups groups = pipelineGroups(timed.scheme->blocking);
        LayerTiming& own = timing.layers[place];
        for (std::size_t before = 0; before < place; ++before) {
            if (!takesFrom(topology, timed, segment[before])) {
                continue;
            }
            const LayerTiming& source = timing.layers[before];
            const bool sameRegion = segment[before].placement.slot.region == timed.placement.slot.region;
            const bool matched =
                (sameRegion || handOn == HandOn::Groups) && takesGroups(layer, groups, source.outputGroups, sameRegion);
            own.start = std::max(own.start, matched ? source.start + source.cycles / source.outputGroups : source.done);
            if (sameRegion) {
                own.done = std::max(own.done, source.done + own.cycles);
            }
        }
        own.done = std::max(own.done, own.start + own.cycles);
    }

    std::vector<std::pair<Count, Count>> regions; // first start, last done
    for (std::size_t place = 0; place < segment.size(); ++place) {
        const auto region = static_cast<std::size_t>(segment[place].placement.slot.region);
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
    for (LayerTiming& layer : timing.layers) {
        layer.pitch = timing.criticalCycles;
    }
}

void timeExecuted(ExecutedSegment segment, SegmentExecution::Detail detail, SegmentTiming& timing)
{
    const SegmentExecution execution(std::move(segment), detail);
    const ExecutedSegment& executed = execution.segment();
    const auto batches = static_cast<double>(timing.batchGroups);
    std::vector<Count> busy(executed.regions, 0);
    for (std::size_t place = 0; place < timing.layers.size(); ++place) {
        LayerTiming& own = timing.layers[place];
        own.start = static_cast<Count>(
            std::llround((execution.firstEnd(place) - executed.layers[place].groupCycles) * batches));
        own.done = static_cast<Count>(std::llround(execution.lastEnd(place) * batches));
        own.pitch = static_cast<Count>(std::llround(execution.pitch(place) * batches));
        busy[executed.layers[place].region] += own.cycles;
        timing.criticalCycles = std::max({timing.criticalCycles, own.pitch, busy[executed.layers[place].region]});
    }
    timing.nodeCycles = SegmentExecution::wholeCycles(execution.cycles());
}

} // namespace

Count inputBlocks(const network::Layer& layer, const dataflow::Blocking& blocking)
{
    const Loop channels = dataflow::isChannelwise(layer) ? Loop::OutputChannel : Loop::InputChannel;
    return blocking.factors[Loop::Batch][1] * blocking.factors[channels][1];
}

ExecutedSegment executedSegment(const network::Network& network, const network::Topology& topology,
                                const std::vector<TimedLayer>& segment, HandOn handOn)
{
    ExecutedSegment executed;
    executed.batchGroups = batchGroupsOf(segment);
    executed.regions = static_cast<std::size_t>(segment.back().placement.slot.region) + 1;
    executed.layers.resize(segment.size());
    std::vector<PipelineGroups> groups;
    for (std::size_t place = 0; place < segment.size(); ++place) {
        const TimedLayer& timed = segment[place];
        groups.push_back(pipelineGroups(timed.scheme->blocking));
        ExecutedSegment::Layer& own = executed.layers[place];
        own.region = static_cast<std::size_t>(timed.placement.slot.region);
        own.groups = std::max(groups[place].input, groups[place].output);
        own.groupCycles = std::floor(timed.cost->cycles) / static_cast<double>(own.groups * executed.batchGroups);
        for (std::size_t before = 0; before < place; ++before) {
            if (!takesFrom(topology, timed, segment[before])) {
                continue;
            }
            const bool sameRegion = executed.layers[before].region == own.region;
            const bool byGroup =
                groups[before].output > 1 && (sameRegion || handOn == HandOn::Groups)
                && takesGroups(network.layers[timed.placement.layer], groups[place], groups[before].output, sameRegion);
            own.arrivals.push_back({before, byGroup});
            // What is made in groups and yet taken as a whole has room at the consumer; without groups, whole maps have room instead.
            if (!sameRegion && (byGroup || groups[before].output == 1 || handOn == HandOn::WholeMaps)) {
                own.arrivals.back().held = segment[before].room.held;
                own.arrivals.back().copied = timed.room.copies;
                own.arrivals.back().pieces = takenPieces(network.layers[timed.placement.layer], groups[place]);
                own.arrivals.back().blocks = inputBlocks(network.layers[timed.placement.layer], timed.scheme->blocking);
            }
            own.takesTurns |=
                byGroup && sameRegion && before + 1 == place && executed.layers[before].groups == own.groups;
        }
    }
    return executed;
}

SegmentTiming timeSegment(const network::Network& network, const network::Topology& topology,
                          const std::vector<TimedLayer>& segment, Counts counts, HandOn handOn)
{
    SegmentTiming timing = untimed(segment, counts);
    if (counts == Counts::Reference) {
        timeAsReference(network, topology, segment, handOn, timing);
    } else {
        timeExecuted(executedSegment(network, topology, segment, handOn), SegmentExecution::Detail::FirstBatchGroup, timing);
    }
    return timing;
}

Count segmentCycles(const network::Network& network, const network::Topology& topology, const std::vector<TimedLayer>& segment,
                    Counts counts, bool wholeNetwork)
{
    if (counts == Counts::Reference) {
        return cyclesOf(timeSegment(network, topology, segment, counts), wholeNetwork);
    }
    SegmentTiming timing = untimed(segment, counts);
    timeExecuted(executedSegment(network, topology, segment), SegmentExecution::Detail::Cycles, timing);
    return cyclesOf(timing, wholeNetwork);
}

} // namespace tilescape::pipeline
