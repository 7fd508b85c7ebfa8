#pragma once

#include "core/hardware/hardware.h"
#include "core/search/bounds/distance_sums.h"

#include <vector>

namespace tilescape::search {

/// The hops from the tiles of a chip to their nearest memory channels, which bound what any region's tiles have.
class MemoryDistances {
public:
    explicit MemoryDistances(const hardware::Machine& machine);

    [[nodiscard]] const DistanceSums& sums() const { return m_sums; }
    /// By tile of the chip, row by row.
    [[nodiscard]] const std::vector<Count>& ofTiles() const { return m_ofTiles; }
    /// The number of tiles at a channel.
    [[nodiscard]] Count channels() const { return m_channels; }

private:
    std::vector<Count> m_ofTiles;
    DistanceSums m_sums;
    Count m_channels = 0;
};

} // namespace tilescape::search
