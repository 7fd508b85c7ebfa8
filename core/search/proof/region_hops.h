#pragma once

#include "core/cost/map_groups.h"
#include "core/dataflow/region.h"
#include "core/search/bounds/distance_sums.h"
#include "core/search/bounds/segment_bounds.h"

#include <vector>

namespace tilescape::search {

/// Lower bounds of the word-hops of one fetch of a layer's tensors, by where the tiles of its region lie.
class RegionHops {
public:
    /// The arguments of `PlacedLayerBound`. `task` and what `member` points to must outlive this.
    RegionHops(const SearchTask& task, const SegmentBounds::Member& member, const dataflow::Region& region,
               std::vector<dataflow::Region> sources);

    /// Of the input, which these groups of tiles need.
    [[nodiscard]] double ofInput(const cost::MapGroups& groups) const;
    /// Of all tensors, whichever tiles of the region need what, beyond those of `LayerFloors::leastHops`.
    [[nodiscard]] double beyond(const PartitionFloor& floor) const;

private:
    const SearchTask& m_task;
    SegmentBounds::Member m_member;
    std::vector<dataflow::Region> m_sources;
    /// The places that the input is spread over, 2 x 2 memory channels or tiles of the region that forwards it; empty where little is
    /// known about that.
    std::vector<Tile> m_places;
    double m_mostOfPlace = 0;               ///< words of the input, at most, that one of them holds
    DistanceSums m_fromMemory;              ///< of the region's tiles to the nearest memory channel
    std::vector<DistanceSums> m_fromPlaces; ///< of the region's tiles to each of `m_places`
    /// To each of 2 x 2 memory channels; empty for other memories, and where the output stays.
    std::vector<DistanceSums> m_fromChannels;
    double m_mostOfChannel = 0; ///< words of the output, at most, that one of them holds
};

} // namespace tilescape::search
