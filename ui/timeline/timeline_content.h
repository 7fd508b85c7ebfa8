#pragma once

#include "core/pipeline/segment_flow.h"
#include "core/schedule/schedule.h"

#include <QString>

#include <optional>
#include <vector>

namespace tilescape::ui::timeline {

using pipeline::HandOn;

/// A stretch of time, in cycles from the beginning of a segment.
struct Stretch {
    double from = 0;
    double to = 0;
    [[nodiscard]] double length() const { return to - from; }
};

/// One layer of a segment in time: where each group of its loops lies is computed when it is drawn.
struct LayerTrack {
    std::size_t layer = 0; ///< index in the network
    QString name;
    pipeline::Slot slot;
    Count tiles = 1;
    pipeline::LayerTiming timing;
    std::vector<pipeline::TopLoop> loops; ///< within a batch group, outermost first
    cost::BoundBy bound = cost::BoundBy::Compute;
    double dramCycles = 0;
};

/// One segment, timed in one way.
struct SegmentTrack {
    pipeline::SegmentTiming timing;
    std::vector<LayerTrack> layers;
    std::vector<pipeline::Handover> handovers;
    bool streams = false; ///< the whole network: fill and drain are not paid (cost-model.md 5)

    /// From its first cycle to its last: fill, groups, drain, and what it then still waits for memory.
    [[nodiscard]] double cycles() const;
    [[nodiscard]] Stretch group(std::size_t place, Count batchGroup) const;
    /// All batch groups of a layer.
    [[nodiscard]] Stretch whole(std::size_t place) const;
    /// Part of its whole stretch, at most 1, in which the tiles work on the layer.
    [[nodiscard]] double busyShare(std::size_t place) const;
    /// All that runs in the layer's region.
    [[nodiscard]] Stretch region(std::size_t place) const;
};

/// Part `number` of `groups` of a layer's batch group: spread over its stretch where the tiles do something else between.
Stretch partOf(const Stretch& batchGroup, double busy, Count groups, Count number);

/// Segments one after another, once or (to compare) in two ways of handing on.
struct Lane {
    HandOn handOn = HandOn::Groups;
    std::vector<SegmentTrack> segments;
    double cycles = 0; ///< of all segments as they are counted in the totals
    std::size_t maps = 0;            ///< that regions hand to others
    std::size_t mapsWithoutRoom = 0; ///< of these, such as have no room as a whole (`pipeline::Handover`)
};

/// What the timeline draws. In a comparison the segments of both lanes begin together.
struct TimelineContent {
    std::vector<Lane> lanes;
    std::vector<double> starts; ///< of each segment on the axis, and the end
    double clockMhz = 1;

    [[nodiscard]] bool empty() const { return lanes.empty(); }
    [[nodiscard]] double end() const { return starts.empty() ? 0 : starts.back(); }
    [[nodiscard]] std::size_t segmentAt(double cycle) const;
    /// Segment and place of a layer.
    struct Place {
        std::size_t segment = 0;
        std::size_t place = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    [[nodiscard]] std::optional<Place> find(std::size_t layer) const;
    /// The cycle on the axis at which a layer has done `fraction` of its work, in [0, 1], batch group after batch group; none if it is
    /// not there.
    [[nodiscard]] std::optional<double> cycleOf(std::size_t layer, double fraction) const;
    [[nodiscard]] Count mostRows(double from, double to) const; ///< of the segments in that stretch
};

TimelineContent timelineContent(const schedule::Schedule& schedule, bool compare);

/// What the tooltip says of a layer; `batchGroup` is the one under the pointer, if there is one.
QString trackToolTip(const TimelineContent& content, std::size_t lane, TimelineContent::Place place,
                     std::optional<Count> batchGroup);

} // namespace tilescape::ui::timeline
