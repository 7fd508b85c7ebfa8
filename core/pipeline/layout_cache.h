#pragma once

#include "core/cost/hops.h"
#include "core/dataflow/partition.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tilescape::pipeline {

/// The number of a region in the order in which a cache was first asked for it.
using RegionNumber = std::uint32_t;
/// The same of a layout.
using LayoutNumber = std::uint32_t;

/// Word-hops that bring the input and the second operand of a layer from where they lie to its tiles, once.
struct HopsIn {
    Count input = 0;
    Count operand = 0;
};

/// All that a layout depends on but the partition and the region. Maps of equal shape share their layouts, so that a
/// network that repeats a block repeats no work.
struct MapShape {
    Count batch = 1;
    Count channels = 1;
    Extent size;
    Count groups = 1; ///< of the convolution that makes the map; 1 for a depth-wise one
    friend auto operator<=>(const MapShape&, const MapShape&) = default;
};

/// Layouts by number, and the hops from them, each counted once. Nothing here depends on a capacity, a rate or a price,
/// so that it serves all searches in which only these differ. It is safe to use from several threads, which look things up without waiting
/// for each other; the numbers depend on which thread asked first, so that no answer may depend on more than whether two numbers are equal.
class LayoutCache {
public:
    LayoutCache();
    ~LayoutCache();
    LayoutCache(const LayoutCache&) = delete;
    LayoutCache& operator=(const LayoutCache&) = delete;

    /// The number of the region; equal regions have equal numbers.
    RegionNumber numberOf(const dataflow::Region& region);
    /// The region of a number that `numberOf` returned, whose tiles all copies share.
    [[nodiscard]] const dataflow::Region& regionOf(RegionNumber number) const;
    /// The number of the layout of a map of this shape, cut by `partition` over the region; equal layouts of maps of
    /// equal shape have equal numbers.
    LayoutNumber numberOf(const MapShape& shape, const dataflow::Partition& partition, RegionNumber region);
    /// The partition by which the layout of this number is cut.
    [[nodiscard]] const dataflow::Partition& partitionOf(LayoutNumber number) const;

    /// The sharing groups of a layer's input and of its second operand. They are recognized by their addresses: they
    /// must stay where they are, unchanged, as long as the cache is used.
    struct Groups {
        const cost::MapGroups& inputs;
        const cost::MapGroups* operands = nullptr; ///< null if the layer has none
    };
    /// Word-hops from layouts to such groups: from those of the input, joined along the channels, and from the last one
    /// if there is a second operand. The same groups must always be asked for with the same `forwarding`.
    HopsIn hopsIn(const Groups& groups, const std::vector<LayoutNumber>& layouts, bool forwarding);

    /// About how much memory all that is known takes.
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Known;
    std::unique_ptr<Known> m_known;
};

} // namespace tilescape::pipeline
