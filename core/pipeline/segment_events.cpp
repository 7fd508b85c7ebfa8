#include "core/pipeline/segment_events.h"

#include <algorithm>
#include <ranges>

namespace tilescape::pipeline {

using network::Network;
using network::Source;
using network::Topology;

namespace {

Count regionOf(const TimedLayer& timed) { return timed.placement.slot.region; }

/// As the reference counts: batch group `number` of something that happens at `cycle` of the first, in cycles of the segment.
Count atBatchGroup(const SegmentTimeline& timeline, const LayerTrack& track, Count cycle, Count number)
{
    return (cycle + track.pitch * number) / timeline.timing.batchGroups;
}

/// As the reference counts: start of work on a group of the first batch group, from the first to the last evenly.
Count evenStart(const LayerTrack& track, Count group)
{
    const Count last = track.groups() - 1;
    return last == 0 ? track.start : track.start + (track.end - track.groupCycles - track.start) * group / last;
}

/// Start of work on a group, in cycles of the segment.
Count groupStart(const SegmentTimeline& timeline, std::size_t place, Count batchGroup, Count group)
{
    const LayerTrack& track = timeline.layers[place];
    return timeline.execution ? static_cast<Count>(timeline.execution->start(place, batchGroup, group))
                              : atBatchGroup(timeline, track, evenStart(track, group), batchGroup);
}

Count groupEnd(const SegmentTimeline& timeline, std::size_t place, Count batchGroup, Count group)
{
    const LayerTrack& track = timeline.layers[place];
    if (timeline.execution) {
        return SegmentExecution::wholeCycles(timeline.execution->end(place, batchGroup, group));
    }
    const Count end = group + 1 == track.groups() ? track.end : evenStart(track, group) + track.groupCycles;
    return atBatchGroup(timeline, track, end, batchGroup);
}

WholeMap whyWhole(const PipelineGroups& from, bool taken, bool sameTiles, bool takerHasWeights)
{
    if (from.output == 1) {
        return from.input > 1 ? WholeMap::SumsRunOn : WholeMap::OneGroup;
    }
    if (taken) {
        return WholeMap::No;
    }
    return sameTiles && takerHasWeights ? WholeMap::SameTiles : WholeMap::TakerNeedsAll;
}

class TimelineMaker {
public:
    TimelineMaker(const Network& network, const Topology& topology, Count batch, const std::vector<TimedLayer>& segment,
                  const SegmentTiming& timing)
        : m_network(network), m_topology(topology), m_batch(static_cast<double>(batch)), m_segment(segment)
    {
        m_made.timing = timing;
        for (const TimedLayer& timed : segment) {
            m_groups.push_back(pipelineGroups(timed.scheme->blocking));
        }
    }

    SegmentTimeline make()
    {
        layTracks();
        if (m_made.timing.counts == Counts::Executed) {
            m_made.execution.emplace(executedSegment(m_network, m_topology, m_segment), SegmentExecution::Detail::EveryGroup);
        } else {
            takeTurns();
        }
        layFlows();
        findPhases();
        return std::move(m_made);
    }

private:
    [[nodiscard]] const network::Layer& layerAt(std::size_t place) const
    {
        return m_network.layers[m_segment[place].placement.layer];
    }

    [[nodiscard]] bool makesFor(std::size_t from, std::size_t to) const
    {
        const auto& sources = m_topology.sources[m_segment[to].placement.layer];
        return std::find(sources.begin(), sources.end(), Source{Source::Kind::Layer, m_segment[from].placement.layer})
               != sources.end();
    }

    [[nodiscard]] bool taken(std::size_t from, std::size_t to) const
    {
        return takesGroups(layerAt(to), m_groups[to], m_groups[from].output,
                           regionOf(m_segment[from]) == regionOf(m_segment[to]));
    }

    void layTracks()
    {
        Count dram = 0;
        for (std::size_t place = 0; place < m_segment.size(); ++place) {
            const LayerTiming& timed = m_made.timing.layers[place];
            LayerTrack track;
            track.layer = m_segment[place].placement.layer;
            track.slot = m_segment[place].placement.slot;
            track.inputGroups = m_groups[place].input;
            track.outputGroups = m_groups[place].output;
            track.start = timed.start;
            track.end = timed.done;
            track.groupCycles = timed.cycles / track.groups();
            track.pitch = timed.pitch;
            track.dramStart = dram;
            dram += static_cast<Count>(m_segment[place].cost->dramCycles);
            track.dramEnd = dram;
            m_made.layers.push_back(track);
        }
    }

