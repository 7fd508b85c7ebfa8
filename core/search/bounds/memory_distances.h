#pragma once

#include "core/hardware/hardware.h"
#include "core/search/bounds/distance_sums.h"

namespace tilescape::search {

/// The hops from the tiles of a chip to their nearest memory channels, which bound what any region's tiles have.
class MemoryDistances {
public:
    explicit MemoryDistances(const hardware::Machine& machine);

    [[nodiscard]] const DistanceSums& sums() const { return m_sums; }
    /// The number of tiles at a channel.
    [[nodiscard]] Count channels() const { return m_channels; }

private:
    explicit MemoryDistances(const std::vector<Count>& distances);

    DistanceSums m_sums;
    Count m_channels = 0;
};

} // namespace tilescape::search
