#pragma once

#include "core/explore/terms.h"
#include "core/search/space/search_space.h"
#include "core/support/enum_array.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tilescape::explore {

/// What of a layer's mapping differs between two schedules.
enum class Aspect {
    Segment,   ///< the layers that it runs with
    Region,    ///< the tiles that it runs on
    Partition, ///< how it is split over them
    Array,     ///< how it lies on the PE array
    Sharing,   ///< which tensors tiles share, and how they rotate
    LoopOrder, ///< of loops with more than one iteration, at DRAM and at buffer level
    Blocking   ///< the loop factors
};
inline constexpr std::array<Aspect, 7> allAspects{Aspect::Segment, Aspect::Region,    Aspect::Partition, Aspect::Array,
                                                  Aspect::Sharing, Aspect::LoopOrder, Aspect::Blocking};
template <typename T>
using PerAspect = support::EnumArray<Aspect, T, 7>;
std::string_view
nameOf(Aspect aspect); ///< "segment", "region", "partition", "array", "sharing", "loop order", "blocking"

/// One layer in both schedules; by name, since the networks may differ.
struct LayerDifference {
    std::string name;
    std::optional<std::size_t> before; ///< position in `Schedule::layers`; none: the layer is new
    std::optional<std::size_t> after;  ///< none: the layer is gone
    PerAspect<bool> changed;           ///< all false for a layer that is new or gone
    [[nodiscard]] bool isChanged() const;
};

/// Layers whose segments are connected: each segment of either schedule lies in one part. Layers that run as before, at other
/// prices perhaps, are one part together.
struct ChangedPart {
    std::vector<std::string> layers; ///< of both schedules, in the order in which they run
    std::size_t segmentsBefore = 0;  ///< 0: all of its layers are new
    std::size_t segmentsAfter = 0;   ///< 0: all of its layers are gone
    PerAspect<bool> changed;         ///< of any of its layers
    Amounts before;
    Amounts after;
    [[nodiscard]] bool runsAsBefore() const;
};

/// What changed from one schedule to another, and where.
struct ScheduleDifference {
    schedule::Totals before;
    schedule::Totals after;
    std::vector<LayerDifference> layers; ///< in the order of the later schedule; those that are gone follow
    /// Differences of all parts, after minus before, add up to those of the totals, term by term, in energy and cycles. The
    /// largest difference in what `goal` makes small comes first.
    std::vector<ChangedPart> parts;
    search::Goal goal = search::Goal::Energy;
    Count batchBefore = 1;
    Count batchAfter = 1;
    /// What is in all then compares less than what an item takes.
    [[nodiscard]] bool hasOtherBatch() const { return batchBefore != batchAfter; }
    /// Of what all items of the batch took, what one of them did.
    [[nodiscard]] double perItemBefore(double total) const { return total / static_cast<double>(batchBefore); }
    [[nodiscard]] double perItemAfter(double total) const { return total / static_cast<double>(batchAfter); }
    [[nodiscard]] const LayerDifference* find(std::string_view name) const; ///< null if neither has the layer
};

/// Compares two schedules that have results, of one problem or of two. Layers are the same if they have the same name; the
/// goal is that of the later schedule.
ScheduleDifference compare(const schedule::Schedule& before, const schedule::Schedule& after);

} // namespace tilescape::explore