    /// Layers that work in place take turns with the one before them, group by group: that one ends later than its own
    /// work would take.
    void takeTurns()
    {
        for (std::size_t place = m_segment.size() - 1; place > 0; --place) {
            const LayerTrack& next = m_made.layers[place];
            LayerTrack& own = m_made.layers[place - 1];
            if (own.slot.region == next.slot.region && makesFor(place - 1, place)) {
                own.end = taken(place - 1, place) && own.groups() == next.groups()
                              ? std::max(own.end, next.end - next.groupCycles)
                              : own.end;
            }
        }
    }

    void layFlows()
    {
        std::vector<Placement> placements;
        for (const TimedLayer& timed : m_segment) {
            placements.push_back(timed.placement);
        }
        const std::vector<Links> links = linksOf(m_topology, placements);
        for (std::size_t to = 0; to < m_segment.size(); ++to) {
            for (std::size_t from = 0; from < to; ++from) {
                const bool made = makesFor(from, to);
                const bool shared = !made && links[to].forwarder == m_segment[from].placement.layer;
                if (made || shared) {
                    addFlow(from, to, shared);
                }
            }
        }
    }

    void addFlow(std::size_t from, std::size_t to, bool shared)
    {
        Flow flow{from, to, shared, regionOf(m_segment[from]) == regionOf(m_segment[to]), WholeMap::No, 1, 0};
        const Count words = shared ? network::inputWords(layerAt(from)) : network::outputWords(layerAt(from));
        const double all = static_cast<double>(words) * m_batch / static_cast<double>(m_made.timing.batchGroups);
        if (shared) {
            const bool alike = m_groups[from].input == m_groups[to].input && m_groups[from].input > 1;
            flow.whole = alike ? WholeMap::No : WholeMap::OneGroup;
            flow.groups = alike ? m_groups[from].input : 1;
        } else {
            flow.whole = whyWhole(m_groups[from], taken(from, to), flow.sameTiles, network::hasWeights(layerAt(to)));
            flow.groups = flow.whole == WholeMap::No ? m_groups[from].output : 1;
        }
        flow.wordsPerGroup = all / static_cast<double>(flow.groups);
        m_made.flows.push_back(flow);
    }

    void findPhases()
    {
        const SegmentTiming& timing = m_made.timing;
        m_made.drainStart = timing.nodeCycles;
        for (std::size_t place = 0; place < m_made.layers.size(); ++place) {
            const LayerTrack& track = m_made.layers[place];
            if (track.slot.index == 0) {
                m_made.fillEnd = std::max(m_made.fillEnd, groupStart(m_made, place, 0, 0));
            }
            const bool lastInRegion =
                place + 1 == m_made.layers.size() || m_made.layers[place + 1].slot.region != track.slot.region;
            if (lastInRegion) {
                m_made.drainStart =
                    std::min(m_made.drainStart, groupEnd(m_made, place, timing.batchGroups - 1, track.groups() - 1));
            }
        }
    }

