#pragma once

#include "core/dataflow/region.h"
#include "core/search/space/partition_geometry.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tilescape::search {

/// A region with what is known of it.
struct SidedRegion {
    const dataflow::Region& region;
    const std::optional<dataflow::GridSides>& sides; ///< `gridSides` of it
};

/// Hops of each tile of a region to the nearest memory channel.
class MemoryHops {
public:
    MemoryHops(const dataflow::Region& region, const dataflow::Region& memory);

    /// How many tiles have so many hops, by hops.
    [[nodiscard]] std::vector<Count> tilesAt() const;
    /// From the nearest tile of each group to the nearest channel, the mean over the groups.
    [[nodiscard]] double meanOf(const SideParts& groups) const;

private:
    /// Where they are the sum of hops along the two sides: of each row and of each column.
    std::vector<std::int32_t> m_ofRow;
    std::vector<std::int32_t> m_ofColumn;
    std::vector<std::uint16_t> m_ofTiles; ///< elsewhere, row by row
};

/// Hops from the nearest tile of each group to where its words lie, the mean over the groups. With several `places` for a tile's words
/// they are the mean over these, too: at most two.
double meanNearestHops(const SideParts& groups, const SidedRegion& tiles, const SidedRegion& stored,
                       std::span<const OutputPlaces> places);

} // namespace tilescape::search
