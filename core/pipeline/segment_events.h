#pragma once

#include "core/pipeline/segment_timing.h"

#include <limits>
#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// Why a layer's output is handed on as a whole, if it is (Tangram 3.2).
enum class WholeMap {
    No,            ///< group by group
    SumsRunOn,     ///< its sums end only with the last of its input groups
    TakerNeedsAll, ///< it comes in groups, but who takes it works in other ones
    SameTiles,     ///< a layer with weights on the same tiles waits for all of its input
    OneGroup,      ///< it is not cut into groups
};

/// Data that one layer of a segment hands to another, by place in the segment.
struct Flow {
    std::size_t from = 0;
    std::size_t to = 0;
    bool sharedInput = false; ///< `from` fetches it from memory, and both take it
    bool sameTiles = false;   ///< within one region
    WholeMap whole = WholeMap::No;
    Count groups = 1; ///< pieces within one batch group
    double wordsPerGroup =
        0; ///< of one piece, over all tiles: what must be held; the batch group's whole map if it is whole
};

/// How one layer's work lies in the first batch group, in cycles of the whole batch (see LayerTiming).
struct LayerTrack {
    std::size_t layer = 0; ///< index in the network
    Slot slot;
    Count inputGroups = 1; ///< one of the two is 1
    Count outputGroups = 1;
    Count start = 0;       ///< of its first group
    Count end = 0;         ///< of its last group; layers that take turns on the same tiles do so group by group
    Count groupCycles = 0; ///< work on one group
    Count pitch = 0;       ///< from one batch group to the next
    Count dramStart = 0;   ///< DRAM times of all layers, laid end to end, in cycles of the segment
    Count dramEnd = 0;
    [[nodiscard]] Count groups() const { return std::max(inputGroups, outputGroups); }
};

/// A segment as it runs (Tangram Fig. 8): the work intervals are those that `SegmentTiming` counts, executed or spread evenly as
/// the reference counts, and the last ends at its `nodeCycles`. Where the DRAM is slower, the segment takes `dramCycles` instead, and waits in between.
struct SegmentTimeline {
    std::vector<LayerTrack> layers; ///< in the order of the segment
    std::vector<Flow> flows;
    SegmentTiming timing;
    std::optional<SegmentExecution> execution; ///< with every group; none as the reference counts
    Count fillEnd = 0;                         ///< all regions have begun
    Count drainStart = 0;                      ///< the first region has ended
    [[nodiscard]] bool isDramBound() const { return timing.dramCycles > timing.nodeCycles; }
};

SegmentTimeline timelineOf(const network::Network& network, const network::Topology& topology, Count batch,
                           const std::vector<TimedLayer>& segment, const SegmentTiming& timing);

enum class Phase { Fill, Steady, Drain };

/// Work on one group, or on a run of groups too short to be told apart. Groups count from 0.
struct GroupEvent {
    std::size_t place = 0; ///< in the segment
    Count batchGroup = 0;
    Count inputGroup = 0;
    Count outputGroup = 0;
    Count groups = 1;      ///< that follow each other from here on, within the batch group
    Count batchGroups = 1; ///< of all of whose groups this is the run
    Count start = 0;       ///< cycles from the start of the segment
    Count end = 0;
    Phase phase = Phase::Steady;
};

/// One piece handed on, or the run of them that a `GroupEvent` makes.
struct ForwardEvent {
    std::size_t flow = 0; ///< in `SegmentTimeline::flows`
    Count batchGroup = 0;
    Count group = 0;
    Count groups = 1;
    Count batchGroups = 1;
    Count time = 0; ///< made, or fetched, in full
    Count needed =
        0; ///< the taker's work on it begins; as the reference counts, a faster taker may begin before `time`
    double words = 0;
};

/// What to list: what touches the time from `from` up to `to`; groups of less than `shortest` cycles are joined to runs of
/// about that, so that no more than layers x (to - from) / shortest events are made.
struct EventWindow {
    Count from = 0;
    Count to = std::numeric_limits<Count>::max();
    Count shortest = 0;
};

/// By layer, then by time.
std::vector<GroupEvent> groupEvents(const SegmentTimeline& timeline, const EventWindow& window = {});
/// By flow, then by time.
std::vector<ForwardEvent> forwardEvents(const SegmentTimeline& timeline, const EventWindow& window = {});

} // namespace tilescape::pipeline