    const Network& m_network;
    const Topology& m_topology;
    double m_batch;
    const std::vector<TimedLayer>& m_segment;
    std::vector<PipelineGroups> m_groups; ///< by place
    SegmentTimeline m_made;
};

/// How many groups, or batch groups, make one event.
struct Runs {
    Count groups = 1;
    Count batchGroups = 1;
};

Runs runsOf(const LayerTrack& track, const SegmentTiming& timing, Count shortest)
{
    Runs runs;
    const Count interval = std::max<Count>(1, track.pitch / timing.batchGroups);
    const Count pitch = std::max<Count>(1, (track.end - track.start) / timing.batchGroups / track.groups());
    if (interval < shortest) {
        runs.batchGroups = std::min(timing.batchGroups, ceilDivide(shortest, interval));
    }
    if (runs.batchGroups > 1) {
        runs.groups = track.groups();
    } else if (pitch < shortest) {
        runs.groups = std::min(track.groups(), ceilDivide(shortest, pitch));
    }
    return runs;
}

Phase phaseAt(const SegmentTimeline& timeline, Count start)
{
    if (start < timeline.fillEnd) {
        return Phase::Fill;
    }
    return start >= timeline.drainStart ? Phase::Drain : Phase::Steady;
}

/// Calls `visit` with each run of the layer that touches the window. Only those batch groups are walked that can.
template <typename Visit>
void overRuns(const SegmentTimeline& timeline, std::size_t place, const EventWindow& window, const Visit& visit)
{
    const SegmentTiming& timing = timeline.timing;
    const LayerTrack& track = timeline.layers[place];
    const Runs runs = runsOf(track, timing, window.shortest);
    const auto endsBefore = [&](Count batchGroup) { return groupEnd(timeline, place, batchGroup, track.groups() - 1) < window.from; };
    const auto batchGroups = std::views::iota(Count{0}, timing.batchGroups);
    const Count first = std::ranges::partition_point(batchGroups, endsBefore) - batchGroups.begin();
    for (Count batch = first / runs.batchGroups * runs.batchGroups; batch < timing.batchGroups;
         batch += runs.batchGroups) {
        if (groupStart(timeline, place, batch, 0) >= window.to) {
            return;
        }
        const Count lastBatch = std::min(batch + runs.batchGroups, timing.batchGroups) - 1;
        for (Count group = 0; group < track.groups(); group += runs.groups) {
            const Count lastGroup = std::min(group + runs.groups, track.groups()) - 1;
            GroupEvent event;
            event.place = place;
            event.batchGroup = batch;
            event.inputGroup = track.inputGroups > 1 ? group : 0;
            event.outputGroup = track.outputGroups > 1 ? group : 0;
            event.groups = lastGroup - group + 1;
            event.batchGroups = lastBatch - batch + 1;
            event.start = groupStart(timeline, place, batch, group);
            event.end = groupEnd(timeline, place, lastBatch, lastGroup);
            event.phase = phaseAt(timeline, event.start);
            if (event.start < window.to && event.end >= window.from) {
                visit(event);
            }
        }
    }
}

} // namespace

SegmentTimeline timelineOf(const Network& network, const Topology& topology, Count batch,
                           const std::vector<TimedLayer>& segment, const SegmentTiming& timing)
{
    return TimelineMaker(network, topology, batch, segment, timing).make();
}

std::vector<GroupEvent> groupEvents(const SegmentTimeline& timeline, const EventWindow& window)
{
    std::vector<GroupEvent> events;
    for (std::size_t place = 0; place < timeline.layers.size(); ++place) {
        overRuns(timeline, place, window, [&](const GroupEvent& event) { events.push_back(event); });
    }
    return events;
}

std::vector<ForwardEvent> forwardEvents(const SegmentTimeline& timeline, const EventWindow& window)
{
    std::vector<ForwardEvent> events;
    for (std::size_t number = 0; number < timeline.flows.size(); ++number) {
        const Flow& flow = timeline.flows[number];
        const LayerTrack& taker = timeline.layers[flow.to];
        overRuns(timeline, flow.from, window, [&](const GroupEvent& made) {
            const Count madeGroup = std::max(made.inputGroup, made.outputGroup);
            const bool isLast = madeGroup + made.groups == timeline.layers[flow.from].groups();
            if (flow.groups == 1 && !isLast) {
                return; // the whole map goes with the last group
            }
            const Count group = flow.groups == 1 ? 0 : madeGroup;
            const Count groups = flow.groups == 1 ? 1 : made.groups;
            ForwardEvent event{number, made.batchGroup, group, groups, made.batchGroups, made.end, 0, 0};
            // A layer that fetches what both take hands it on as it comes.
            event.time = flow.sharedInput ? made.start : made.end;
            event.needed = groupStart(timeline, flow.to, made.batchGroup + made.batchGroups - 1,
                                      taker.groups() == flow.groups ? group + groups - 1 : 0);
            event.words = flow.wordsPerGroup * static_cast<double>(groups * made.batchGroups);
            events.push_back(event);
        });
    }
    return events;
}

} // namespace tilescape::pipeline
