#pragma once

#include "core/support/dimensions.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace tilescape::search {

/// The step of a search at which a run of layers was ruled out as a segment, in the order of the steps; `Chained` runs
/// passed all.
enum class SegmentOutcome { TooLong, NoRegions, NoRoom, ByLayerEstimate, ByPartitionEstimate, Unfit, ByPlan, Chained };
inline constexpr std::size_t segmentOutcomeCount = 8;

/// The names of an outcome.
struct SegmentOutcomeRow {
    SegmentOutcome outcome;
    std::string_view key;  ///< as in files: "ruled_out_by_layer_estimate"
    std::string_view head; ///< of a table's column: "by layers"
    std::string_view text; ///< a phrase: "ruled out by the estimate from their layers alone"
};
/// One row for each outcome, in their order.
std::span<const SegmentOutcomeRow> segmentOutcomes();

/// Consecutive layers by their positions in the schedule order, from `first` to before `end`, and the number of their
/// regions.
struct LayerRun {
    std::size_t first = 0;
    std::size_t end = 0;
    std::size_t regions = 1; ///< 1: on the same tiles, or a layer by itself
    friend bool operator==(const LayerRun&, const LayerRun&) = default;
    friend auto operator<=>(const LayerRun&, const LayerRun&) = default;
};

/// A run of layers and what a search made of it.
struct RunOutcome {
    LayerRun run;
    SegmentOutcome outcome = SegmentOutcome::Chained;
};

/// One outcome for each run, however many placements on tiles were tried: that of the placement that came furthest.
std::vector<RunOutcome> furthestOf(std::vector<RunOutcome> runOutcomes);

/// How many segments met each outcome.
struct SegmentCounts {
    support::EnumArray<SegmentOutcome, Count, segmentOutcomeCount> of;
    /// All segments: the sum over the outcomes.
    [[nodiscard]] Count considered() const;
    /// Segments whose groups of batch and channels were searched.
    [[nodiscard]] Count planned() const;
    SegmentCounts& operator+=(const SegmentCounts& other);
    friend bool operator==(const SegmentCounts&, const SegmentCounts&) = default;
};
/// The counts of these outcomes.
SegmentCounts countsOf(std::span<const RunOutcome> runOutcomes);
/// The counts by the position at which the segments begin, for positions below `places`.
std::vector<SegmentCounts> countsByFirst(std::span<const RunOutcome> runOutcomes, std::size_t places);
/// The counts of the segments that share a layer with `run`, without `run` itself: a schedule that contains it contains
/// none of them.
SegmentCounts countOverlapping(std::span<const RunOutcome> runOutcomes, const LayerRun& run);

} // namespace tilescape::search
