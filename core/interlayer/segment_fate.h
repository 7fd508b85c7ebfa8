#pragma once

#include "core/support/dimensions.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace tilescape::interlayer {

/// What a search over segments made of a run of layers that may run together, in the order in which it is asked.
enum class SegmentFate { TooLong, NoRegions, NoRoom, ByBound, ByEstimate, Unfit, ByPlan, Chained };
inline constexpr std::size_t segmentFateCount = 8;

struct SegmentFateRow {
    SegmentFate fate;
    std::string_view key;  ///< as in files: "ruled_out_by_bound"
    std::string_view head; ///< of a column: "by layers"
    std::string_view text; ///< "longer than is looked at"
};
/// One row a fate, in their order.
std::span<const SegmentFateRow> segmentFates();

/// Layers by their places in the order in which they run: from `first` to before `end`.
struct LayerRun {
    std::size_t first = 0;
    std::size_t end = 0;
    std::size_t regions = 1; ///< on which they run
    friend bool operator==(const LayerRun&, const LayerRun&) = default;
    friend auto operator<=>(const LayerRun&, const LayerRun&) = default;
};

struct SegmentVerdict {
    LayerRun run;
    SegmentFate fate = SegmentFate::Chained;
};

/// One verdict for all ways to place a run of layers on tiles: that of the way that came furthest.
std::vector<SegmentVerdict> furthestOf(std::vector<SegmentVerdict> verdicts);

/// How many segments met each fate; the fates add up to all that were considered.
struct SegmentCounts {
    support::EnumArray<SegmentFate, Count, segmentFateCount> of;
    [[nodiscard]] Count considered() const;
    /// Whose groups of batch and channels were searched.
    [[nodiscard]] Count planned() const;
    SegmentCounts& operator+=(const SegmentCounts& other);
    friend bool operator==(const SegmentCounts&, const SegmentCounts&) = default;
};
SegmentCounts countsOf(std::span<const SegmentVerdict> verdicts);
/// Of the segments that begin at each place, for this many places: they add up to all.
std::vector<SegmentCounts> countsByFirst(std::span<const SegmentVerdict> verdicts, std::size_t places);
/// Of the segments that share a layer with `run`, itself left out: a schedule with it has none of them.
SegmentCounts countRivals(std::span<const SegmentVerdict> verdicts, const LayerRun& run);

} // namespace tilescape::interlayer
