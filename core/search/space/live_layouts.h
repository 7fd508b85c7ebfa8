#pragma once

#include "core/pipeline/layout_registry.h"
#include "core/pipeline/segment_links.h"

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace tilescape::search {

/// The layouts of the maps that are still needed at a position of the layer order, by ascending number of the map: at
/// one position always of the same maps.
using LiveLayouts = std::vector<std::pair<pipeline::MapNumber, pipeline::LayoutNumber>>;
/// The layout of `map`, which must be among them.
pipeline::LayoutNumber layoutOf(const LiveLayouts& layouts, pipeline::MapNumber map);

/// Says which maps of a network are still needed at a position of the layer order.
class LiveMaps {
public:
    /// `order` holds the indices of the layers in the order in which they run.
    LiveMaps(const pipeline::NetworkTask& task, const std::vector<std::size_t>& order);

    /// Whether a layer at `position` or behind it reads the map.
    [[nodiscard]] bool isNeededAt(std::size_t position, pipeline::MapNumber map) const
    {
        return m_lastUse[map] > position;
    }
    /// The layouts at `position` after a segment that wrote the maps of `written` to memory.
    [[nodiscard]] LiveLayouts after(LiveLayouts before, const LiveLayouts& written, std::size_t position) const;

private:
    std::vector<std::size_t> m_lastUse; ///< of each map: the position after its last reader; 0 if there is none
};

/// The region in which the layer with this index in the network runs, which must be in the segment.
Count regionOf(const std::vector<pipeline::Placement>& segment, std::size_t layer);

/// A segment in its regions, as far as the places of its maps depend on it.
struct SegmentPlaces {
    const std::vector<pipeline::Placement>& placements; ///< by position in the segment
    const std::vector<pipeline::Links>& links;          ///< by position in the segment
    const std::vector<dataflow::Region>& regions;       ///< by the number of the region in a slot
    pipeline::RegionNumber memoryChannels = 0;
};
/// The partition of the layer at a position of a segment, which runs before the one that is asked about.
using PartitionAt = std::function<const dataflow::Partition&(std::size_t place)>;

/// The layouts in which the layer at `place` of a segment finds its sources, in their order: maps of earlier segments
/// as `before` has them, maps of the segment where their producers leave them, and either of them in the region that
/// forwards it, if one does (cost-model.md 3, Layout, and 5).
std::vector<pipeline::LayoutNumber> inputLayouts(const pipeline::NetworkTask& task, pipeline::LayoutRegistry& registry,
                                                 const SegmentPlaces& segment, std::size_t place,
                                                 const LiveLayouts& before, const PartitionAt& partitionAt);
/// The layouts in memory of the maps that the segment writes there.
LiveLayouts writtenLayouts(const pipeline::NetworkTask& task, pipeline::LayoutRegistry& registry,
                           const SegmentPlaces& segment, const PartitionAt& partitionAt);

} // namespace tilescape::search
