#pragma once

#include "core/pipeline/segment_timing.h"

#include <limits>
#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// The reason why a layer's output is handed on as a whole instead of group by group, if it is (Tangram 3.2;
/// cost-model.md 5).
enum class WholeMap {
    No,            ///< it is handed on group by group
    SumsRunOn,     ///< its sums are complete only after the last group of its input
    TakerNeedsAll, ///< it is made in groups, but the consumer works in other groups
    SameTiles,     ///< the consumer has weights and runs on the same tiles: it waits for its whole input
    OneGroup,      ///< it is not cut into groups
};

/// Data that one layer of a segment hands to another. Layers are given by their positions in the segment.
struct Flow {
    std::size_t from = 0;
    std::size_t to = 0;
    bool sharedInput = false; ///< `from` fetches a map from memory that both need, instead of producing it
    bool sameTiles = false;   ///< both run in one region
    WholeMap whole = WholeMap::No;
    Count groups = 1; ///< pieces within one batch group; 1 if the map is handed on as a whole
    /// Words of one piece over all tiles, which is what has to be held: the whole map of a batch group if it is handed
    /// on as a whole.
    double wordsPerGroup =
        0;
};

/// The work of one layer within the first batch group, in the cycles of `LayerTiming`.
struct LayerTrack {
    std::size_t layer = 0; ///< index in the network
    Slot slot;
    Count inputGroups = 1; ///< either this or `outputGroups` is 1
    Count outputGroups = 1;
    Count start = 0;       ///< of its first group
    Count end = 0;         ///< of its last group; layers that take turns on the same tiles do so group by group
    Count groupCycles = 0; ///< cycles of work on one group
    Count pitch = 0;       ///< cycles from one batch group to the next
    Count dramStart = 0;   ///< in cycles of the segment, if the DRAM times of all layers are laid end to end
    Count dramEnd = 0;
    /// Pieces of its work within one batch group.
    [[nodiscard]] Count groups() const { return std::max(inputGroups, outputGroups); }
};

/// A segment as it runs (Tangram Fig. 8). Work intervals are those that `SegmentTiming` counts, for Counts::Reference
/// spread evenly; the last one ends at its `nodeCycles`. If DRAM or a shared buffer takes longer, the segment takes
/// that long, with waits that the intervals do not show.
struct SegmentTimeline {
    std::vector<LayerTrack> layers; ///< in the order of the segment
    std::vector<Flow> flows;
    SegmentTiming timing;
    std::optional<SegmentExecution> execution; ///< with the times of every group; empty for Counts::Reference
    Count fillEnd = 0;                         ///< cycle at which the last region begins
    Count drainStart = 0;                      ///< cycle at which the first region ends
    /// Whether the DRAM takes longer than the work of the tiles.
    [[nodiscard]] bool isDramBound() const { return timing.dramCycles > timing.nodeCycles; }
};

/// The timeline of a segment whose layers are priced and whose timing `timeSegment` gave.
SegmentTimeline timelineOf(const network::Network& network, const network::Topology& topology, Count batch,
                           const std::vector<TimedLayer>& segment, const SegmentTiming& timing);

/// Filling, while not all regions have begun; draining, once a region has ended; steady in between.
enum class Phase { Fill, Steady, Drain };

/// Work of one layer on one group, or on a run of groups that is too short to be shown one by one. Groups count from 0.
struct GroupEvent {
    std::size_t place = 0; ///< position of the layer in the segment
    Count batchGroup = 0;
    Count inputGroup = 0;
    Count outputGroup = 0;
    Count groups = 1;      ///< number of consecutive groups that this event joins, within the batch group
    Count batchGroups = 1; ///< number of consecutive batch groups that this event joins, with all their groups
    Count start = 0;       ///< cycles from the start of the segment
    Count end = 0;
    Phase phase = Phase::Steady;
};

/// One piece handed from layer to layer, or the run of pieces that a joined `GroupEvent` makes.
struct ForwardEvent {
    std::size_t flow = 0; ///< index in `SegmentTimeline::flows`
    Count batchGroup = 0;
    Count group = 0;
    Count groups = 1;
    Count batchGroups = 1;
    Count time = 0; ///< cycle at which the piece is complete: made, or fetched from memory
    /// Cycle at which the consumer begins to work on it. Counts::Reference lets a faster consumer begin before `time`.
    Count needed =
        0;
    double words = 0; ///< of all pieces that the event joins
};

/// Which events to list: those that overlap the time from `from` up to `to`. Groups of less than `shortest` cycles are
/// joined to runs of about that length, so that about layers x (to - from) / shortest events are made at most; 0 joins
/// none.
struct EventWindow {
    Count from = 0;
    Count to = std::numeric_limits<Count>::max();
    Count shortest = 0;
};

/// The events in the window, by layer, then by time.
std::vector<GroupEvent> groupEvents(const SegmentTimeline& timeline, const EventWindow& window = {});
/// The events in the window, by flow, then by time.
std::vector<ForwardEvent> forwardEvents(const SegmentTimeline& timeline, const EventWindow& window = {});

} // namespace tilescape::pipeline
