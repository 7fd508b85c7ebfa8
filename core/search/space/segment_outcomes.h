#pragma once

#include "core/support/dimensions.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace tilescape::search {

/// What a search over segments made of a run of layers that may run together, in the order in which it is asked.
enum class SegmentOutcome { TooLong, NoRegions, NoRoom, ByBound, ByEstimate, Unfit, ByPlan, Chained };
inline constexpr std::size_t segmentOutcomeCount = 8;

struct SegmentOutcomeRow {
    SegmentOutcome outcome;
    std::string_view key;  ///< as in files: "ruled_out_by_bound"
    std::string_view head; ///< of a column: "by layers"
    std::string_view text; ///< "longer than is looked at"
};
/// One row a outcome, in their order.
std::span<const SegmentOutcomeRow> segmentOutcomes();

/// Layers by their places in the order in which they run: from `first` to before `end`.
struct LayerRun {
    std::size_t first = 0;
    std::size_t end = 0;
    std::size_t regions = 1; ///< on which they run
    friend bool operator==(const LayerRun&, const LayerRun&) = default;
    friend auto operator<=>(const LayerRun&, const LayerRun&) = default;
};

struct RunOutcome {
    LayerRun run;
    SegmentOutcome outcome = SegmentOutcome::Chained;
};

/// One outcome for all ways to place a run of layers on tiles: that of the way that came furthest.
std::vector<RunOutcome> furthestOf(std::vector<RunOutcome> runOutcomes);

/// How many segments met each outcome; the outcomes add up to all that were considered.
struct SegmentCounts {
    support::EnumArray<SegmentOutcome, Count, segmentOutcomeCount> of;
    [[nodiscard]] Count considered() const;
    /// Whose groups of batch and channels were searched.
    [[nodiscard]] Count planned() const;
    SegmentCounts& operator+=(const SegmentCounts& other);
    friend bool operator==(const SegmentCounts&, const SegmentCounts&) = default;
};
SegmentCounts countsOf(std::span<const RunOutcome> runOutcomes);
/// Of the segments that begin at each place, for this many places: they add up to all.
std::vector<SegmentCounts> countsByFirst(std::span<const RunOutcome> runOutcomes, std::size_t places);
/// Of the segments that share a layer with `run`, itself left out: a schedule with it has none of them.
SegmentCounts countRivals(std::span<const RunOutcome> runOutcomes, const LayerRun& run);

} // namespace tilescape::search
